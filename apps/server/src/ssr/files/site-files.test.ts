import { beforeAll, describe, expect, test } from 'vitest'
import { newMerchant } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient } from '../../testing/test-client.ts'
import { maxSitemapPages, sitemapXml } from './site-files.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

describe('robots.txt', () => {
  test('lets search engines in, keeps them from what is personal, and names the sitemap', async () => {
    const partner = app.newPartner()
    const { statusCode, headers, body } = await newClient(app, partner).get('/robots.txt')
    expect(statusCode).toBe(200)
    expect(headers['content-type']).toBe('text/plain; charset=utf-8')
    const lines = body.split('\n')
    expect(lines[0]).toBe('User-agent: *')
    expect(lines).toContain('Allow: /')
    for (const path of ['/api/', '/account', '/login', '/Login', '/stgtools', '/SignOut'])
      expect(lines).toContain(`Disallow: ${path}`)
    expect(lines).toContain(`Sitemap: http://${partner.slug}.localhost/sitemap.xml`)
    expect(lines).not.toContain('Disallow: /')
  })

  test('keeps them out of staging', async () => {
    const staging = await createTestApp({ staging: true })
    const { body } = await newClient(staging, staging.newPartner()).get('/robots.txt')
    expect(body).toContain('Disallow: /\n')
    expect(body).not.toContain('Allow: /\n\n')
  })
})

describe('security.txt', () => {
  test.each([
    ['the partner’s own contact', { securityContact: 'https://skyward.example/security' }],
    ['else customer support', {}],
  ])('%s; expires within a year (RFC 9116)', async (_case, settings) => {
    const partner = app.newPartner({ settings })
    const { statusCode, headers, body } = await newClient(app, partner).get('/.well-known/security.txt')
    expect([statusCode, headers['content-type']]).toEqual([200, 'text/plain; charset=utf-8'])
    const fields = new Map(
      body
        .trim()
        .split('\n')
        .map(line => line.split(/: (.*)/s) as [string, string]),
    )
    const { securityContact, customerSupport } = partner.settings
    expect(fields.get('Contact')).toBe(securityContact ?? customerSupport.email.href)
    expect(fields.get('Canonical')).toBe(`http://${partner.slug}.localhost/.well-known/security.txt`)
    const left = Date.parse(fields.get('Expires')!) - Date.now()
    expect(left).toBeGreaterThan(0)
    expect(left).toBeLessThan(365 * 86_400_000)
  })
})

describe('the sitemap', () => {
  const pagesIn = (xml: string) => [...xml.matchAll(/<loc>([^<]*)<\/loc>/g)].map(match => match[1])

  test("has the partner's public pages and its restaurants, with the day that they changed", async () => {
    const partner = app.newPartner()
    const merchant = await newMerchant(app, partner, { updatedAt: new Date('2026-02-03T04:05:06Z') })
    const { headers, body } = await newClient(app, partner).get('/sitemap.xml')
    const origin = `http://${partner.slug}.localhost`
    expect(headers['content-type']).toBe('application/xml; charset=utf-8')
    expect(body).toMatch(
      /^<\?xml version="1.0" encoding="UTF-8"\?>\n<urlset xmlns="http:\/\/www\.sitemaps\.org\/schemas\/sitemap\/0\.9">\n/,
    )
    for (const path of ['/', '/search', '/discover', '/how-it-works', '/earn', '/join'])
      expect(pagesIn(body)).toContain(origin + path)
    expect(body).toContain(
      `<url><loc>${origin}/merchants/${merchant.id}</loc><lastmod>2026-02-03</lastmod></url>`,
    )
    expect(new Set(pagesIn(body)).size).toBe(pagesIn(body).length)
  })

  test('leaves out restaurants that left, and those of other partners', async () => {
    const partner = app.newPartner()
    const gone = await newMerchant(app, partner, {}, { leftOn: '2026-03-10' })
    const leaving = await newMerchant(app, partner, {}, { leftOn: '2026-03-11' })
    const foreign = await newMerchant(app, app.newPartner())
    const { body } = await newClient(app, partner).get('/sitemap.xml')
    expect(body).toContain(leaving.id)
    expect(body).not.toContain(gone.id)
    expect(body).not.toContain(foreign.id)
  })

  test('of a city guide has no page to join', async () => {
    const { body } = await newClient(app, app.newPartner({ like: 'tablefolk' })).get('/sitemap.xml')
    expect(body).not.toContain('/join')
    expect(body).not.toContain('/discover')
  })

  test('is well-formed whatever an address holds', () => {
    const xml = sitemapXml('https://plain.example', [{ path: `/a&b<c>"d'é?x=1&y=2` }])
    expect(xml).toContain('<loc>https://plain.example/a&amp;b%3Cc%3E%22d&apos;%C3%A9?x=1&amp;y=2</loc>')
  })

  test('has no more addresses than search engines read', () => {
    const pages = Array.from({ length: maxSitemapPages + 5 }, (_, page) => ({ path: `/p${page}` }))
    expect(sitemapXml('https://plain.example', pages).match(/<url>/g)).toHaveLength(maxSitemapPages)
  })
})

test.each(['/robots.txt', '/sitemap.xml', '/manifest.webmanifest'])(
  '%s: says that it differs by encoding; with its tag again -> 304',
  async path => {
    const client = newClient(app, app.newPartner())
    const first = await client.get(path)
    expect([first.statusCode, first.headers.vary]).toEqual([200, expect.stringMatching(/accept-encoding/i)])
    const again = await client.get(path, { 'if-none-match': String(first.headers.etag) })
    expect([again.statusCode, again.body, again.headers.etag]).toEqual([304, '', first.headers.etag])
    expect((await client.get(path, { 'if-none-match': '"other"' })).statusCode).toBe(200)
  },
)

test.each([
  ['members have a password here', 'skyward', 302, '/recover'],
  ['the partner has it', 'meridian', 302, '/Login'],
] as const)('the page that changes a password: %s', async (_case, like, status, location) => {
  const { statusCode, headers } = await newClient(app, app.newPartner({ like })).get(
    '/.well-known/change-password',
  )
  expect([statusCode, headers.location]).toEqual([status, location])
})

test('the page that changes a password: no accounts -> not found', async () => {
  const partner = app.newPartner({ settings: { enrollmentType: 'none' } })
  expect((await newClient(app, partner).get('/.well-known/change-password')).statusCode).toBe(404)
})

test('/favicon.ico -> an icon of the program', async () => {
  const client = newClient(app, app.newPartner())
  const { statusCode, headers } = await client.get('/favicon.ico')
  expect(statusCode).toBe(302)
  const icon = await client.get(String(headers.location))
  expect([icon.statusCode, icon.headers['content-type']]).toEqual([200, 'image/png'])
})
