import { fileURLToPath } from 'node:url'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { loadWebBuild } from '../../ssr/web-build.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'

const root = fileURLToPath(new URL('../../../../../', import.meta.url))
let app: TestApp
let partner: Partner
let client: TestClient
let lines: string[] = []

beforeAll(async () => {
  app = await createTestApp({
    web: await loadWebBuild(`${root}apps/web/dist`),
    fontDir: `${root}apps/server/dist/fonts`,
    logLevel: 'warn',
    logStream: { write: line => void lines.push(line) },
  })
  partner = app.newPartner({ withContent: true })
  client = newClient(app, partner)
})
beforeEach(() => {
  lines = []
})

const json = 'application/json'
const form = 'application/x-www-form-urlencoded'

async function post(url: string, payload: string, type = json, headers: Record<string, string> = {}) {
  return app.app.inject({
    method: 'POST',
    url,
    headers: { host: `${partner.slug}.localhost`, 'content-type': type, ...headers },
    payload,
  })
}

async function tokenHeaders(): Promise<Record<string, string>> {
  const token = (await client.get('/api/CSRF')).json().csrfToken
  const cookie = [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
  return { cookie, 'x-xsrf-token': token }
}

describe('size', () => {
  test.each([
    ['/api/SignIn', json],
    ['/login', form],
  ])('40 KB to %s -> 413', async (url, type) => {
    expect((await post(url, 'x'.repeat(40_000), type, await tokenHeaders())).statusCode).toBe(413)
  })

  test.each([
    '/hooks/fidel/transaction.auth',
    '/%68ooks/fidel/transaction.auth',
    'http://a/hooks/fidel/transaction.auth',
  ])('200 KB to %s -> its signature is verified', async url => {
    expect((await post(url, '['.repeat(200_000))).statusCode).toBe(401)
  })
})

test('list of 16,000 values -> 413', async () => {
  const body = JSON.stringify(Array(16_000).fill(1))
  expect((await post('/api/Impressions', body, json, await tokenHeaders())).statusCode).toBe(413)
})

describe('order of checks', () => {
  test('no token -> refused before the body is parsed', async () => {
    const { statusCode, body } = await post('/api/SignIn', '{"userName":')
    expect([statusCode, JSON.parse(body).code]).toEqual([403, 'csrf_invalid'])
  })

  test('form of another site -> refused before the body is parsed', async () => {
    const body = 'a=4929+1748+5027+5143'
    const { statusCode } = await post('/login', body, form, { 'sec-fetch-site': 'cross-site' })
    expect(statusCode).toBe(403)
  })
})

/** Paths of the machine are exempt from rate limits with their own method only. */
test.each(['/healthz', '/readyz', '/metrics', '/hooks/other', '/%68ooks/'])(
  'POST %s -> not found, counted, no error in the log',
  async url => {
    const { statusCode, headers } = await post(url, '{}')
    expect([404, 405]).toContain(statusCode)
    expect(Number(headers['x-ratelimit-remaining'])).toBeGreaterThan(0)
    expect(lines).toEqual([])
  },
)

test.each([
  ['escaped digits', '{"userName":"\\u0034929 1748 5027 5143"}', json],
  ['a number', '{"userName":4929174850275143}', json],
  ['a key', '{"4929174850275143":1}', json],
  ['a form', 'userName=4929+1748+5027+5143', form],
  ['an encoded form', 'userName=%34929%2017485027%35143', form],
])('card number as %s -> refused', async (_case, body, type) => {
  const { statusCode, body: answer } = await post(
    type === json ? '/api/SignIn' : '/login',
    body,
    type,
    await tokenHeaders(),
  )
  expect([statusCode, JSON.parse(answer).code]).toEqual([400, 'card_number_refused'])
})

/**
 * It is in milliseconds of processor time: 25 (quality: P13), on a machine four times slower. A quadratic reader takes
 * seconds.
 */
const longestGap = 4 * 25

describe('the worst body', () => {
  const size = 32 * 1_024 - 2
  const filled = (unit: string, start = '', end = '') =>
    start + unit.repeat(Math.floor((size - start.length - end.length) / unit.length)) + end
  const bodies: [string, string, string][] = [
    ['many fields in a form', form, filled('a=1&', '', 'a=1')],
    ['digits in a form', form, filled('%31+', 'a=')],
    ['a list of numbers', json, filled('1,', '[', '1]')],
    ['a list of lists', json, filled('[],', '[', '[]]')],
    ['a list of objects', json, filled('{},', '[', '{}]')],
    ['an object of many keys', json, `{${Array.from({ length: 3_600 }, (_, n) => `"${n}":1`).join()}}`],
    ['nested objects', json, `${'{"a":'.repeat(5_000)}1${'}'.repeat(5_000)}`],
    ['digits', json, filled('1 ', '["', '"]')],
    ['escaped digits', json, filled('\\u0031', '["', '"]')],
  ]
  const routes: Record<string, readonly string[]> = {
    [form]: ['/login', '/join', '/search'],
    [json]: [
      '/api/SignIn',
      '/api/Impressions',
      '/api/Members/Prospects',
      '/api/Surveys/first-dinners/Answers',
    ],
  }
  test.each(bodies)('%s: read without holding up other requests', async (_case, type, body) => {
    const headers = await tokenHeaders()
    for (const url of routes[type]!) {
      const times: number[] = []
      for (let round = 0; round < 5; round++) {
        const startedAt = process.threadCpuUsage()
        const { statusCode } = await post(url, body, type, headers)
        times.push(process.threadCpuUsage(startedAt).user / 1_000)
        expect(statusCode).toBeLessThan(500)
      }
      expect(Math.min(...times), url).toBeLessThan(longestGap)
    }
  })
})
