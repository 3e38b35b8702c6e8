import { beforeAll, describe, expect, test } from 'vitest'
import { auditedActions } from '../../../testing/audit-entries.ts'
import { newMember } from '../../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient, tokenHeader } from '../../../testing/test-client.ts'
import { hashToken } from './tokens.service.ts'

const second = 1_000
const minute = 60 * second
let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})

async function signedIn() {
  const partner = app.newPartner()
  const member = await newMember(app, partner)
  const client = await signedInClient(app, partner, member.id)
  const withToken = (token: string): TestClient => {
    const other = newClient(app, partner)
    other.cookies.set('dw_session', token)
    return other
  }
  return { partner, member, client, token: tokenOf(client), withToken }
}

const tokenOf = (client: TestClient): string => client.cookies.get('dw_session') ?? ''
const statusOf = async (client: TestClient) => (await client.get('/api/Member')).statusCode

/** Use the session until its token has been replaced. */
async function replaceToken(client: TestClient): Promise<string> {
  app.clock.advance(5 * minute)
  await client.get('/api/Member')
  return tokenOf(client)
}

test('session in use -> ends a day after the sign-in', async () => {
  const { client } = await signedIn()
  for (let used = 0; used < 24 * 60; used += 10) {
    expect(await statusOf(client)).toBe(200)
    app.clock.advance(10 * minute)
  }
  expect(await statusOf(client)).toBe(401)
})

describe('token of a session', () => {
  test('used within five minutes -> stays; after them -> replaced, and the cookie with it', async () => {
    const { client, token } = await signedIn()
    app.clock.advance(5 * minute - second)
    await client.get('/api/Member')
    expect(tokenOf(client)).toBe(token)
    app.clock.advance(second)
    await client.get('/api/Member')
    expect(tokenOf(client)).not.toBe(token)
    expect(await statusOf(client)).toBe(200)
  })

  test('parallel requests -> one replaces it, all are answered', async () => {
    const { client, token, withToken } = await signedIn()
    app.clock.advance(5 * minute)
    const answers = await Promise.all(Array.from(Array(6), () => withToken(token).get('/api/Member')))
    expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200))
    const replaced = answers.flatMap(({ cookies }) => cookies.filter(({ name }) => name === 'dw_session'))
    expect(replaced).toHaveLength(1)
    client.cookies.set('dw_session', replaced[0]!.value)
    expect(await statusOf(client)).toBe(200)
  })

  test('replaced, within a minute of the next one’s first use -> works', async () => {
    const { client, token, withToken } = await signedIn()
    await replaceToken(client)
    await client.get('/api/Member')
    app.clock.advance(minute - second)
    const late = await withToken(token).get('/api/Member')
    expect([late.statusCode, late.cookies.some(({ name }) => name === 'dw_session')]).toEqual([200, false])
  })

  test('replaced, and later than that -> the session ends for both, and the log says so', async () => {
    const { client, token, member, withToken } = await signedIn()
    await replaceToken(client)
    expect(await statusOf(client)).toBe(200)
    app.clock.advance(minute)
    expect(await statusOf(withToken(token))).toBe(401)
    expect(await statusOf(client)).toBe(401)
    expect(await auditedActions(app, member.id)).toEqual(['credentials.sessions_ended'])
  })

  test('answer with the next one lost -> the old one works on, and is replaced again', async () => {
    const { client, token, withToken } = await signedIn()
    const lost = await replaceToken(client)
    const browser = withToken(token)
    app.clock.advance(2 * minute)
    expect(await statusOf(browser)).toBe(200)
    const next = tokenOf(browser)
    expect([token, lost]).not.toContain(next)
    expect(await statusOf(browser)).toBe(200)
    expect(await statusOf(withToken(lost))).toBe(401)
    expect(await statusOf(browser)).toBe(401)
  })

  test('guessed within a known session -> ends it', async () => {
    const { client, token, withToken } = await signedIn()
    expect(await statusOf(withToken(token.slice(0, 16) + 'a'.repeat(27)))).toBe(401)
    expect(await statusOf(client)).toBe(401)
  })

  test('replaced -> the anti-forgery token stays', async () => {
    const { client, token } = await signedIn()
    const headers = await tokenHeader(client)
    const next = await replaceToken(client)
    expect(next).not.toBe(token)
    const response = await client.send('DELETE', '/api/Member/Sessions?others', undefined, headers)
    expect(response.statusCode).toBe(200)
  })

  test('replaced -> only hashes are stored', async () => {
    const { client, token, member } = await signedIn()
    const next = await replaceToken(client)
    const rows = await app.database.db
      .selectFrom('sessions')
      .selectAll()
      .where('memberId', '=', member.id)
      .execute()
    expect(rows.map(({ tokenHash }) => tokenHash)).toEqual([hashToken(next)])
    expect(JSON.stringify(rows)).not.toContain(token.slice(0, 16))
  })
})
