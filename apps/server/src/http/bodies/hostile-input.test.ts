import { fileURLToPath } from 'node:url'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../features/identity/passwords/passwords.service.ts'
import { routeTable } from '../../ssr/route-table-for-test.ts'
import { loadWebBuild } from '../../ssr/web-build.ts'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { prospect } from '../../testing/prospect.ts'
import { sampleSize } from '../../testing/sample-size.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'

/* What is made to lead out of a folder, to another site, into a header or into a prototype. */

const root = fileURLToPath(new URL('../../../../../', import.meta.url))

const password = 'Dinner-For-2!'
const passwordHash = hashPassword(password)

let app: TestApp
let partner: Partner
let merchantId: string
const visitors: Record<'visitor' | 'member' | 'new member', TestClient> = {} as never
beforeAll(async () => {
  const web = await loadWebBuild(`${root}apps/web/dist`)
  app = await createTestApp({ web, fontDir: `${root}apps/server/dist/fonts` })
  partner = app.newPartner({ like: 'harbor', withContent: true })
  merchantId = (await newMerchant(app, partner)).id
  const member = async (memberType: 'EnrolledCardMember' | 'NonCardMember') =>
    signedInClient(app, partner, (await newMember(app, partner, { memberType })).id)
  visitors.visitor = newClient(app, partner)
  visitors.member = await member('EnrolledCardMember')
  visitors['new member'] = await member('NonCardMember')
})

describe('a name of a file or a thing', () => {
  const names = [
    '..%2f..%2f..%2f..%2fetc%2fpasswd',
    '..%5c..%5cpackage.json',
    '%2e%2e%2f%2e%2e%2fpackage.json',
    '....%2f%2fpackage.json',
    '%00.png',
    'a%00b',
    '%e2%80%ae',
    '__proto__',
    'constructor',
    'toString',
    '%0d%0aSet-Cookie:%20a=b',
    'x'.repeat(180),
    'x'.repeat(6_000),
    '%f0%9f%8d%9c'.repeat(60),
  ]
  const places = [
    '/brand/NAME',
    '/brand/icon-NAME',
    '/brand/og-NAME',
    '/assets/NAME',
    '/images/merchants/NAME/promo',
    '/images/merchants/MERCHANT/NAME',
    '/images/NAME',
    '/api/cms/NAME/global/',
    '/api/cms/pages/NAME/',
    '/api/Staging/Mails/NAME',
    '/api/Surveys/NAME',
    '/api/Member/NAME',
    '/api/v2/Merchants/NAME',
    '/surveys/form/NAME',
    '/merchants/NAME',
    '/manifest.webmanifest/NAME',
    '/offers/NAME',
  ]

  test.each(places)('%s: there is none, and the answer says only that', async place => {
    for (const name of names) {
      const url = place.replace('NAME', name).replace('MERCHANT', merchantId)
      const { statusCode, headers, body } = await visitors.visitor.get(url)
      expect([400, 404, 414], url).toContain(statusCode)
      expect(body, url).not.toMatch(/root:|"private": true|node_modules|\.ts:\d/)
      expect(headers['set-cookie'] ?? '', url).not.toContain('a=b')
    }
  })
})

describe('an address that is to lead elsewhere', () => {
  const elsewhere = [
    '//evil.example',
    '/%5cevil.example',
    '%5c%5cevil.example',
    'https://evil.example',
    'https:evil.example',
    '/a/..//evil.example',
    '/.//evil.example',
    '/%09/evil.example',
    '/%0d%0aSet-Cookie:%20a=b',
    'javascript:alert(1)',
    '/@evil.example',
    '%00//evil.example',
  ]
  /** Every page is tried, and every address at one page in three. */
  const addressesEach = sampleSize(4, elsewhere.length)
  const paths = [...new Set(routeTable.map(row => row.path))].filter(path => path !== '/SignOut')

  test.each(['visitor', 'member', 'new member'] as const)(
    'leads a %s to a page of the same site, or nowhere',
    longTest,
    async who => {
      for (const [index, path] of paths.entries())
        for (const to of elsewhere.filter((_, n) => (n + index) % (elsewhere.length / addressesEach) === 0))
          await stays(
            visitors[who],
            `${path.replace('MERCHANT', merchantId)}?returnTo=${to}&to=${to}&public_id=${to}`,
          )
      for (const to of elsewhere) await stays(visitors[who], to.startsWith('/') ? to : `/${to}`)
      for (const to of elsewhere)
        await stays(visitors[who], `/account/overview/..${to.startsWith('/') ? to : `/${to}`}`)
    },
  )

  test.each(elsewhere)('%s: sign-in without script -> stays on this site', async to => {
    const { email } = await newMember(app, partner, { passwordHash: await passwordHash })
    const { statusCode, headers } = await app.app.inject({
      method: 'POST',
      url: `/login?returnTo=${to}`,
      headers: { host: `${partner.slug}.localhost`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        userName: email,
        password,
        returnTo: decodeURIComponent(to),
      }).toString(),
    })
    expect(statusCode).toBe(303)
    expect(headers.location).toMatch(/^\/(?![/\\])/)
    expect(hostOf(headers.location)).toBe(`${partner.slug}.localhost`)
    expect(String(headers['set-cookie'])).not.toContain('a=b')
  })

  async function stays(client: TestClient, url: string): Promise<void> {
    const { statusCode, headers } = await client.get(url)
    // The page that shows what an error looks like is one.
    expect(statusCode, url).toBeLessThanOrEqual(url.startsWith('/error') ? 500 : 499)
    expect(String(headers['set-cookie'] ?? ''), url).not.toContain('a=b')
    if (headers.location === undefined) return
    expect(headers.location, url).toMatch(/^\/(?![/\\])/)
    expect(hostOf(headers.location), url).toBe(`${partner.slug}.localhost`)
  }

  const hostOf = (location: unknown) => new URL(String(location), `http://${partner.slug}.localhost/a/b`).host
})

describe('a prototype in a body', () => {
  const event = { channel: 'web', dateTime: '2026-03-10T17:59:00Z', userAgent: 'x', event: 'merchant_view' }
  test.each<[string, string]>([
    ['POST /api/Impressions', `[{"__proto__":{"spoiled":1},${JSON.stringify(event).slice(1)}]`],
    [
      'POST /api/Impressions',
      `[{"constructor":{"prototype":{"spoiled":1}},${JSON.stringify(event).slice(1)}]`,
    ],
    ['POST /api/Surveys/first-dinners/Answers', '{"answers":{"ease":4,"__proto__":{"spoiled":1}}}'],
    ['POST /api/Surveys/first-dinners/Answers', '{"answers":{"ease":4,"constructor":"x"}}'],
    [
      'POST /api/Surveys/first-dinners/Answers',
      '{"answers":{"ease":4},"context":{"__proto__":{"spoiled":1}}}',
    ],
    ['POST /api/Members/Prospects', `{"__proto__":{"spoiled":1},${JSON.stringify(prospect()).slice(1)}`],
    ['POST /api/Staging/Clock', '{"now":null,"__proto__":{"spoiled":1}}'],
  ])('%s %s is refused or left out', async (name, payload) => {
    const [method, url] = name.split(' ') as ['POST', string]
    const client = newClient(app, partner)
    const token = (await client.get('/api/CSRF')).json().csrfToken
    const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
    const { statusCode, body } = await app.app.inject({
      method,
      url,
      headers: {
        host: `${partner.slug}.localhost`,
        cookie,
        'content-type': 'application/json',
        'x-xsrf-token': token,
      },
      payload,
    })
    expect([200, 400], body).toContain(statusCode)
    expect(({} as { spoiled?: unknown }).spoiled).toBeUndefined()
    expect(body).not.toContain('spoiled')
  })

  test('afterwards -> nothing was stored', async () => {
    for (const table of ['surveyAnswers', 'trackingEvents'] as const)
      expect(JSON.stringify(await app.database.db.selectFrom(table).selectAll().execute())).not.toContain(
        'spoiled',
      )
  })
})

test.each(['/login', '/join', '/', '/surveys/form/first-dinners'])(
  'a card number in a form sent to %s without script is refused, and not shown again',
  async url => {
    const { statusCode, body } = await app.app.inject({
      method: 'POST',
      url,
      headers: {
        host: `${partner.slug}.localhost`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: 'userName=4929+1748+5027+5143&comment=4929174850275143',
    })
    expect([statusCode, JSON.parse(body).code]).toEqual([400, 'card_number_refused'])
    expect(body.replaceAll(/[ +-]/g, '')).not.toContain('4929174850275143')
  },
)
