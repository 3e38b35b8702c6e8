import { errorBodySchema } from '@dineward/core/shared/errors.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import {
  consoleClient,
  newConsoleClient,
  newConsoleStaff,
  sendTo,
} from '../testing/access/console-for-test.ts'
import { consoleContracts, type Operation, operationsOf } from '../testing/access/contracts.ts'
import { newMember } from '../testing/factories.ts'
import { generateRequest } from '../testing/generated-input.ts'
import { staffPassword } from '../testing/sign-in/staff-for-test.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { newClient } from '../testing/test-client.ts'

let app: TestApp
let operations: Operation[]
beforeAll(async () => {
  app = await createTestApp()
  operations = await operationsOf(app, 'Console')
})

const names = [...consoleContracts.keys()]

describe('partners’ hosts', () => {
  test('every call of the console, with an administrator’s cookie -> as an address that does not exist', async () => {
    const admin = await consoleClient(app, 'admin')
    const site = newClient(app, app.newPartner())
    site.cookies.set('dw_console', admin.cookies.get('dw_console')!)
    const strange = await site.get('/api/Console/NoSuchCall')
    expect(strange.statusCode).toBe(404)
    for (const name of names) {
      const [method, path] = name.split(' ') as ['GET', string]
      const response = await sendTo(site, method, path.replaceAll(/\{\w+\}/g, 'x'), {})
      expect([name, response.statusCode, response.json().code]).toEqual([name, 404, 'not_found'])
    }
  })
})

describe('the console’s session', () => {
  test('token that was there before the sign-in -> replaced, and worth nothing (session fixation)', async () => {
    const { email } = await newConsoleStaff(app, 'viewer')
    const client = newConsoleClient(app)
    const planted = 'p'.repeat(43)
    client.cookies.set('dw_console', planted)
    await client.send('POST', '/api/Console/SignIn', { email, password: staffPassword })
    expect(client.cookies.get('dw_console')).not.toBe(planted)
    const thief = newConsoleClient(app)
    thief.cookies.set('dw_console', planted)
    expect((await thief.get('/api/Console/Session')).statusCode).toBe(401)
  })

  test('cookie behind TLS -> of this host only, Secure, HttpOnly, never sent from another site', async () => {
    const { email } = await newConsoleStaff(app, 'viewer')
    const production = await createTestApp({
      production: true,
      db: app.database.db,
      console: { hosts: ['console.example'], needsSecondFactor: false },
    })
    const headers = { host: 'console.example' }
    const csrf = await production.app.inject({ url: '/api/CSRF', headers })
    const cookie = csrf.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const response = await production.app.inject({
      method: 'POST',
      url: '/api/Console/SignIn',
      headers: { ...headers, cookie, 'x-xsrf-token': csrf.json().csrfToken },
      payload: { email, password: staffPassword },
    })
    const issued = response.cookies.find(({ name }) => name === '__Host-dw_console')
    expect(issued).toMatchObject({ secure: true, httpOnly: true, sameSite: 'Strict', path: '/' })
    expect(issued?.domain).toBeUndefined()
  })

  test.each([
    ['another site', { 'sec-fetch-site': 'cross-site' }],
    ['another origin', { origin: 'https://evil.example' }],
    ['a partner’s site', { origin: 'http://skyward.localhost' }],
  ])('sign-in from %s -> refused', async (_case, headers) => {
    const client = newConsoleClient(app)
    const token = (await client.get('/api/CSRF')).json().csrfToken
    const all = { 'x-xsrf-token': token, ...headers } as Record<string, string>
    const response = await client.send('POST', '/api/Console/SignIn', { email: 'a', password: 'b' }, all)
    expect([response.statusCode, response.json().code]).toEqual([403, 'cross_site_refused'])
  })
})

test.each(names)('%s: made from what it says it takes -> never a 5xx', async name => {
  const partner = app.newPartner({ withContent: true })
  const { id } = await newMember(app, partner)
  const client = await consoleClient(app, 'admin', partner.slug)
  const token = (await client.get('/api/CSRF')).json().csrfToken
  const cookie = [...client.cookies].map(([key, value]) => `${key}=${value}`).join('; ')
  const operation = operations.find(each => each.name === name)!
  const known = { partner: partner.slug, slug: partner.slug, id, memberId: id, reason: 'As agreed.' }
  for (let seed = 0; seed < 6; seed++) {
    const request = generateRequest(operation, String(seed), known)
    const { statusCode, body } = await app.app.inject({
      method: operation.method,
      url: request.url,
      headers: { host: 'console.localhost', cookie, 'x-xsrf-token': token, ...request.headers },
      ...(request.payload === undefined ? {} : { payload: request.payload }),
      remoteAddress: `10.8.${seed}.1`,
    })
    const about = `${name} ${seed}: ${statusCode} ${body.slice(0, 300)}`
    expect(statusCode, about).toBeLessThan(500)
    if (statusCode < 400) continue
    expect(errorBodySchema.safeParse(JSON.parse(body)).success, about).toBe(true)
    expect(body, about).not.toMatch(/node_modules|\.ts:\d|insert into/i)
  }
})
