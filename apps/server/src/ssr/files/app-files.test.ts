import { createHash } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { startSession } from '../../features/identity/sessions/sessions.service.ts'
import { echoWeb } from '../../testing/echo-web.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'

let app: TestApp
let partner: Partner
beforeAll(async () => {
  const web = echoWeb(async (_request, { transport, hasSession }) => {
    if (hasSession) await transport('/api/Member', { method: 'GET', headers: {} })
    return {}
  })
  app = await createTestApp({ web: { ...web, worker: 'worker()', firstScripts: [web.entryScript] } })
  partner = app.newPartner()
})

interface Shell {
  readonly version: string
  readonly files: readonly string[]
  readonly offline: string
}

async function shellOf(one: Partner): Promise<Shell> {
  const { body } = await newClient(app, one).get('/sw.js')
  const [, shell = ''] = /^self\.appShell=(\{.*\});\nworker\(\)$/.exec(body) ?? []
  return JSON.parse(shell)
}

describe('the service worker', () => {
  test('service worker -> revalidated, whole site as scope, loads from this site only', async () => {
    const { statusCode, headers } = await newClient(app, partner).get('/sw.js')
    expect(statusCode).toBe(200)
    expect(headers).toMatchObject({
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'no-cache',
      'service-worker-allowed': '/',
      'content-security-policy':
        "default-src 'none'; connect-src 'self'; img-src 'self'; script-src 'self'; style-src 'self'; font-src 'self'; base-uri 'none'; frame-ancestors 'none'",
    })
  })

  test('knows files that are there, and no file of another partner', async () => {
    const { files, offline } = await shellOf(partner)
    const client = newClient(app, partner)
    expect(files).toEqual([...new Set(files)])
    const ours = files.filter(file => file.startsWith('/brand/'))
    expect(ours.length).toBeGreaterThanOrEqual(3)
    for (const file of [...ours, offline])
      expect([file, (await client.get(file)).statusCode]).toEqual([file, 200])
    const others = (await shellOf(app.newPartner({ like: 'harbor' }))).files
    expect(others.filter(file => ours.includes(file))).toEqual([])
  })

  test('is another one when the words of the partner change, and the same while nothing does', async () => {
    const [one, again] = [await shellOf(partner), await shellOf(partner)]
    expect(again.version).toBe(one.version)
    expect(await shellOf(app.newPartner({ settings: { programName: 'Another Name' } }))).not.toMatchObject({
      version: one.version,
    })
  })

  test('of a web that is edited removes itself', async () => {
    const edited = await createTestApp({ web: echoWeb() })
    const { body } = await newClient(edited, edited.newPartner()).get('/sw.js')
    expect(body).toBe('self.registration.unregister()')
  })
})

test("the offline page has the partner's words, no script, and no style that its policy does not name", async () => {
  const { body, headers } = await newClient(app, partner).get('/offline.html')
  expect(body).toContain('<h1>You are offline</h1>')
  expect(body).toContain(partner.settings.programName)
  expect(body).not.toMatch(/<script| style="| on[a-z]+="/)
  for (const [, css] of body.matchAll(/<style>([^<]+)<\/style>/g))
    expect(headers['content-security-policy']).toContain(
      `'sha256-${createHash('sha256').update(css!).digest('base64')}'`,
    )
})

describe('session header', () => {
  const memberCalls = [
    '/api/Member',
    '/api/Member/Transactions',
    '/api/Member/DineSummary',
    '/api/v2/Merchants/Search?latitude=40.7&longitude=-74',
  ]

  test.each([...memberCalls, '/search'])('%s: of this session, for as long as it lasts', async url => {
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    const said = String((await client.get(url)).headers['x-session'])
    const [, seconds] = /^[\w-]{16} (\d+) brief$/.exec(said) ?? []
    expect(Number(seconds)).toBeGreaterThan(14 * 60)
    expect(Number(seconds)).toBeLessThanOrEqual(15 * 60)
    const token = client.cookies.get('dw_session')!
    expect(said).not.toContain(token.slice(0, 8))
  })

  test('a remembered session -> says so', async () => {
    const { id: memberId } = await newMember(app, partner)
    const session = await startSession(app.context(partner), { memberId, remember: true })
    const client = newClient(app, partner)
    client.cookies.set('dw_session', session.token)
    expect((await client.get('/api/Member')).headers['x-session']).toMatch(/^[\w-]{16} \d+ remembered$/)
  })

  test('the same sign for one session, another for the next', async () => {
    const member = await newMember(app, partner)
    const [one, other] = [
      await signedInClient(app, partner, member.id),
      await signedInClient(app, partner, member.id),
    ]
    const signs = []
    for (const client of [one, one, other])
      signs.push(String((await client.get('/api/Member')).headers['x-session']).split(' ')[0])
    expect(signs[1]).toBe(signs[0])
    expect(signs[2]).not.toBe(signs[0])
  })

  test('that the session is over, when it is', async () => {
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    const token = client.cookies.get('dw_session')!
    const none = { 'x-session': 'none', 'clear-site-data': '"cache"' }
    expect((await client.get('/api/SignOut')).headers).toMatchObject(none)
    client.cookies.set('dw_session', token)
    expect((await client.get('/api/Member')).headers).toMatchObject(none)
    client.cookies.set('dw_session', token)
    expect((await client.get('/account/overview')).headers).toMatchObject(none)
  })

  test.each(['/search', '/api/DefaultUserLocation', '/api/v2/Merchants/Search?latitude=40.7&longitude=-74'])(
    '%s: not signed in -> none',
    async url => {
      expect((await newClient(app, partner).get(url)).headers).not.toHaveProperty('x-session')
    },
  )
})
