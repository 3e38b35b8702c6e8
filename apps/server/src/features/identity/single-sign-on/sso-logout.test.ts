import { randomBytes } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import type { JWTPayload } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { startTestProvider, type TestProvider } from '../../../testing/sign-in/identity-provider.ts'
import {
  type ProviderAnswer,
  type SignOn,
  seconds,
  signOnAt,
  ssoClientId,
} from '../../../testing/sign-in/sign-on.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient } from '../../../testing/test-client.ts'

let app: TestApp
let provider: TestProvider
let partner: Partner
let through: SignOn

beforeAll(async () => {
  app = await createTestApp()
  // The provider signs with the machine's time.
  app.clock.set(new Date())
  provider = await startTestProvider()
  through = signOnAt(app, provider)
})

beforeEach(() => {
  provider.behavior = {}
  partner = through.newPartner()
})

describe('sign-out', () => {
  const signOut = async () => {
    const client = newClient(app, partner)
    await through.signOn(client)
    const answer = (await client.get('/api/SignOut')).json()
    expect((await client.get('/api/Member')).statusCode).toBe(401)
    return { client, answer }
  }

  test('-> leads to the provider, which is told client and person, once; no ID token in the address', async () => {
    const { client, answer } = await signOut()
    const url = new URL(answer.providerUrl)
    expect(url.origin + url.pathname).toBe(`${provider.issuer}/end`)
    expect(Object.fromEntries(url.searchParams)).toEqual({
      client_id: ssoClientId,
      logout_hint: expect.stringMatching(/^person-/),
      post_logout_redirect_uri: `http://${partner.slug}.localhost/SignOut`,
    })
    expect((await client.get('/api/SignOut')).json()).toEqual({ signedOut: true, providerUrl: null })
  })

  test('person who has not joined -> leads to the provider', async () => {
    partner = through.newPartner({ hasAutoEnroll: false })
    expect((await signOut()).answer.providerUrl).toContain(`${provider.issuer}/end?`)
  })

  test('provider without sign-out -> signed out here', async () => {
    const { end_session_endpoint: _, ...discovery } = provider.discovery()
    provider.behavior = { discovery: { status: 200, body: JSON.stringify(discovery) } }
    expect((await signOut()).answer).toEqual({ signedOut: true, providerUrl: null })
  })
})

describe('back-channel logout', () => {
  const events = { 'http://schemas.openid.net/event/backchannel-logout': {} }
  const tokenOf = (claims: JWTPayload) => ({
    iss: provider.issuer,
    aud: ssoClientId,
    iat: seconds(),
    exp: seconds() + 60,
    jti: randomBytes(8).toString('hex'),
    events,
    ...claims,
  })
  const announce = async (claims: JWTPayload, of = partner, sign?: ProviderAnswer['sign']) =>
    app.app.inject({
      method: 'POST',
      url: '/api/Sso/BackchannelLogout',
      headers: { host: `${of.slug}.localhost`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({
        logout_token: await provider.sign(claims, { typ: 'logout+jwt', ...sign }),
      }).toString(),
    })
  const signedOn = async () => {
    const client = newClient(app, partner)
    await through.signOn(client, {
      claims: right => ({ ...right, sub: 'noor', sid: 'session-1', email: 'noor@example.com' }),
    })
    expect((await client.get('/api/Member')).statusCode).toBe(200)
    return client
  }

  test.each([
    ['session', { sid: 'session-1' }],
    ['person', { sub: 'noor' }],
  ])('by %s -> signed out', async (_by, claims) => {
    const client = await signedOn()
    expect((await announce(tokenOf(claims))).statusCode).toBe(200)
    expect((await client.get('/api/Member')).statusCode).toBe(401)
  })

  test.each<[string, (right: JWTPayload) => JWTPayload, ProviderAnswer['sign']?]>([
    ['an ID token', ({ events: _, ...right }) => ({ ...right, nonce: 'n' }), { typ: 'JWT' }],
    ['of another type', right => right, { typ: 'JWT' }],
    ['with a nonce', right => ({ ...right, nonce: 'n' })],
    ['for another client', right => ({ ...right, aud: 'another' })],
    ['of another issuer', right => ({ ...right, iss: 'https://evil.example' })],
    ['old', right => ({ ...right, iat: seconds() - 160 })],
    ['expired', right => ({ ...right, exp: seconds() - 40 })],
    ['without an end', ({ exp: _, ...right }) => right],
    ['without an id', ({ jti: _, ...right }) => right],
    ['alg none', right => right, { alg: 'none' }],
    ['signed with a foreign key', right => right, { foreignKey: true }],
  ])('%s -> 400, still signed in', async (_case, change, sign) => {
    const client = await signedOn()
    expect((await announce(change(tokenOf({ sid: 'session-1' })), partner, sign)).statusCode).toBe(400)
    expect((await client.get('/api/Member')).statusCode).toBe(200)
  })

  test('sent again -> 400, and a later sign-in of the person stays', async () => {
    await signedOn()
    const token = tokenOf({ sub: 'noor' })
    expect((await announce(token)).statusCode).toBe(200)
    const client = await signedOn()
    expect((await announce(token)).statusCode).toBe(400)
    expect((await client.get('/api/Member')).statusCode).toBe(200)
  })

  test('at another partner -> sessions stay', async () => {
    const client = await signedOn()
    expect((await announce(tokenOf({ sid: 'session-1' }), through.newPartner())).statusCode).toBe(200)
    expect((await client.get('/api/Member')).statusCode).toBe(200)
  })

  test('no token -> 400', async () => {
    const response = await app.app.inject({
      method: 'POST',
      url: '/api/Sso/BackchannelLogout',
      headers: { host: `${partner.slug}.localhost`, 'content-type': 'application/x-www-form-urlencoded' },
      payload: '',
    })
    expect(response.statusCode).toBe(400)
  })
})
