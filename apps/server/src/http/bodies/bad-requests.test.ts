import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'

let app: TestApp
let partner: Partner
let client: TestClient
let headers: Record<string, string>

beforeAll(async () => {
  app = await createTestApp()
  partner = app.newPartner()
  client = await signedInClient(app, partner, (await newMember(app, partner)).id)
  const token = (await client.get('/api/CSRF')).json().csrfToken
  headers = { 'x-xsrf-token': token, 'content-type': 'application/json' }
})

/** The body is sent word for word, with session and token. */
const post = (payload: string, more: Record<string, string> = {}, url = '/api/Member/Cards') =>
  app.app.inject({
    method: 'POST',
    url,
    headers: {
      host: `${partner.slug}.localhost`,
      cookie: [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
      ...headers,
      ...more,
    },
    payload,
  })

const card = { cardId: 'x', cardType: 'Visa', lastFour: '4242' }
const body = (changes: object) =>
  JSON.stringify({ creditCards: [card], directFileFeedOptIn: true, ...changes })

describe('a host', () => {
  test.each(['unknown.localhost', 'evil.example', 'a b', 'skyward.localhost.evil.example'])(
    '%j -> 421',
    async host => {
      const response = await app.app.inject({ url: '/api/Member', headers: { host } })
      expect(response.statusCode).toBe(421)
      expect(response.json()).toEqual({
        code: 'partner_unknown',
        message: expect.any(String),
        requestId: expect.any(String),
      })
    },
  )

  test('that names no partner is the default partner’s', async () => {
    const response = await app.app.inject({ url: '/api/CSRF', headers: { host: 'localhost:3000' } })
    expect(response.statusCode).toBe(200)
  })

  test('does not matter to the machine’s own paths', async () => {
    const response = await app.app.inject({ url: '/healthz', headers: { host: 'evil.example' } })
    expect(response.statusCode).toBe(200)
  })
})

describe('a body', () => {
  test.each<[string, string, number, string]>([
    ['cut short', '{"creditCards":[', 400, 'invalid_json'],
    ['that is no JSON', 'creditCards=1', 400, 'invalid_json'],
    ['with a trailing comma', '{"a":1,}', 400, 'invalid_json'],
    ['that is missing', '', 400, 'validation_failed'],
    ['that is null', 'null', 400, 'validation_failed'],
    ['that is a text', '"cards"', 400, 'validation_failed'],
    ['that is a list', '[]', 400, 'validation_failed'],
    ['of 300 KB', JSON.stringify({ a: 'x'.repeat(300_000) }), 413, 'body_too_large'],
    ['with __proto__', '{"__proto__":{"isAdmin":true}}', 400, 'invalid_json'],
    ['with constructor.prototype', '{"constructor":{"prototype":{"isAdmin":true}}}', 400, 'invalid_json'],
    ['of lists 10,000 deep', `${'['.repeat(10_000)}${']'.repeat(10_000)}`, 400, 'validation_failed'],
    [
      'of objects 4,000 deep, where a field is not known',
      `{"extra":${'{"a":'.repeat(4_000)}1${'}'.repeat(4_000)}}`,
      400,
      'validation_failed',
    ],
  ])('%s: %s', async (_case, payload, status, code) => {
    const response = await post(payload)
    expect([response.statusCode, response.json().code]).toEqual([status, code])
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined()
  })

  test.each(['text/plain', 'application/xml', 'multipart/form-data; boundary=x', 'application/jsonx', '/'])(
    'of type %s is a 415',
    async type => {
      const response = await post(body({}), { 'content-type': type })
      expect([response.statusCode, response.json().code]).toEqual([415, 'unsupported_media_type'])
    },
  )

  test.each(['application/json; charset=utf-8', 'Application/JSON'])('of type %s is read', async type => {
    expect((await post(body({}), { 'content-type': type })).statusCode).toBe(200)
  })

  test('of wrong types names every field at fault once', async () => {
    const creditCards = [{ cardId: 1, cardType: 'Diners', lastFour: 'abcd' }]
    const response = await post(body({ creditCards, directFileFeedOptIn: 'yes' }))
    expect(response.statusCode).toBe(400)
    const fields = response.json().fieldErrors.map((error: { field: string }) => error.field)
    expect(fields.sort()).toEqual([
      'creditCards.0.cardId',
      'creditCards.0.cardType',
      'creditCards.0.lastFour',
      'directFileFeedOptIn',
    ])
    expect(response.body).not.toMatch(/zod|stack|node_modules/i)
  })

  test('with a zero byte in a text never reaches the database as one', async () => {
    const response = await post(JSON.stringify({ userName: 'a\u0000b', password: 'x' }), {}, '/api/SignIn')
    expect([response.statusCode, response.json().code]).toEqual([400, 'validation_failed'])
    expect(response.body).not.toMatch(/UTF8|byte/i)
  })
})

describe('a path', () => {
  test.each([
    ['GET', '/api/Unknown'],
    ['GET', '/api/member'],
    ['GET', '/..%2f..%2fetc/passwd'],
    ['GET', `/api/${'x'.repeat(5_000)}`],
    ['GET', '/api/%00'],
  ])('%s %s that is not served is a 4xx in the usual shape', async (method, url) => {
    const response = await app.app.inject({
      method: method as 'GET',
      url,
      headers: { host: `${partner.slug}.localhost` },
    })
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found', requestId: expect.any(String) })
  })

  test.each(['/api/%', '/api/Member/Cards?id=%E0%A4%A', '/api/%c0%ae'])(
    '%s, badly encoded, is no 5xx',
    async url => {
      const response = await app.app.inject({ url, headers: { host: `${partner.slug}.localhost` } })
      expect(response.statusCode).toBeGreaterThanOrEqual(400)
      expect(response.statusCode).toBeLessThan(500)
    },
  )
})

test('cookies that are garbage are no cookies', async () => {
  for (const cookie of [
    'dw_session=%',
    'dw_session=;;;=',
    `dw_session=${'x'.repeat(4_000)}`,
    '=;=;',
    '\u00ff',
  ]) {
    const response = await app.app.inject({
      url: '/api/Member',
      headers: { host: `${partner.slug}.localhost`, cookie },
    })
    expect(response.statusCode).toBe(401)
  }
})

test('wire Single sign-on: its calls are in the OpenAPI document', async () => {
  const { paths } = (await newClient(app, partner).get('/api/openapi.json')).json()
  expect(paths['/api/Sso/Start']).toHaveProperty('get')
  expect(paths['/api/Sso/Callback']).toHaveProperty('get')
  expect(paths['/api/Sso/BackchannelLogout']).toHaveProperty('post')
})

test('OpenAPI document -> every call with its errors', async () => {
  const response = await newClient(app, partner).get('/api/openapi.json')
  expect(response.statusCode).toBe(200)
  const { openapi, paths } = response.json()
  expect(openapi).toMatch(/^3\./)
  expect(Object.keys(paths['/api/Member/Cards']).sort()).toEqual(['delete', 'get', 'post', 'put'])
  for (const path of ['/api/CSRF', '/api/SignIn', '/api/SignOut', '/api/Member', '/api/Members/Prospects'])
    expect(paths).toHaveProperty([path])
  expect(paths['/api/SignIn'].post.responses).toHaveProperty('200')
  expect(paths['/api/SignIn'].post.responses).toHaveProperty('4XX')
  expect(JSON.stringify(paths)).not.toMatch(/healthz|metrics|passwordHash/)
})

test('no answer can be framed, sniffed, or read by another origin', async () => {
  const response = await newClient(app, partner).get('/api/CSRF')
  expect(response.headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'x-frame-options': 'DENY',
    'content-security-policy': "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
    'cross-origin-resource-policy': 'same-origin',
  })
  expect(response.headers['access-control-allow-origin']).toBeUndefined()
})
