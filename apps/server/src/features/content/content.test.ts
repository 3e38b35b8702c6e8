import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { newStaff, signInStaff } from '../../testing/sign-in/staff-for-test.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { accountOf, butterEntry, startButter } from './butter-for-test.ts'
import { type TestContent, testContent } from './content-for-test.ts'

let app: TestApp
let content: TestContent
beforeAll(async () => {
  content = testContent()
  app = await createTestApp({ content: content.store })
})

const banner = (slug: string, changes: object = {}) => ({ slug, fields: { text: slug }, ...changes })
const path = '/api/cms/pages/earn_banner/'
const slugs = (response: Awaited<ReturnType<TestClient['get']>>) =>
  response.json().data.map((entry: { slug: string }) => entry.slug)

/** A partner whose folder has these entries. */
function partnerWith(...entries: object[]): Partner {
  const partner = app.newPartner()
  content.write(partner.slug, 'earn_banner', entries)
  return partner
}
const visitorOf = (partner: Partner) => newClient(app, partner)

describe('content', () => {
  test('answers in the shape of ButterCMS', async () => {
    const said = { name: 'Spring', published: '2026-03-01T00:00:00Z', updated: '2026-03-02T00:00:00Z' }
    const response = await visitorOf(partnerWith(banner('spring', said))).get(path)
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({
      meta: { count: 1, next_page: null, previous_page: null },
      data: [
        {
          slug: 'spring',
          ...said,
          page_type: 'earn_banner',
          status: 'published',
          fields: { text: 'spring', title: '', url: '', link_text: '', image: '', image_alt: '' },
        },
      ],
    })
    expect(response.headers['cache-control']).toBe('public, max-age=60')
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  test('with and without the slash at the end', async () => {
    const client = visitorOf(partnerWith(banner('a')))
    expect((await client.get('/api/cms/pages/earn_banner')).json()).toEqual((await client.get(path)).json())
  })

  test('of two partners is never mixed', async () => {
    const [one, two] = [partnerWith(banner('one')), partnerWith(banner('two'))]
    const answers = await Promise.all(
      [one, two, one, two].map(async partner => slugs(await visitorOf(partner).get(path))),
    )
    expect(answers).toEqual([['one'], ['two'], ['one'], ['two']])
  })

  test('a kind without entries is an empty list', async () => {
    const response = await visitorOf(app.newPartner()).get('/api/cms/pages/surveys/')
    expect(response.json()).toMatchObject({ meta: { count: 0, next_page: null, previous_page: null } })
  })

  test('markup is clean when it leaves', async () => {
    const partner = app.newPartner()
    const body_text =
      '<p onclick="alert(1)">Hi<script>alert(2)</script> <a href="javascript:alert(3)">x</a></p>'
    content.write(partner.slug, 'popup', [{ slug: 'hi', fields: { title: '<b>5 < 6</b>', body_text } }])
    const [entry] = (await visitorOf(partner).get('/api/cms/pages/popup/')).json().data
    expect(entry.fields).toMatchObject({ title: '<b>5 < 6</b>', body_text: '<p>Hi x</p>' })
  })
})

describe('pages of content', () => {
  const many = Array.from({ length: 205 }, (_, index) => banner(`b${index}`))
  let client: TestClient
  beforeAll(() => {
    client = visitorOf(partnerWith(...many))
  })

  test.each([
    ['', 100, 2, null, 'b0'],
    ['?page=2', 100, 3, 1, 'b100'],
    ['?page=3', 5, null, 2, 'b200'],
    ['?page_size=100&page=1', 100, 2, null, 'b0'],
    ['?page_size=2&page=103', 1, null, 102, 'b204'],
  ])('%s: %i entries, next %s, previous %s', async (query, length, next_page, previous_page, first) => {
    const response = await client.get(path + query)
    expect(response.json().meta).toEqual({ count: 205, next_page, previous_page })
    expect(slugs(response)).toHaveLength(length)
    expect(slugs(response)[0]).toBe(first)
  })

  test.each([
    'page=0',
    'page=-1',
    'page=x',
    'page=1.5',
    'page=1&page=2',
    'page_size=0',
    'page_size=101',
    'page_size=all',
    'preview=yes',
    'preview=1&preview=1',
  ])('%s is a 400', async query => {
    const response = await client.get(`${path}?${query}`)
    expect([response.statusCode, response.json().code]).toEqual([400, 'validation_failed'])
    expect(response.headers['cache-control']).toBe('no-store')
  })

  test('a page past the last is not found', async () => {
    const response = await client.get(`${path}?page=4`)
    expect([response.statusCode, response.json().detail]).toEqual([404, 'Invalid page.'])
  })
})

test.each([
  '/api/cms/pages/nothing/',
  '/api/cms/pages/nothing',
  '/api/cms/posts/home/',
  '/api/cms/pages/__proto__/',
  '/api/cms/pages/constructor/',
  '/api/cms/pages/..%2fglobal/',
  '/api/cms/pages/Home/',
])('%s is a 404 that readers of ButterCMS and ours understand', async url => {
  const response = await visitorOf(app.newPartner()).get(url)
  expect(response.statusCode).toBe(404)
  expect(response.json()).toEqual({
    code: 'not_found',
    message: 'We could not find that.',
    requestId: expect.any(String),
    detail: 'Not found.',
  })
})

describe('a preview', () => {
  const drafted = () => partnerWith(banner('shown'), banner('planned', { status: 'draft' }))
  const preview = `${path}?preview=1`

  test.each(['a visitor', 'a member'])('is not for %s, whatever the partner’s setting', async who => {
    const partner = app.newPartner({ settings: { cmsPreview: true } })
    content.write(partner.slug, 'earn_banner', [banner('planned', { status: 'draft' })])
    const client =
      who === 'a visitor'
        ? visitorOf(partner)
        : await signedInClient(app, partner, (await newMember(app, partner)).id)
    const response = await client.get(preview)
    expect([response.statusCode, response.json().code]).toEqual([401, 'unauthorized'])
    expect(response.body).not.toContain('planned')
    expect(slugs(await client.get(path))).toEqual([])
  })

  test('shows staff the drafts, and no cache may keep it', async () => {
    const client = visitorOf(drafted())
    await signInStaff(client, (await newStaff(app)).email)
    const response = await client.get(preview)
    expect(slugs(response)).toEqual(['shown', 'planned'])
    expect(response.json().data[1].status).toBe('draft')
    expect(response.headers['cache-control']).toBe('no-store')
    expect(slugs(await client.get(path))).toEqual(['shown'])
    expect(slugs(await client.get(`${path}?preview=0`))).toEqual(['shown'])
  })

  test('is not for the staff of another program', async () => {
    const partner = drafted()
    const elsewhere = app.newPartner()
    const staff = await newStaff(app, { partnerIds: [elsewhere.slug] })
    const client = visitorOf(elsewhere)
    await signInStaff(client, staff.email)
    const here = visitorOf(partner)
    here.cookies.set('dw_staff', client.cookies.get('dw_staff')!)
    expect((await here.get(preview)).statusCode).toBe(401)
  })

  test('ends with the session', async () => {
    const client = visitorOf(drafted())
    await signInStaff(client, (await newStaff(app)).email)
    await client.send('POST', '/api/Staff/SignOut')
    expect((await client.get(preview)).statusCode).toBe(401)
  })

  test('asks an account for its preview, and shows visitors none of it', async () => {
    const partner = app.newPartner()
    const draft = butterEntry('planned', { text: 'Soon' }, { status: 'draft' })
    const butter = await startButter(accountOf({ earn_banner: [butterEntry('shown', { text: 'x' }), draft] }))
    const account = { url: butter.url, tokens: new Map([[partner.slug, 'tok_0123456789']]) }
    const withAccount = await createTestApp({
      content: testContent({ account }).store,
      partners: app.partners,
      db: app.database.db,
    })
    const client = newClient(withAccount, partner)
    expect(slugs(await client.get(path))).toEqual(['shown'])
    expect(butter.requests.some(request => request.preview)).toBe(false)
    await signInStaff(client, (await newStaff(app)).email)
    const response = await client.get(preview)
    expect(slugs(response)).toEqual(['shown', 'planned'])
    expect(butter.requests.filter(({ preview, kind }) => preview && kind === 'earn_banner')).toHaveLength(1)
    expect(response.body).not.toContain('tok_0123456789')
    expect(slugs(await client.get(path))).toEqual(['shown'])
  })
})
