import { beforeAll, describe, expect, test } from 'vitest'
import { loadPartners } from '../features/partner/load-partners.service.ts'
import { createPartnerRegistry, type PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import { echoed, echoWeb } from '../testing/echo-web.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { limits } from './limits/rate-limits.ts'

/** As it runs for real: partners' own host names, a proxy in front that speaks TLS to the world and HTTP to us. */
let app: TestApp
let partners: PartnerRegistry
let host: string

beforeAll(async () => {
  const shipped = await loadPartners(new URL('../../../../partners/', import.meta.url).pathname)
  partners = createPartnerRegistry(shipped, { defaultSlug: 'skyward', byHostNames: true })
  host = partners.bySlug('skyward')!.settings.hostNames[0]!
  app = await createTestApp({ partners, production: true, trustProxy: true, web: echoWeb() })
})

const get = (url: string, headers: Record<string, string> = {}) =>
  app.app.inject({ url, headers: { host, ...headers } })

describe('in production', () => {
  test.each(['localhost', 'skyward.localhost', '127.0.0.1', 'unknown.example'])(
    'host %s -> 421',
    async name => {
      expect((await get('/api/CSRF', { host: name })).statusCode).toBe(421)
    },
  )

  test('cookies -> Secure and of this host only; HSTS is sent', async () => {
    const response = await get('/api/CSRF')
    expect(response.cookies).toMatchObject([
      { name: '__Host-dw_csrf', secure: true, httpOnly: true, sameSite: 'Lax', path: '/' },
    ])
    expect(response.cookies[0]).not.toHaveProperty('domain')
    expect(response.headers['strict-transport-security']).toMatch(/^max-age=\d{8}/)
  })

  test('a forwarded host changes neither cookies, nor the partner, nor a page’s own address', async () => {
    const forwarded = { 'x-forwarded-host': 'localhost', 'x-forwarded-proto': 'http' }
    expect((await get('/api/CSRF', forwarded)).cookies[0]?.name).toBe('__Host-dw_csrf')
    expect(echoed((await get('/', forwarded)).body)).toMatchObject({ origin: `https://${host}` })
  })

  test('a form of the page itself is taken, one of another origin is not', async () => {
    const post = (origin: string) =>
      app.app.inject({
        method: 'POST',
        url: '/login',
        headers: { host, origin, 'content-type': 'application/x-www-form-urlencoded' },
        payload: 'userName=a',
      })
    expect((await post(`https://${host}`)).statusCode).toBe(200)
    for (const origin of [`http://${host}`, 'https://evil.example', 'null'])
      expect((await post(origin)).statusCode).toBe(403)
  })

  test('an address that a client makes up before the proxy’s own does not lift a limit', async () => {
    const call = (address: string) =>
      app.app.inject({
        method: 'POST',
        url: '/api/SignIn',
        headers: { host, 'x-forwarded-for': `${address}, 203.0.113.9` },
      })
    const statuses = new Set<number>()
    for (let guess = 0; guess <= limits.signIn.max; guess++)
      statuses.add((await call(`10.0.${guess >> 8}.${guess & 255}`)).statusCode)
    expect(statuses).toEqual(new Set([403, 429]))
  })
})
