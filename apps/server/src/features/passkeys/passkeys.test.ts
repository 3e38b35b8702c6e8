import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { auditedActions } from '../../testing/audit-entries.ts'
import { newMember } from '../../testing/factories.ts'
import {
  assertionOf,
  newSoftPasskey,
  registrationOf,
  type SoftPasskey,
} from '../../testing/sign-in/soft-authenticator.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { lockAccount } from '../identity/sign-in/sign-in-lock.repository.ts'
import { listMails } from '../mail/mail.service.ts'
import { endPasskeyChallenges } from './passkey-challenges.service.ts'

const minute = 60_000
const mine = '/api/Member/Passkeys'
let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})

async function memberOf(partner = app.newPartner()) {
  const member = await newMember(app, partner)
  const client = await signedInClient(app, partner, member.id)
  return { partner, member, client, passkey: newSoftPasskey(Buffer.from(member.id).toString('base64url')) }
}

const originOf = (partner: Partner): string => `http://${partner.slug}.localhost`
const outcome = async (response: ReturnType<TestClient['send']>) => {
  const { statusCode, json } = await response
  return [statusCode, json().code]
}
const challengeFor = async (client: TestClient, path: string): Promise<string> =>
  (await client.send('POST', `${path}/Options`)).json().challenge

type Lies = Partial<Parameters<typeof registrationOf>[1]>

async function add({ partner, client, passkey }: Awaited<ReturnType<typeof memberOf>>, lies: Lies = {}) {
  const challenge = await challengeFor(client, mine)
  const response = registrationOf(passkey, { challenge, origin: originOf(partner), ...lies })
  return client.send('POST', mine, { name: 'My laptop', response })
}

async function signIn(
  partner: Partner,
  passkey: SoftPasskey,
  { counter = 0, ...lies }: Lies & { counter?: number } = {},
) {
  const client = newClient(app, partner)
  const challenge = await challengeFor(client, '/api/SignIn/Passkey')
  const response = assertionOf(passkey, { challenge, origin: originOf(partner), ...lies }, counter)
  const answer = await client.send('POST', '/api/SignIn/Passkey', { response })
  return { client, response, answer, again: () => client.send('POST', '/api/SignIn/Passkey', { response }) }
}

describe('adding a passkey', () => {
  test('listed with name and times; the member is told, and the log has it', async () => {
    const scene = await memberOf()
    const { client, member, partner, passkey } = scene
    expect((await add(scene)).statusCode).toBe(200)
    const items = [
      { id: passkey.id, name: 'My laptop', createdAt: app.clock.now().toISOString(), lastUsedAt: null },
    ]
    expect((await client.get(mine)).json()).toEqual({ items })
    expect(await auditedActions(app, member.id)).toEqual(['credentials.passkey_added'])
    const [mail] = await listMails(app.context(partner))
    expect([mail?.recipient, mail?.textBody]).toEqual([member.email, expect.stringContaining('“My laptop”')])
  })

  test('options -> this host, the member’s name, and what they have already', async () => {
    const scene = await memberOf()
    await add(scene)
    const options = (await scene.client.send('POST', `${mine}/Options`)).json()
    expect(options.rp.id).toBe(`${scene.partner.slug}.localhost`)
    expect(options.user).toMatchObject({ id: scene.passkey.userHandle, name: scene.member.email })
    expect(options.authenticatorSelection).toMatchObject({
      residentKey: 'required',
      userVerification: 'required',
    })
    expect(options.excludeCredentials.map(({ id }: { id: string }) => id)).toEqual([scene.passkey.id])
  })

  test('sign-in of five minutes ago -> asks for the password', async () => {
    const partner = app.newPartner()
    const password = 'Dinner-For-2!'
    const member = await newMember(app, partner, { passwordHash: await hashPassword(password) })
    const client = await signedInClient(app, partner, member.id)
    app.clock.advance(5 * minute + 1_000)
    const options = (body?: object) => outcome(client.send('POST', `${mine}/Options`, body))
    expect(await options()).toEqual([403, 'reauthentication_required'])
    expect(await options({ password: 'not-the-password-1' })).toEqual([400, 'validation_failed'])
    expect(await options({ password })).toEqual([200, undefined])
  })

  test.each<[string, Lies, string]>([
    ['another origin', { origin: 'http://evil.example' }, 'passkey_not_added'],
    ['another host', { rpId: 'evil.example' }, 'passkey_not_added'],
    ['the person not verified', { userVerified: false }, 'passkey_not_added'],
    ['a challenge of its own', { challenge: 'AAAA' }, 'passkey_challenge_invalid'],
  ])('%s -> refused', async (_case, lies, code) => {
    const scene = await memberOf()
    expect(await outcome(add(scene, lies))).toEqual([400, code])
    expect((await scene.client.get(mine)).json().items).toEqual([])
  })

  test.each([
    ['used twice', 200, 0],
    ['after five minutes', 400, 5 * minute],
  ])('challenge %s -> refused', async (_case, first, wait) => {
    const { client, partner, passkey } = await memberOf()
    const challenge = await challengeFor(client, mine)
    app.clock.advance(wait)
    const body = { name: 'x', response: registrationOf(passkey, { challenge, origin: originOf(partner) }) }
    expect((await client.send('POST', mine, body)).statusCode).toBe(first)
    expect(await outcome(client.send('POST', mine, body))).toEqual([400, 'passkey_challenge_invalid'])
  })

  test('challenge of another session, or from before a new password -> refused', async () => {
    const { client, member, partner, passkey } = await memberOf()
    const other = await signedInClient(app, partner, member.id)
    const responseTo = (challenge: string) =>
      registrationOf(passkey, { challenge, origin: originOf(partner) })
    const elsewhere = responseTo(await challengeFor(other, mine))
    const code = [400, 'passkey_challenge_invalid']
    expect(await outcome(client.send('POST', mine, { name: 'x', response: elsewhere }))).toEqual(code)
    const early = responseTo(await challengeFor(client, mine))
    await endPasskeyChallenges(app.context(partner), member.id)
    expect(await outcome(client.send('POST', mine, { name: 'x', response: early }))).toEqual(code)
  })

  test('passkey that a member has -> refused for the next one', async () => {
    const scene = await memberOf()
    await add(scene)
    const { client } = await memberOf(scene.partner)
    expect(await outcome(add({ ...scene, client }))).toEqual([400, 'passkey_not_added'])
  })

  test('more than ten -> refused', async () => {
    const scene = await memberOf()
    for (let count = 0; count < 10; count++)
      expect((await add({ ...scene, passkey: newSoftPasskey('') })).statusCode).toBe(200)
    expect((await scene.client.send('POST', `${mine}/Options`)).json().code).toBe('passkey_limit_reached')
  })

  test.each([{ name: '' }, { name: 'x'.repeat(51) }, { response: {} }, { response: { id: 'a' } }])(
    '%j -> 400',
    async wrong => {
      const { client } = await memberOf()
      expect(
        (await client.send('POST', mine, { name: 'x', response: { id: 'x' }, ...wrong })).statusCode,
      ).toBe(400)
    },
  )
})

describe('removing a passkey', () => {
  test('gone, and it no longer signs in; again, or another member’s -> 404', async () => {
    const scene = await memberOf()
    const { client, member, partner, passkey } = scene
    const sibling = await memberOf(partner)
    await add(scene)
    const path = `${mine}?id=${passkey.id}`
    expect((await sibling.client.send('DELETE', path)).statusCode).toBe(404)
    expect((await client.send('DELETE', path)).json()).toEqual({ removed: true })
    expect((await client.send('DELETE', path)).statusCode).toBe(404)
    expect((await signIn(partner, passkey)).answer.json().code).toBe('passkey_invalid')
    expect(await auditedActions(app, member.id)).toContain('credentials.passkey_removed')
  })

  test('sign-in of five minutes ago -> asks for the password; with it another session token', async () => {
    const partner = app.newPartner()
    const password = 'Dinner-For-2!'
    const member = await newMember(app, partner, { passwordHash: await hashPassword(password) })
    const client = await signedInClient(app, partner, member.id)
    app.clock.advance(4 * minute)
    await client.get('/api/Member')
    app.clock.advance(minute + 1_000)
    await client.get('/api/Member')
    const remove = (body?: object) => outcome(client.send('DELETE', `${mine}?id=none`, body))
    expect(await remove()).toEqual([403, 'reauthentication_required'])
    expect(await remove({ password: 'not-the-password-1' })).toEqual([400, 'validation_failed'])
    expect(await remove({ password })).toEqual([404, 'not_found'])
    const before = client.cookies.get('dw_session')
    expect(await outcome(client.send('POST', `${mine}/Options`, { password }))).toEqual([200, undefined])
    expect(client.cookies.get('dw_session')).not.toBe(before)
    expect((await client.get('/api/Member')).statusCode).toBe(200)
  })
})

describe('sign-in with a passkey', () => {
  test('without a password, also while the account is locked; its use is listed', async () => {
    const scene = await memberOf()
    const { member, partner, passkey } = scene
    await add(scene)
    const now = app.clock.now()
    const lock = { partnerId: partner.slug, account: member.id, until: new Date(now.getTime() + minute), now }
    await lockAccount(app.database.db, lock)
    const { client, answer } = await signIn(partner, passkey)
    expect([answer.statusCode, answer.json().member?.publicId]).toEqual([200, member.id])
    expect((await client.get('/api/Member')).statusCode).toBe(200)
    expect((await client.get(mine)).json().items[0].lastUsedAt).toBe(now.toISOString())
  })

  test.each<[string, Lies, number, string]>([
    ['another origin', { origin: 'http://evil.example' }, 401, 'passkey_invalid'],
    ['another host', { rpId: 'evil.example' }, 401, 'passkey_invalid'],
    ['the person not verified', { userVerified: false }, 401, 'passkey_invalid'],
    ['a challenge of its own', { challenge: 'AAAA' }, 400, 'passkey_challenge_invalid'],
  ])('%s -> refused', async (_case, lies, status, code) => {
    const scene = await memberOf()
    await add(scene)
    const { client, answer } = await signIn(scene.partner, scene.passkey, lies)
    expect([answer.statusCode, answer.json().code]).toEqual([status, code])
    expect(client.cookies.has('dw_session')).toBe(false)
  })

  test('answer used twice, or in another browser, or after five minutes -> refused', async () => {
    const scene = await memberOf()
    const { partner, passkey } = scene
    await add(scene)
    const refused = [400, 'passkey_challenge_invalid']
    const { client, again } = await signIn(partner, passkey)
    await client.get('/api/SignOut')
    expect(await outcome(again())).toEqual(refused)
    const browser = newClient(app, partner)
    const late = newClient(app, partner)
    const origin = originOf(partner)
    const path = '/api/SignIn/Passkey'
    const stolen = assertionOf(passkey, { challenge: await challengeFor(browser, path), origin })
    expect(await outcome(late.send('POST', path, { response: stolen }))).toEqual(refused)
    const slow = assertionOf(passkey, { challenge: await challengeFor(late, path), origin })
    app.clock.advance(5 * minute)
    expect(await outcome(late.send('POST', path, { response: slow }))).toEqual(refused)
  })

  test('counter that does not grow -> refused: a copy is in use', async () => {
    const scene = await memberOf()
    const { partner, passkey } = scene
    await add(scene)
    expect((await signIn(partner, passkey, { counter: 7 })).answer.statusCode).toBe(200)
    for (const counter of [7, 3, 0])
      expect((await signIn(partner, passkey, { counter })).answer.json().code).toBe('passkey_invalid')
    expect((await signIn(partner, passkey, { counter: 8 })).answer.statusCode).toBe(200)
  })

  test('another partner’s, another key, or another member’s handle -> refused', async () => {
    const scene = await memberOf()
    const { partner, passkey } = scene
    await add(scene)
    const other = newSoftPasskey(passkey.userHandle)
    const attempts = [
      signIn(app.newPartner(), passkey),
      signIn(partner, { ...passkey, privateKey: other.privateKey }),
      signIn(partner, { ...passkey, userHandle: 'c29tZW9uZQ' }),
      signIn(partner, other),
    ]
    for (const { answer } of await Promise.all(attempts))
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'passkey_invalid'])
  })
})

test.each([
  ['meridian', {}],
  ['tablefolk', {}],
  ['skyward', { passkeys: 'off' }],
])('%s %j: no passkeys -> 404', async (like, settings) => {
  const { client, partner, passkey } = await memberOf(app.newPartner({ like, settings }))
  const response = registrationOf(passkey, { challenge: 'AAAA', origin: originOf(partner) })
  for (const answer of [
    await client.get(mine),
    await client.send('POST', `${mine}/Options`),
    await client.send('POST', mine, { name: 'x', response }),
    await client.send('DELETE', `${mine}?id=x`),
    await client.send('POST', '/api/SignIn/Passkey/Options'),
    await client.send('POST', '/api/SignIn/Passkey', { response }),
  ])
    expect([answer.statusCode, answer.json().code]).toEqual([404, 'not_found'])
})

test('stored: public keys and hashes only', async () => {
  const { client, member } = await memberOf()
  const challenge = await challengeFor(client, mine)
  const rows = await app.database.db
    .selectFrom('passkeyChallenges')
    .selectAll()
    .where('memberId', '=', member.id)
    .execute()
  expect(rows).toHaveLength(1)
  expect(JSON.stringify(rows)).not.toContain(challenge)
})
