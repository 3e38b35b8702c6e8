import { expect, test } from 'vitest'
import { apiHost, newApiClient } from '../../testing/api-client-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'

const app = await createTestApp()

test('the first call: whose key it is, what it may do, and how many calls are left', async () => {
  const partner = app.newPartner()
  const client = await newApiClient(app, partner, { scopes: ['members:read'] })
  const answer = await client.call('GET', '/v1/program')
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      program: { slug: partner.slug, name: partner.settings.programName, currency: 'Point', isSandbox: true },
      key: { id: client.keyId, name: 'CRM', scopes: ['members:read'] },
    },
  ])
  expect(answer.headers).toMatchObject({
    'cache-control': 'no-store',
    'ratelimit-limit': '1200',
    'ratelimit-remaining': '1199',
  })
  expect(answer.headers['set-cookie']).toBeUndefined()
})

test('without a key, with one that is none, of a program’s page, as a cookie -> 401 with a code', async () => {
  const { key } = await newApiClient(app, app.newPartner())
  const call = (headers: object) =>
    app.app.inject({ method: 'GET', url: '/v1/program', headers: { host: apiHost, ...headers } })
  for (const headers of [
    {},
    { authorization: 'Bearer ' },
    { authorization: `Basic ${key}` },
    { authorization: `Bearer ${key}x` },
    { cookie: `dw_session=${key}` },
  ]) {
    const answer = await call(headers)
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'api_key_invalid'])
  }
  const elsewhere = await call({ host: 'skyward.localhost', authorization: `Bearer ${key}` })
  expect(elsewhere.statusCode).toBe(404)
  const page = await app.app.inject({ method: 'GET', url: '/', headers: { host: apiHost } })
  expect([page.statusCode, page.json().code]).toEqual([404, 'not_found'])
})

test('a key in an address is refused, and revoked from then on', async () => {
  const client = await newApiClient(app, app.newPartner())
  const exposed = await client.call('GET', `/v1/program?key=${client.key}`)
  expect([exposed.statusCode, exposed.json().code]).toEqual([401, 'api_key_in_address'])
  const later = await client.call('GET', '/v1/program')
  expect([later.statusCode, later.json().code]).toEqual([401, 'api_key_revoked'])
})

test('the document of this host has its calls alone', async () => {
  const answer = await app.app.inject({ method: 'GET', url: '/openapi.json', headers: { host: apiHost } })
  const { info, paths, components, tags } = answer.json()
  expect([info.title, tags[0]]).toEqual(['Partner API of Dineward', { name: 'Program' }])
  expect(Object.keys(paths).every(path => path.startsWith('/v1/'))).toBe(true)
  expect(Object.keys(components.securitySchemes)).toEqual(['apiKey'])
  const site = await app.app.inject({
    method: 'GET',
    url: '/api/openapi.json',
    headers: { host: 'skyward.localhost' },
  })
  expect(Object.keys(site.json().paths).filter(path => path.startsWith('/v1/'))).toEqual([])
})

test('more calls than a minute has -> 429 with the time to wait, and only of this key', async () => {
  const partner = app.newPartner()
  const [busy, other] = [await newApiClient(app, partner), await newApiClient(app, partner)]
  expect((await busy.call('GET', '/v1/program')).statusCode).toBe(200)
  const counted = await app.database.db
    .updateTable('rateLimits')
    .set({ points: 1_199 })
    .where('key', '=', `partner api:${busy.keyId}`)
    .executeTakeFirst()
  expect(counted.numUpdatedRows).toBe(1n)
  const [last, refused] = [await busy.call('GET', '/v1/program'), await busy.call('GET', '/v1/program')]
  expect([last.statusCode, last.headers['ratelimit-remaining']]).toEqual([200, '0'])
  expect([refused.statusCode, refused.json().code]).toEqual([429, 'rate_limited'])
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect((await other.call('GET', '/v1/program')).statusCode).toBe(200)
})
