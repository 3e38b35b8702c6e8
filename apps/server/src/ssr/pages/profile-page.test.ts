import { fileURLToPath } from 'node:url'
import { beforeAll, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { mainOf } from '../../testing/whole-page.ts'
import { loadWebBuild } from '../web-build.ts'

/* The profile works without script: the page is posted to itself. */

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
const path = '/account/user_profile'
let app: TestApp
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
})

async function openProfile(like: string, overrides: object = {}) {
  const partner = app.newPartner({ like })
  const member = await newMember(app, partner, overrides)
  const client = await signedInClient(app, partner, member.id)
  const page = mainOf((await client.get(path)).body)
  const postAs = (from: TestClient, fields: Record<string, string>) =>
    from.send('POST', path, new URLSearchParams(fields).toString(), {
      'content-type': 'application/x-www-form-urlencoded',
      'sec-fetch-site': 'same-origin',
    })
  /** It posts what the form holds, with some fields typed into. */
  const post = async (typed: Record<string, string>, from = page) => {
    const { statusCode, body } = await postAs(client, { ...fieldsOf(from), ...typed })
    return { statusCode, main: mainOf(body), fields: fieldsOf(mainOf(body)) }
  }
  const me = async () => (await client.get('/api/Member')).json()
  return { page, partner, member, postAs, post, me }
}

/** What a browser would send: named, enabled inputs; of ticks those that are on. */
function fieldsOf(html: string): Record<string, string> {
  const inputs = [...html.matchAll(/<input [^>]*>/g)].map(([tag]) => tag)
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`, 'i').exec(tag)?.[1]
  return Object.fromEntries(
    inputs.flatMap(tag => {
      const name = attribute(tag, 'name')
      const isTick = attribute(tag, 'type') === 'checkbox'
      if (!name || / disabled=/.test(tag) || (isTick && !/ checked=/.test(tag))) return []
      const value = attribute(tag, 'value') ?? (isTick ? 'on' : '')
      return [[name, value.replaceAll('&quot;', '"').replaceAll('&amp;', '&')]]
    }),
  )
}

test('new values -> saved; the same again -> no changes', async () => {
  const { post, me } = await openProfile('skyward', { phoneNumber: '2125550123' })
  const saved = await post({ firstName: 'Zoë', zipCode: '04101' })
  expect(saved.statusCode).toBe(200)
  expect(saved.main).toContain('All changes were saved.')
  expect(saved.fields).toMatchObject({ firstName: 'Zoë', zipCode: '04101', phoneNumber: '212-555-0123' })
  expect(await me()).toMatchObject({ firstName: 'Zoë', address: { zipCode: '04101' } })
  expect((await post({}, saved.main)).main).toContain('No changes were made.')
})

test('ZIP code that does not exist -> said at the field, and what was typed stays', async () => {
  const { post, me } = await openProfile('skyward')
  const { statusCode, main, fields } = await post({ firstName: 'Zoë', zipCode: '00000' })
  expect(statusCode).toBe(400)
  expect(main).toContain('This ZIP code is not located in the U.S.')
  expect(fields).toMatchObject({ firstName: 'Zoë', zipCode: '00000' })
  expect((await me()).firstName).not.toBe('Zoë')
})

test('account §8 Profile: two tabs -> the second is told, keeps what it typed, and saves with the next try', async () => {
  const { post, me } = await openProfile('skyward')
  await post({ firstName: 'First' })
  const second = await post({ lastName: 'Second' })
  expect(second.main).toContain('No changes were saved. See error at bottom of page for more details.')
  expect(second.main).toContain('changed in another window')
  expect(second.fields).toMatchObject({ firstName: 'First', lastName: 'Second' })
  expect((await post({}, second.main)).main).toContain('All changes were saved.')
  expect(await me()).toMatchObject({ firstName: 'First', lastName: 'Second' })
})

test('another number -> texts off, and says so', async () => {
  const { post, me } = await openProfile('skyward', { phoneNumber: '2125550123', smsOptIn: true })
  expect((await post({ phoneNumber: '212-555-0124' })).main).toContain('Texts are off')
  expect(await me()).toMatchObject({ phoneNumber: '2125550124', smsOptIn: false })
})

const address = ['address1', 'address2', 'city', 'state', 'zipCode']

test('address where it may be left out -> saved, and a part of it too', async () => {
  const { post, me } = await openProfile('skyward')
  const saved = await post({ address1: '1 Main St', state: 'NY' })
  expect(saved.main).toContain('All changes were saved.')
  expect((await me()).address).toMatchObject({ address1: '1 Main St', address2: '', city: '', state: 'NY' })
})

test.each([
  ['skyward', ['firstName', ...address, 'phoneNumber', 'smsOptIn', 'emailOptIn'], [], []],
  ['harbor', ['firstName', ...address, 'smsOptIn', 'emailOptIn'], [], []],
  ['cellwave', ['firstName', ...address, 'smsOptIn'], ['emailOptIn'], ['address1', 'city', 'state']],
  ['meridian', [...address, 'phoneNumber', 'emailOptIn'], ['firstName', 'lastName', 'smsOptIn'], []],
])(
  'account §2 Profile: %s asks for %j, not for %j; must have %j',
  async (like, asked, notAsked, required) => {
    const { page } = await openProfile(like)
    const tags = page.match(/<(input|select)[^>]*name="(address1|city|state)"[^>]*>/g) ?? []
    const marked = tags.filter(tag => / required\b/.test(tag)).map(tag => /name="(\w+)"/.exec(tag)?.[1])
    expect(marked).toEqual(required)
    for (const name of asked) expect(page).toContain(`name="${name}"`)
    for (const name of notAsked) expect(page).not.toContain(`name="${name}"`)
    expect(page).not.toMatch(/name="(email|password)"/)
  },
)

test('emails and what they do to the rate -> told before', async () => {
  const { page } = await openProfile('skyward')
  expect(page).toContain('With them you earn 3 points per $1, without them 1 point per $2.')
})

test('session ended while typing -> kept through sign-in, for that member and once', async () => {
  const { page, partner, member, postAs } = await openProfile('harbor', { firstName: 'Ada' })
  const guest = newClient(app, partner)
  const typed = { ...fieldsOf(page), firstName: 'Zoë', city: 'Troy', smsOptIn: 'on' }
  const sent = await postAs(guest, typed)
  expect(sent.statusCode).toBe(303)
  expect(sent.headers.location).toBe('/login?returnTo=%2Faccount%2Fuser_profile')
  const cookie = guest.cookies.get('dw_profile_draft')!
  expect(cookie).not.toContain('Troy')

  const other = await signedInClient(app, partner, (await newMember(app, partner)).id)
  other.cookies.set('dw_profile_draft', cookie)
  expect((await other.get(path)).body).not.toContain('Troy')

  const again = await signedInClient(app, partner, member.id)
  again.cookies.set('dw_profile_draft', cookie)
  const restored = mainOf((await again.get(path)).body)
  expect(restored).toContain('What you had typed is back.')
  expect(fieldsOf(restored)).toMatchObject({ firstName: 'Zoë', city: 'Troy' })
  expect(fieldsOf(restored)).not.toHaveProperty('smsOptIn')
  const reloaded = fieldsOf(mainOf((await again.get(path)).body))
  expect(reloaded).toMatchObject({ firstName: 'Ada' })
  const saved = await postAs(again, fieldsOf(restored))
  expect(saved.body).toContain('All changes were saved.')
  expect((await again.get('/api/Member')).json()).toMatchObject({
    firstName: 'Zoë',
    address: { city: 'Troy' },
  })
})

test('half an hour later -> not restored', async () => {
  const { page, partner, member, postAs } = await openProfile('skyward')
  const guest = newClient(app, partner)
  await postAs(guest, { ...fieldsOf(page), firstName: 'Zoë' })
  app.clock.advance(30 * 60_000)
  const again = await signedInClient(app, partner, member.id)
  again.cookies.set('dw_profile_draft', guest.cookies.get('dw_profile_draft')!)
  expect((await again.get(path)).body).not.toContain('Zoë')
})
