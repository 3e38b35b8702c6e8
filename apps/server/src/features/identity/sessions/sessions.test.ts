import { beforeAll, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient, tokenHeader } from '../../../testing/test-client.ts'
import { hashPassword } from '../passwords/passwords.service.ts'
import { endAllSessions } from './sessions.service.ts'

const second = 1_000
const day = 86_400 * second
const password = 'Dinner-For-2!'
let app: TestApp
let passwordHash: string

beforeAll(async () => {
  app = await createTestApp()
  passwordHash = await hashPassword(password)
})

async function signedIn(rememberMe: boolean) {
  const partner = app.newPartner()
  const member = await newMember(app, partner, { passwordHash })
  const client = newClient(app, partner)
  await client.send('POST', '/api/SignIn', { userName: member.email, password, rememberMe })
  return { partner, member, client }
}

const statusOf = async (client: TestClient) => (await client.get('/api/Member')).statusCode

describe('session', () => {
  test('15 minutes after the last call -> ended', async () => {
    const { client } = await signedIn(false)
    app.clock.advance(15 * 60 * second - second)
    expect(await statusOf(client)).toBe(200)
    app.clock.advance(15 * 60 * second - second)
    expect(await statusOf(client)).toBe(200)
    app.clock.advance(15 * 60 * second)
    expect(await statusOf(client)).toBe(401)
  })

  test('remembered, 90 days after the last call -> ended', async () => {
    const { client } = await signedIn(true)
    app.clock.advance(90 * day - second)
    expect(await statusOf(client)).toBe(200)
    app.clock.advance(90 * day)
    expect(await statusOf(client)).toBe(401)
  })

  test('any call of the member -> renewed, with a new expiry cookie', async () => {
    const { client } = await signedIn(false)
    app.clock.advance(60 * second)
    const response = await client.get('/api/Member/Cards')
    const end = new Date(app.clock.now().getTime() + 15 * 60 * second).toISOString()
    expect(response.cookies.find(cookie => cookie.name === 'dw_session_expires')?.value).toBe(end)
  })

  test('remembered -> persistent cookies', async () => {
    const partner = app.newPartner()
    const member = await newMember(app, partner, { passwordHash })
    const response = await newClient(app, partner).send('POST', '/api/SignIn', {
      userName: member.email,
      password,
      rememberMe: true,
    })
    const expires = response.cookies.find(cookie => cookie.name === 'dw_session')?.expires
    expect(expires).toEqual(new Date(app.clock.now().getTime() + 90 * day))
  })

  test('ended, clock set back -> still ended', async () => {
    const { client } = await signedIn(false)
    const token = client.cookies.get('dw_session')!
    app.clock.advance(16 * 60 * second)
    expect(await statusOf(client)).toBe(401)
    expect([...client.cookies.keys()]).toEqual(['dw_device'])
    app.clock.advance(-10 * 60 * second)
    client.cookies.set('dw_session', token)
    expect(await statusOf(client)).toBe(401)
  })

  test('partner’s settings -> its duration', async () => {
    const partner = app.newPartner({ settings: { session: { minutes: 5, rememberDays: 1 } } })
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    app.clock.advance(5 * 60 * second)
    expect(await statusOf(client)).toBe(401)
  })

  test('session of another partner, member with the same id -> 401', async () => {
    const { client, member } = await signedIn(false)
    const other = app.newPartner()
    const elsewhere = newClient(app, other)
    elsewhere.cookies.set('dw_session', client.cookies.get('dw_session')!)
    expect(await statusOf(elsewhere)).toBe(401)
    expect(await statusOf(client)).toBe(200)
    expect(member.partnerId).not.toBe(other.slug)
  })

  test('other member signed in since, change by a page of the first -> 401 and nothing changed', async () => {
    const { client, partner, member } = await signedIn(false)
    const other = await newMember(app, partner, { passwordHash })
    const device = await signedInClient(app, partner, other.id)
    await client.send('POST', '/api/SignIn', { userName: other.email, password, rememberMe: false })
    const endOthers = async (shown: string) =>
      client.send('DELETE', '/api/Member/Sessions?others', undefined, {
        ...(await tokenHeader(client)),
        'x-member': shown,
      })

    expect((await endOthers(member.id)).json().code).toBe('unauthorized')
    expect(await statusOf(device)).toBe(200)
    expect((await endOthers(other.id)).statusCode).toBe(200)
    expect(await statusOf(device)).toBe(401)
  })

  test.each(['', 'x', `${'a'.repeat(42)}!`, 'a'.repeat(43), '%00'])('token %j -> 401', async token => {
    const client = newClient(app, app.newPartner())
    client.cookies.set('dw_session', token)
    expect(await statusOf(client)).toBe(401)
  })
})

describe('sign-out', () => {
  test('session -> ended on the server, cookies cleared', async () => {
    const { client, partner } = await signedIn(true)
    const token = client.cookies.get('dw_session')!
    const response = await client.get('/api/SignOut')
    expect(response.json()).toEqual({ signedOut: true, providerUrl: null })
    expect(response.headers['cache-control']).toBe('no-store')
    expect([...client.cookies.keys()]).toEqual(['dw_device'])
    const replay = newClient(app, partner)
    replay.cookies.set('dw_session', token)
    expect(await statusOf(replay)).toBe(401)
  })

  test('no session -> 200', async () => {
    const response = await newClient(app, app.newPartner()).get('/api/SignOut')
    expect(response.statusCode).toBe(200)
    expect(response.json()).toEqual({ signedOut: true, providerUrl: null })
  })

  test.each(['cross-site', 'same-site'])('sec-fetch-site %s -> refused', async site => {
    const { client } = await signedIn(false)
    const response = await client.get('/api/SignOut', { 'sec-fetch-site': site })
    expect(response.statusCode).toBe(403)
    expect(response.json().code).toBe('cross_site_refused')
    expect(await statusOf(client)).toBe(200)
  })

  test.each(['same-origin', 'none'])('sec-fetch-site %s -> accepted', async site => {
    const { client } = await signedIn(false)
    expect((await client.get('/api/SignOut', { 'sec-fetch-site': site })).statusCode).toBe(200)
    expect(await statusOf(client)).toBe(401)
  })

  test('HEAD, prefetch -> still signed in', async () => {
    const { client, partner } = await signedIn(false)
    const cookie = `dw_session=${client.cookies.get('dw_session')}`
    const headers = { host: `${partner.slug}.localhost`, cookie }
    const head = await app.app.inject({ method: 'HEAD', url: '/api/SignOut', headers })
    expect(head.statusCode).toBe(405)
    expect((await client.get('/api/SignOut', { 'sec-purpose': 'prefetch' })).statusCode).toBe(403)
    expect(await statusOf(client)).toBe(200)
  })

  test('other devices stay signed in; endAllSessions -> none', async () => {
    const { client, partner, member } = await signedIn(false)
    const other = await signedInClient(app, partner, member.id)
    await client.get('/api/SignOut')
    expect(await statusOf(other)).toBe(200)
    await endAllSessions(app.context(partner), member.id)
    expect(await statusOf(other)).toBe(401)
  })
})
