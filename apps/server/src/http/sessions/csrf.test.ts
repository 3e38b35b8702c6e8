import { csrfFallbackToken } from '@dineward/core/identity/csrf-fallback.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { hashPassword } from '../../features/identity/passwords/passwords.service.ts'
import { newLinkedCard, newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'

let app: TestApp
let client: TestClient
let url: string
let partner: Partner
let member: { id: string; partnerId: string }

beforeAll(async () => {
  app = await createTestApp()
  partner = app.newPartner()
  member = await newMember(app, partner)
  client = await signedInClient(app, partner, member.id)
  await newLinkedCard(app, member)
  url = `/api/Member/Cards?id=${(await newLinkedCard(app, member)).id}`
})

const tokenOf = async (someone: TestClient) => (await someone.get('/api/CSRF')).json().csrfToken as string

describe('state-changing call', () => {
  test.each<[string, () => Promise<Record<string, string>>]>([
    ['no token', async () => ({})],
    ['an empty token', async () => ({ 'x-xsrf-token': '' })],
    ['the placeholder of a browser that got none', async () => ({ 'x-xsrf-token': csrfFallbackToken })],
    [
      'another visitor’s token',
      async () => ({ 'x-xsrf-token': await tokenOf(newClient(app, app.newPartner())) }),
    ],
    [
      'its token with one character changed',
      async () => ({ 'x-xsrf-token': altered(await tokenOf(client)) }),
    ],
    ['its own cookie as token', async () => ({ 'x-xsrf-token': client.cookies.get('dw_csrf') ?? 'none' })],
    ['a form’s content type', async () => ({ 'content-type': 'application/x-www-form-urlencoded' })],
    ['a text body, which needs no preflight', async () => ({ 'content-type': 'text/plain' })],
  ])('%s -> 403', async (_case, headers) => {
    const response = await client.send('DELETE', url, undefined, await headers())
    expect(response.statusCode).toBe(403)
    expect(response.json()).toMatchObject({ code: 'csrf_invalid', requestId: expect.any(String) })
    expect((await client.get('/api/Member/Cards')).json().items).toHaveLength(2)
  })

  test('no cookie, any token -> 403', async () => {
    const token = await tokenOf(client)
    client.cookies.delete('dw_csrf')
    const response = await client.send('DELETE', url, undefined, { 'x-xsrf-token': token })
    expect(response.json().code).toBe('csrf_invalid')
  })

  test.each(['cross-site', 'same-site'])('sec-fetch-site %s, with or without a token -> 403', async site => {
    const headers = { 'x-xsrf-token': await tokenOf(client), 'sec-fetch-site': site }
    const response = await client.send('DELETE', url, undefined, headers)
    expect(response.statusCode).toBe(403)
    expect(response.json().code).toBe('cross_site_refused')
  })

  test.each(['https://evil.example', 'http://localhost', 'null'])(
    'origin %s with the token -> 403',
    async origin => {
      const headers = { 'x-xsrf-token': await tokenOf(client), origin }
      const response = await client.send('DELETE', url, undefined, headers)
      expect([response.statusCode, response.json().code]).toEqual([403, 'cross_site_refused'])
    },
  )

  test('token and cookie of another visitor together -> 403', async () => {
    const attacker = newClient(app, partner)
    const token = await tokenOf(attacker)
    const victim = await signedInClient(app, partner, member.id)
    victim.cookies.set('dw_csrf', attacker.cookies.get('dw_csrf')!)
    const response = await victim.send('DELETE', url, undefined, { 'x-xsrf-token': token })
    expect(response.json().code).toBe('csrf_invalid')
  })

  test('token and cookie of another partner -> 403', async () => {
    const elsewhere = newClient(app, app.newPartner())
    const token = await tokenOf(elsewhere)
    const here = newClient(app, partner)
    here.cookies.set('dw_csrf', elsewhere.cookies.get('dw_csrf')!)
    const response = await here.send('POST', '/api/SignIn', {}, { 'x-xsrf-token': token })
    expect(response.json().code).toBe('csrf_invalid')
  })

  test('after sign-in -> needs a new token and has a new cookie', async () => {
    const passwordHash = await hashPassword('Dinner-For-2!')
    const { email } = await newMember(app, partner, { passwordHash })
    const someone = newClient(app, partner)
    const token = await tokenOf(someone)
    const cookie = someone.cookies.get('dw_csrf')
    const body = { userName: email, password: 'Dinner-For-2!' }
    expect((await someone.send('POST', '/api/SignIn', body, { 'x-xsrf-token': token })).statusCode).toBe(200)
    const stale = await someone.send('DELETE', url, undefined, { 'x-xsrf-token': token })
    expect(stale.json().code).toBe('csrf_invalid')
    expect(await tokenOf(someone)).not.toBe(token)
    expect(someone.cookies.get('dw_csrf')).not.toBe(cookie)
  })

  test('own origin -> accepted', async () => {
    const origin = `http://${partner.slug}.localhost`
    const headers = { 'x-xsrf-token': await tokenOf(client), origin }
    const response = await client.send('DELETE', '/api/Member/Cards?id=nobodys', undefined, headers)
    expect(response.statusCode).toBe(404)
  })

  test('own token -> accepted, for many calls', async () => {
    const headers = { 'x-xsrf-token': await tokenOf(client), 'content-type': 'application/json' }
    const missing = await client.send('DELETE', '/api/Member/Cards?id=nobodys', undefined, headers)
    expect(missing.statusCode).toBe(404)
    expect((await client.send('DELETE', url, undefined, headers)).statusCode).toBe(200)
  })

  test('after sign-out -> needs a new token', async () => {
    const someone = await signedInClient(app, partner, (await newMember(app, partner)).id)
    const token = await tokenOf(someone)
    await someone.get('/api/SignOut')
    expect(await tokenOf(someone)).not.toBe(token)
    const response = await someone.send('POST', '/api/SignIn', {}, { 'x-xsrf-token': token })
    expect(response.json().code).toBe('csrf_invalid')
  })
})

test('GET /api/CSRF: same token while the cookie lasts, not cached', async () => {
  const someone = newClient(app, app.newPartner())
  const first = await someone.get('/api/CSRF')
  expect(first.headers['cache-control']).toBe('no-store')
  expect(first.cookies[0]).toMatchObject({ name: 'dw_csrf', httpOnly: true, sameSite: 'Lax' })
  expect(await tokenOf(someone)).toBe(first.json().csrfToken)
})

const altered = (token: string) => `${token[0] === 'A' ? 'B' : 'A'}${token.slice(1)}`
