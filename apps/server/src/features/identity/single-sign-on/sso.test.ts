import type { Partner } from '@dineward/core/partner/partner.ts'
import type { JWTPayload } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { openIdSignOn } from '../../../gateways/sign-on/openid-sign-on.ts'
import { auditedActions } from '../../../testing/audit-entries.ts'
import { newMember } from '../../../testing/factories.ts'
import { startTestProvider, type TestProvider } from '../../../testing/sign-in/identity-provider.ts'
import {
  type ProviderAnswer,
  type SignOn,
  seconds,
  signOnAt,
  ssoClientId,
} from '../../../testing/sign-in/sign-on.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient, type TestClient, tokenHeader } from '../../../testing/test-client.ts'
import { listMails } from '../../mail/mail.service.ts'

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

const mailsOf = (of: Partner) => listMails(app.context(of))
const memberOf = async (client: TestClient) => (await client.get('/api/Member')).json()

describe('single sign-on', () => {
  test('start -> the provider, with PKCE, state and nonce', async () => {
    const { asked } = await through.start(newClient(app, partner))
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: ssoClientId,
      response_type: 'code',
      scope: 'openid profile email',
      code_challenge_method: 'S256',
      redirect_uri: `http://${partner.slug}.localhost/api/Sso/Callback`,
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
  })

  test.each([
    ['image', { 'sec-fetch-dest': 'image', 'sec-fetch-site': 'cross-site' }],
    ['frame', { 'sec-fetch-dest': 'iframe', 'sec-fetch-site': 'same-origin' }],
    ['script', { 'sec-fetch-dest': 'empty', 'sec-fetch-site': 'same-origin' }],
    ['prefetch', { 'sec-fetch-dest': 'document', 'sec-purpose': 'prefetch' }],
  ])('start as %s -> refused, nothing begun', async (_as, headers) => {
    const client = newClient(app, partner)
    const response = await client.get('/api/Sso/Start', headers)
    expect([response.statusCode, response.json().code]).toEqual([403, 'cross_site_refused'])
    expect(client.cookies.has('dw_sso')).toBe(false)
  })

  test.each([
    ['same-origin', /^http:\/\/localhost:\d+\/authorize/],
    ['none', /^http:\/\/localhost:\d+\/authorize/],
    ['cross-site', /^\/Login\?returnTo=%2Fsearch$/],
    ['same-site', /^\/Login\?returnTo=%2Fsearch$/],
  ])('start of a document, %s -> %s', async (site, location) => {
    const headers = { 'sec-fetch-dest': 'document', 'sec-fetch-mode': 'navigate', 'sec-fetch-site': site }
    const response = await newClient(app, partner).get('/api/Sso/Start?returnTo=/search', headers)
    expect([response.statusCode, response.headers.location]).toEqual([303, expect.stringMatching(location)])
  })

  test('recent sign-in asked for -> the provider is, and must say that it was', async () => {
    const signOn = async (authTime: number | undefined) => {
      const client = newClient(app, partner)
      const started = await client.get('/api/Sso/Start?recent=yes')
      const asked = new URL(String(started.headers.location)).searchParams
      expect(asked.get('max_age')).toBe('300')
      const claims = (right: JWTPayload) => ({ ...right, auth_time: authTime })
      const begun = { state: asked.get('state')!, nonce: asked.get('nonce')! }
      return (await through.answer(client, begun, { claims })).response.headers.location
    }
    expect(await signOn(seconds() - 100)).toMatch(/^\/join_rate/)
    for (const wrong of [undefined, seconds() - 400]) expect(await signOn(wrong)).toMatch(/sso=refused/)
    expect((await through.start(newClient(app, partner))).asked.has('max_age')).toBe(false)
  })

  test('account deleted by a person of the provider -> only just after a proof there', async () => {
    const leave = async (authTime: number | undefined) => {
      const client = newClient(app, partner)
      await through.signOn(client, { claims: right => ({ ...right, auth_time: authTime }) })
      const response = await client.send('DELETE', '/api/Member', {}, await tokenHeader(client))
      return [response.statusCode, response.json().code]
    }
    for (const old of [undefined, seconds() - 400])
      expect(await leave(old)).toEqual([403, 'reauthentication_required'])
    expect(await leave(seconds() - 100)).toEqual([202, undefined])
  })

  test('unknown person -> enrolled, asked for a rate, signed in again as the same member', async () => {
    const client = newClient(app, partner)
    const claims = (right: JWTPayload) => ({ ...right, sub: 'noor', email: 'noor@example.com' })
    const response = await through.signOn(client, { claims }, '/search?page=2')
    expect(response.headers.location).toBe('/join_rate?returnTo=%2Fsearch%3Fpage%3D2')
    const member = await memberOf(client)
    expect(member).toMatchObject({ firstName: 'Noor', lastName: 'Haddad', email: 'noor@example.com' })
    const again = newClient(app, partner)
    expect((await through.signOn(again, { claims })).headers.location).toBe('/account/overview')
    expect((await memberOf(again)).publicId).toBe(member.publicId)
  })

  test.each([
    [true, { emailOptIn: false, tierLevel: 0 }],
    [false, { emailOptIn: true, tierLevel: 2 }],
  ])('unknown person, the partner asks for the email opt-in: %s -> %j', async (showEmailOptIn, expected) => {
    partner = through.newPartner({ showEmailOptIn })
    const client = newClient(app, partner)
    await through.signOn(client, { claims: right => ({ ...right, email: 'noor@example.com' }) })
    expect(await memberOf(client)).toMatchObject(expected)
  })

  test('member with the same number -> linked, whatever the e-mail', async () => {
    const known = await newMember(app, partner, { memberNumber: 'MC20481136' })
    const client = newClient(app, partner)
    await through.signOn(client, { claims: right => ({ ...right, member_number: 'MC20481136' }) })
    expect((await memberOf(client)).publicId).toBe(known.id)
    expect(await auditedActions(app, known.id)).toEqual(['credentials.identity_linked'])
  })

  test('member with the same e-mail, not verified -> not linked and not enrolled', async () => {
    const known = await newMember(app, partner)
    const client = newClient(app, partner)
    const claims = (right: JWTPayload) => ({ ...right, email: known.email, email_verified: false })
    expect((await through.signOn(client, { claims })).headers.location).toMatch(/^\/Login\?sso=refused/)
    expect((await client.get('/api/Member')).statusCode).toBe(401)
  })

  test('member with the same e-mail -> linked; who never confirmed it may be a stranger -> not linked', async () => {
    const isLinkedTo = async (emailConfirmedAt: Date | null) => {
      const known = await newMember(app, partner, { emailConfirmedAt })
      const claims = (right: JWTPayload) => ({ ...right, sub: known.id, email: known.email })
      const client = newClient(app, partner)
      await through.signOn(client, { claims })
      const member = await memberOf(client)
      expect(member.email).toBe(known.email)
      return member.publicId === known.id
    }
    expect(await isLinkedTo(app.clock.now())).toBe(true)
    expect(await isLinkedTo(null)).toBe(false)
  })

  test('number that is a member’s e-mail -> not that member', async () => {
    const known = await newMember(app, partner)
    const client = newClient(app, partner)
    await through.signOn(client, { claims: right => ({ ...right, member_number: known.email }) })
    const member = await memberOf(client)
    expect([member.publicId === known.id, member.firstName]).toEqual([false, 'Noor'])
  })

  test('known person with another e-mail, name and number -> the same member; the e-mail of before tells no one apart', async () => {
    const signedOn = async (claims: JWTPayload) => {
      const client = newClient(app, partner)
      await through.signOn(client, { claims: right => ({ ...right, ...claims }) })
      return (await memberOf(client)).publicId
    }
    const first = await signedOn({ sub: 'noor', email: 'noor@example.com', member_number: 'MC20481136' })
    expect(await signedOn({ sub: 'noor', email: 'new@example.com', member_number: 'MC20481144' })).toBe(first)
    expect(await signedOn({ sub: 'another', email: 'new@example.com' })).not.toBe(first)
  })

  test('second person with a member’s number -> refused', async () => {
    await newMember(app, partner, { memberNumber: 'MC20481136' })
    const claims = (sub: string) => (right: JWTPayload) => ({ ...right, sub, member_number: 'MC20481136' })
    await through.signOn(newClient(app, partner), { claims: claims('first') })
    const response = await through.signOn(newClient(app, partner), { claims: claims('second') })
    expect(response.headers.location).toMatch(/^\/Login\?sso=refused/)
  })

  test('partner without auto-enrollment, unknown person -> signed in, joins once with the partner’s name', async () => {
    partner = through.newPartner({ hasAutoEnroll: false })
    const client = newClient(app, partner)
    const claims = (right: JWTPayload) => ({ ...right, email: 'noor@example.com' })
    const response = await through.signOn(client, { claims }, '/search?page=2')
    expect(response.headers.location).toBe('/join?returnTo=%2Fsearch%3Fpage%3D2')
    expect(await memberOf(client)).toMatchObject({ memberType: 'NonCardMember', firstName: 'Noor' })
    expect((await client.get('/api/Member/Cards')).statusCode).toBe(403)
    expect(await mailsOf(partner)).toEqual([])

    const join = async (body: object) =>
      client.send('POST', '/api/Member/Join', body, await tokenHeader(client))
    const accepted = { zipCode: '10001', termsAccepted: true, privacyAccepted: true }
    const refused = await join({ ...accepted, zipCode: '00000' })
    expect([refused.statusCode, refused.json().code]).toEqual([400, 'zip_not_in_us'])
    expect((await join({ ...accepted, firstName: 'Eve', email: 'eve@example.com' })).statusCode).toBe(200)
    expect((await join({ ...accepted, zipCode: '94103' })).statusCode).toBe(200)
    expect(await memberOf(client)).toMatchObject({
      memberType: 'EnrolledCardMember',
      firstName: 'Noor',
      email: 'noor@example.com',
      address: { zipCode: '10001' },
    })
    expect(await mailsOf(partner)).toMatchObject([{ recipient: 'noor@example.com' }])
    expect((await client.get('/api/Member/Cards')).statusCode).toBe(200)
  })

  test.each(['//evil.example', 'https://evil.example', '/\\evil.example', '/a b', '/x\r\nSet-Cookie: a=b'])(
    'return to %j -> the overview',
    async returnTo => {
      const client = newClient(app, partner)
      const claims = (right: JWTPayload) => ({ ...right, sub: 'noor', email: 'noor@example.com' })
      await through.signOn(client, { claims })
      expect((await through.signOn(client, { claims }, returnTo)).headers.location).toBe('/account/overview')
    },
  )

  test('partner with its own passwords -> 404', async () => {
    const client = newClient(app, app.newPartner())
    expect((await client.get('/api/Sso/Start')).statusCode).toBe(404)
    expect((await client.get('/api/Sso/Callback?code=a&state=b')).statusCode).toBe(404)
  })
})

describe('wrong answer -> refused with the way back, no session', () => {
  const refused: [string, ProviderAnswer][] = [
    ['issuer', { claims: right => ({ ...right, iss: 'https://evil.example' }) }],
    ['audience', { claims: right => ({ ...right, aud: 'another-client' }) }],
    ['nonce', { claims: right => ({ ...right, nonce: 'another' }) }],
    ['no nonce', { claims: ({ nonce: _, ...right }) => right }],
    ['expired', { claims: right => ({ ...right, iat: seconds() - 600, exp: seconds() - 300 }) }],
    ['alg none', { sign: { alg: 'none' } }],
    ['signed with a shared secret', { sign: { alg: 'HS256' } }],
    ['signed with a foreign key', { sign: { foreignKey: true } }],
  ]
  test.each(refused)('%s', async (_case, given) => {
    const client = newClient(app, partner)
    const response = await through.signOn(client, given, '/account/manage_cards')
    expect([response.statusCode, response.headers.location]).toEqual([
      303,
      '/Login?sso=refused&returnTo=%2Faccount%2Fmanage_cards',
    ])
    expect((await client.get('/api/Member')).statusCode).toBe(401)
  })

  const failed = { statusCode: 303, headers: { location: expect.stringMatching(/^\/Login\?sso=refused/) } }

  test('state of another browser', async () => {
    const started = await through.start(newClient(app, partner))
    const victim = newClient(app, partner)
    await through.start(victim)
    expect((await through.answer(victim, started)).response).toMatchObject(failed)
  })

  test('state used twice, unknown, of another partner', async () => {
    const client = newClient(app, partner)
    const started = await through.start(client)
    expect((await through.answer(client, started)).response.headers.location).toMatch(/^\/join_rate/)
    expect((await through.answer(client, started)).response).toMatchObject(failed)
    expect((await through.answer(client, { state: 'unknown', nonce: '' })).response).toMatchObject(failed)
    const elsewhere = newClient(app, through.newPartner())
    const theirs = await through.start(elsewhere)
    client.cookies.set('dw_sso', elsewhere.cookies.get('dw_sso') ?? '')
    expect((await through.answer(client, theirs)).response).toMatchObject(failed)
  })

  test('answer that names another issuer', async () => {
    const client = newClient(app, partner)
    const { state } = await through.start(client)
    const query = new URLSearchParams({ code: 'a-code', state, iss: 'https://evil.example' })
    expect(await client.get(`/api/Sso/Callback?${query}`)).toMatchObject(failed)
  })

  test('code used twice', async () => {
    const client = newClient(app, partner)
    const { code } = await through.answer(client, await through.start(client))
    const { state } = await through.start(client)
    const query = new URLSearchParams({ code, state, iss: provider.issuer })
    expect(await client.get(`/api/Sso/Callback?${query}`)).toMatchObject(failed)
  })

  test('the person said no', async () => {
    const client = newClient(app, partner)
    const { state } = await through.start(client)
    const query = new URLSearchParams({ error: 'access_denied', state, iss: provider.issuer })
    expect(await client.get(`/api/Sso/Callback?${query}`)).toMatchObject(failed)
  })
})

describe('provider in trouble -> the page says so', () => {
  const unavailable = /^\/Login\?sso=unavailable/

  test.each([
    ['500', { status: 500, body: 'oops' }],
    ['garbage', { status: 200, body: '<html>' }],
    [
      'another issuer',
      () => ({
        status: 200,
        body: JSON.stringify({ ...provider.discovery(), issuer: 'https://evil.example' }),
      }),
    ],
  ])('discovery answers %s', async (_case, discovery) => {
    provider.behavior = { discovery: typeof discovery === 'function' ? discovery() : discovery }
    const response = await newClient(app, partner).get('/api/Sso/Start')
    expect(response.headers.location).toMatch(unavailable)
    provider.behavior = {}
    // The failed discovery is not remembered.
    expect((await newClient(app, partner).get('/api/Sso/Start')).headers.location).toContain('/authorize')
  })

  test('token endpoint answers 500', async () => {
    provider.behavior = { token: { status: 500, body: 'oops' } }
    expect((await through.signOn(newClient(app, partner))).headers.location).toMatch(/^\/Login\?sso=/)
  })

  test.each(['discovery', 'token'])('%s that never answers -> given up as unavailable', async endpoint => {
    const settings = { secrets: new Map(), issuers: new Map(), production: false, timeoutSeconds: 0.2 }
    const gateway = openIdSignOn(settings)
    const redirectUri = 'http://localhost:3000/api/Sso/Callback'
    const signOn = async () => {
      const { attempt } = await gateway.start(partner, { redirectUri, maxAgeSeconds: null })
      await gateway.finish(partner, new URL(`${redirectUri}?code=x&state=${attempt.state}`), attempt)
    }
    provider.behavior = { [endpoint]: 'never' }
    await expect(signOn()).rejects.toMatchObject({ name: 'SingleSignOnError', kind: 'unavailable' })
  })

  test('keys change in the middle -> the new ones are fetched', async () => {
    await through.signOn(newClient(app, partner))
    await provider.rotateKeys()
    const client = newClient(app, through.newPartner())
    await through.signOn(client)
    expect((await client.get('/api/Member')).statusCode).toBe(200)
  })
})
