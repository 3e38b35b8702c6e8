import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { isReachable, openDatabase } from '../db/open-database.ts'
import { newMember } from '../testing/factories.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { signedInClient } from '../testing/test-client.ts'

const metricsToken = 'metrics-token-of-tests'
let app: TestApp
let partner: Partner
let ready = false
let lines: string[] = []

beforeAll(async () => {
  app = await createTestApp({
    metricsTokens: ['metrics-token-to-come', metricsToken],
    isReady: async () => ready,
    logLevel: 'info',
    logStream: { write: line => void lines.push(line) },
  })
  partner = app.newPartner()
})

const get = (url: string, headers: Record<string, string> = {}) => app.app.inject({ url, headers })

describe('health', () => {
  test('the process lives, whether it can serve or not', async () => {
    ready = false
    expect((await get('/healthz')).statusCode).toBe(200)
  })

  test('it is not ready before it can serve: 503, and when to ask again', async () => {
    ready = false
    const response = await get('/readyz')
    expect([response.statusCode, response.headers['retry-after']]).toEqual([503, '1'])
    ready = true
    expect((await get('/readyz')).statusCode).toBe(200)
  })
})

describe('readiness', () => {
  test('ends with the database, and comes back with it', async () => {
    const gone = await openDatabase({
      databaseUrl: 'postgres://127.0.0.1:1/gone',
      dataDir: '',
      socketDir: '',
    })
    expect(await isReachable(gone.db)).toBe(false)
    await gone.close()
    expect(await isReachable(app.database.db)).toBe(true)
  })
})

describe('metrics', () => {
  test.each([
    ['no token', {}],
    ['a wrong token', { authorization: 'Bearer metrics-token-of-testz' }],
    ['the token in another scheme', { authorization: `Basic ${metricsToken}` }],
    ['a token beyond ASCII', { authorization: 'Bearer é' }],
  ] as [string, Record<string, string>][])('%s: they are not there', async (_case, headers) => {
    expect((await get('/metrics', headers)).statusCode).toBe(404)
  })

  test('the right token: requests by route, never by address', async () => {
    await get('/api/Member?email=ada@example.com', { host: `${partner.slug}.localhost` })
    const response = await get('/metrics', { authorization: `Bearer ${metricsToken}` })
    expect(response.statusCode).toBe(200)
    expect(response.headers['content-type']).toMatch(/^text\/plain; version=0\.0\.4/)
    expect(response.body).toContain('http_requests_total{method="GET",route="/api/Member",status="401"} 1\n')
    for (const name of [
      'http_request_duration_seconds_count{method="GET",route="/api/Member"} 1',
      'inbox_events ',
      'inbox_oldest_seconds ',
      'inbox_parked_events ',
      'outbox_mails ',
      'payouts_overdue ',
      'page_cache_bytes 0',
      'render_queue_waiting 0',
      'db_pool_connections ',
    ])
      expect(response.body).toContain(`\n${name}`)
    expect(response.body).not.toContain('example.com')
  })
})

describe('the log', () => {
  test('of a request -> path and status; no query, cookies, body, address or member', async () => {
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    lines = []
    await client.get('/api/Member?public_id=abc&email=ada@example.com', { 'x-forwarded-for': '203.0.113.9' })
    await client.send('POST', '/api/SignIn', { userName: 'ada@example.com', password: 'Dinner-For-2!' })
    const log = lines.join('')
    expect(log).toContain('"path":"/api/Member"')
    expect(log).toContain('"statusCode":401')
    for (const secret of [
      ...client.cookies.values(),
      'ada@example.com',
      member.email,
      member.id,
      'public_id',
      'Dinner-For-2!',
      '127.0.0.1',
      '203.0.113.9',
    ])
      expect(log).not.toContain(secret)
  })

  test('of a failure of the database says which rule, not whose row', async () => {
    const memberNumber = '402815637'
    await newMember(app, partner, { memberNumber })
    const failure = await newMember(app, partner, { memberNumber }).catch(error => error)
    lines = []
    app.app.log.error({ err: new Error('it could not be stored', { cause: failure }) }, 'unexpected error')
    const log = lines.join('')
    expect(log).toContain('members_member_number')
    expect(log).toContain('23505')
    expect(log).not.toContain(memberNumber)
  })
})
