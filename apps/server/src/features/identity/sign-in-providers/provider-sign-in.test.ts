import type { Partner } from '@dineward/core/partner/partner.ts'
import { decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import {
  follow,
  postAnswer,
  type SignInWorld,
  startSignInWorld,
} from '../../../testing/sign-in/provider-sign-in.ts'
import { type ProviderAnswer, seconds } from '../../../testing/sign-in/sign-on.ts'
import { newClient, type TestClient } from '../../../testing/test-client.ts'
import { listMails } from '../../mail/mail.service.ts'
import { lockAccount } from '../sign-in/sign-in-lock.repository.ts'
import { insertIdentity } from '../single-sign-on/sso.repository.ts'

let world: SignInWorld
let partner: Partner

beforeAll(async () => {
  world = await startSignInWorld()
})

beforeEach(() => {
  world.providers.google.behavior = {}
  world.providers.apple.behavior = {}
  partner = world.newPartner()
})

const both = ['google', 'apple'] as const
const as = (claims: JWTPayload): ProviderAnswer => ({ claims: right => ({ ...right, ...claims }) })
const whoIs = async (client: TestClient) => (await client.get('/api/Member')).json().publicId
const problem = (response: { headers: Record<string, unknown> }) =>
  URL.parse(String(response.headers.location), 'http://localhost')?.searchParams.get('problem')

/** A member who has linked the provider. */
async function linkedMember(provider: (typeof both)[number], at = partner) {
  const member = await newMember(world.app, at)
  const { issuer } = world.providers[provider]
  const linked = { partnerId: at.slug, issuer, subject: member.id, memberId: member.id, linkedAt: new Date() }
  await insertIdentity(world.app.database.db, linked)
  return member
}

describe('start', () => {
  test('Google -> asked with PKCE, state and nonce, and which account', async () => {
    const { asked } = await world.start(newClient(world.app, partner), 'google')
    expect(Object.fromEntries(asked)).toMatchObject({
      client_id: partner.settings.signInProviders.google,
      scope: 'openid email profile',
      prompt: 'select_account',
      code_challenge_method: 'S256',
      redirect_uri: `http://${partner.slug}.localhost/api/SignIn/google/Callback`,
    })
    for (const name of ['state', 'nonce', 'code_challenge']) expect(asked.get(name)).toMatch(/^[\w-]{43}$/)
  })

  test('Apple -> asked to post its answer, with the name', async () => {
    const { asked } = await world.start(newClient(world.app, partner), 'apple')
    expect(Object.fromEntries(asked)).toMatchObject({
      scope: 'openid email name',
      response_mode: 'form_post',
    })
  })

  test.each([
    ['image', { 'sec-fetch-dest': 'image' }, 403],
    ['prefetch', { 'sec-purpose': 'prefetch' }, 403],
    ['link of another site', { 'sec-fetch-site': 'cross-site' }, 303],
  ])('as %s -> nothing begun', async (_as, headers, status) => {
    const client = newClient(world.app, partner)
    const response = await client.get('/api/SignIn/google/Start?returnTo=/search', headers)
    expect(response.statusCode).toBe(status)
    expect(client.cookies.has('dw_sso')).toBe(false)
  })

  test('not offered, single sign-on, unknown provider -> 404', async () => {
    const off = newClient(world.app, world.app.newPartner())
    const elsewhere = newClient(world.app, world.newPartner({ enrollmentType: 'sso' }))
    for (const client of [off, elsewhere])
      for (const path of ['google/Start', 'google/Callback?code=a&state=b', 'apple/Start'])
        expect((await client.get(`/api/SignIn/${path}`)).statusCode).toBe(404)
    expect((await newClient(world.app, partner).get('/api/SignIn/facebook/Start')).statusCode).toBe(404)
  })
})

describe.each(both)('%s: a person who is linked', provider => {
  test('signed in, back where they were; a new device is mailed about', async () => {
    const member = await linkedMember(provider)
    const client = newClient(world.app, partner)
    const response = await world.signIn(client, provider, as({ sub: member.id }), '?returnTo=/search')
    expect(response.headers.location).toBe('/search')
    expect(await whoIs(client)).toBe(member.id)
    expect(await listMails(world.app.context(partner))).toMatchObject([{ recipient: member.email }])
  })

  test('closed account -> signed in as with a password, to reopen it', async () => {
    const member = await linkedMember(provider)
    await world.app.database.db
      .updateTable('members')
      .set({ memberType: 'ClosedAccountMember' })
      .where('id', '=', member.id)
      .execute()
    const client = newClient(world.app, partner)
    await world.signIn(client, provider, as({ sub: member.id }))
    expect((await client.get('/api/Member')).json().memberType).toBe('ClosedAccountMember')
  })

  test('locked account -> not signed in, and told so; on a known device -> signed in', async () => {
    const member = await linkedMember(provider)
    const known = newClient(world.app, partner)
    await world.signIn(known, provider, as({ sub: member.id }))
    const now = world.app.clock.now()
    const lock = { partnerId: partner.slug, account: member.id, until: new Date(now.getTime() + 60_000), now }
    await lockAccount(world.app.database.db, lock)
    const unknown = newClient(world.app, partner)
    expect(problem(await world.signIn(unknown, provider, as({ sub: member.id })))).toBe('locked')
    expect(await whoIs(unknown)).toBeUndefined()
    expect(problem(await world.signIn(known, provider, as({ sub: member.id })))).toBeNull()
  })

  test('the same person at two partners -> two members', async () => {
    const other = world.newPartner()
    const here = await linkedMember(provider)
    const there = await newMember(world.app, other)
    const { issuer } = world.providers[provider]
    const linked = { partnerId: other.slug, issuer, subject: here.id, memberId: there.id }
    await insertIdentity(world.app.database.db, { ...linked, linkedAt: new Date() })
    const [atHere, atOther] = [newClient(world.app, partner), newClient(world.app, other)]
    await world.signIn(atHere, provider, as({ sub: here.id }))
    await world.signIn(atOther, provider, as({ sub: here.id }))
    expect([await whoIs(atHere), await whoIs(atOther)]).toEqual([here.id, there.id])
  })
})

describe('proof of the client', () => {
  test('Google -> the secret and the verifier', async () => {
    await world.signIn(newClient(world.app, partner), 'google')
    expect(Object.fromEntries(world.providers.google.tokenCalls.at(-1)!)).toMatchObject({
      client_id: partner.settings.signInProviders.google,
      client_secret: `secret-${partner.slug}`,
      code_verifier: expect.stringMatching(/^[\w-]{43}$/),
    })
  })

  test('Apple -> a token of the team, signed with its key, for Apple and a few minutes', async () => {
    await world.signIn(newClient(world.app, partner), 'apple')
    const secret = world.providers.apple.tokenCalls.at(-1)!.get('client_secret')!
    const { payload } = await jwtVerify(secret, world.appleKey.publicKey, {
      issuer: 'TEAM567890',
      subject: partner.settings.signInProviders.apple!,
      audience: world.providers.apple.issuer,
    })
    expect(payload.exp! - payload.iat!).toBe(300)
    expect(decodeProtectedHeader(secret)).toEqual({ alg: 'ES256', kid: 'KEY4567890' })
  })
})

describe.each(both)('%s: wrong answer -> back on sign-in, no session', provider => {
  const refused: [string, ProviderAnswer][] = [
    ['issuer', as({ iss: 'https://evil.example' })],
    ['audience', as({ aud: 'another-client' })],
    ['nonce', as({ nonce: 'another' })],
    ['no nonce', { claims: ({ nonce: _, ...right }) => right }],
    ['expired', as({ iat: seconds() - 600, exp: seconds() - 300 })],
    ['alg none', { sign: { alg: 'none' } }],
    ['signed with a shared secret', { sign: { alg: 'HS256' } }],
    ['signed with a foreign key', { sign: { foreignKey: true } }],
  ]
  test.each(refused)('%s', async (_case, given) => {
    const member = await linkedMember(provider)
    const client = newClient(world.app, partner)
    const answer: ProviderAnswer = {
      ...given,
      claims: right => ({ ...(given.claims?.(right) ?? right), sub: member.id }),
    }
    const response = await world.signIn(client, provider, answer, '?returnTo=/account/manage_cards')
    expect([response.statusCode, response.headers.location]).toEqual([
      303,
      `/login?provider=${provider}&problem=refused&returnTo=%2Faccount%2Fmanage_cards`,
    ])
    expect(await whoIs(client)).toBeUndefined()
  })

  test('state of another browser, used twice', async () => {
    const [client, victim] = [newClient(world.app, partner), newClient(world.app, partner)]
    const { asked } = await world.start(client, provider)
    await world.start(victim, provider)
    expect(problem(await world.answer(victim, provider, asked))).toBe('refused')
    const member = await linkedMember(provider)
    const again = (await world.start(client, provider)).asked
    expect(problem(await world.answer(client, provider, again, as({ sub: member.id })))).toBeNull()
    expect(problem(await world.answer(client, provider, again, as({ sub: member.id })))).toBe('refused')
  })

  test('callback without its start -> refused', async () => {
    const client = newClient(world.app, partner)
    expect(problem(await client.get(`/api/SignIn/${provider}/Callback?code=a&state=b`))).toBe('refused')
  })

  test('answer of another partner’s client -> refused', async () => {
    const other = world.newPartner()
    const client = newClient(world.app, partner)
    const member = await linkedMember(provider)
    const answer = as({ sub: member.id, aud: other.settings.signInProviders[provider]! })
    expect(problem(await world.signIn(client, provider, answer))).toBe('refused')
    const theirs = newClient(world.app, other)
    const { asked } = await world.start(theirs, provider)
    client.cookies.set('dw_sso', theirs.cookies.get('dw_sso')!)
    const query = new URLSearchParams({ code: 'a-code', state: asked.get('state')! })
    expect(problem(await client.get(`/api/SignIn/${provider}/Callback?${query}`))).toBe('refused')
  })

  test.each([
    ['500', { status: 500, body: 'oops' }, 'unavailable'],
    ['garbage', { status: 200, body: '<html>' }, 'refused'],
    ['no answer', 'never' as const, 'unavailable'],
  ])('provider in trouble: %s -> says so', async (_case, token, expected) => {
    world.providers[provider].behavior = { token }
    const response = await world.signIn(newClient(world.app, partner), provider)
    expect(problem(response)).toBe(expected)
  })
})

test('a code that was used -> refused', async () => {
  const member = await linkedMember('google')
  const client = newClient(world.app, partner)
  const first = (await world.start(client, 'google')).asked
  const response = await world.answer(client, 'google', first, as({ sub: member.id }))
  const code = world.providers.google.tokenCalls.at(-1)!.get('code')!
  const { asked } = await world.start(client, 'google')
  const query = new URLSearchParams({ code, state: asked.get('state')! })
  expect(problem(response)).toBeNull()
  expect(problem(await client.get(`/api/SignIn/google/Callback?${query}`))).toBe('refused')
})

test.each([
  ['google', 'access_denied'],
  ['apple', 'user_cancelled_authorize'],
] as const)('%s: the person said no -> back on sign-in with a sentence', async (provider, error) => {
  const client = newClient(world.app, partner)
  const { asked } = await world.start(client, provider, '?returnTo=/search')
  const answer = new URLSearchParams({ error, state: asked.get('state')! })
  const answers = {
    google: () => client.get(`/api/SignIn/google/Callback?${answer}`),
    apple: async () => follow(client, await postAnswer(world.app, asked, answer)),
  }
  expect((await answers[provider]()).headers.location).toBe(
    `/login?provider=${provider}&problem=canceled&returnTo=%2Fsearch`,
  )
})

describe('Apple’s post', () => {
  const post = (fields: Record<string, string>, asked: URLSearchParams) =>
    postAnswer(world.app, asked, new URLSearchParams(fields))

  test('no state, a short one -> 400; one that nothing waits for, a second answer -> back on sign-in', async () => {
    const { asked } = await world.start(newClient(world.app, partner), 'apple')
    for (const state of ['', 'short'])
      expect((await post({ code: 'a', state }, asked)).json().code).toBe('validation_failed')
    expect(problem(await post({ code: 'a', state: 'A'.repeat(43) }, asked))).toBe('refused')
    const answer = { code: 'a', state: asked.get('state')! }
    expect((await post(answer, asked)).headers.location).toMatch(/^\/api\/SignIn\/apple\/Callback\?state=/)
    expect(problem(await post(answer, asked))).toBe('refused')
  })

  test('JSON, a long form -> 415, 413', async () => {
    const { asked } = await world.start(newClient(world.app, partner), 'apple')
    const json = await newClient(world.app, partner).send('POST', '/api/SignIn/apple/Callback', {}, {})
    expect([json.statusCode, json.json().code]).toEqual([400, 'validation_failed'])
    expect((await post({ user: 'x'.repeat(20_000) }, asked)).statusCode).toBe(413)
  })

  test('code in the address of the callback instead -> refused', async () => {
    const client = newClient(world.app, partner)
    const { asked } = await world.start(client, 'apple')
    const query = new URLSearchParams({ code: 'made-up', state: asked.get('state')! })
    expect(problem(await client.get(`/api/SignIn/apple/Callback?${query}`))).toBe('refused')
  })
})
