import type { Partner } from '@dineward/core/partner/partner.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import type { JWTPayload } from 'jose'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditedActions } from '../../../testing/audit-entries.ts'
import { newMember } from '../../../testing/factories.ts'
import { provenProspect } from '../../../testing/prospect.ts'
import { type SignInWorld, startSignInWorld } from '../../../testing/sign-in/provider-sign-in.ts'
import type { ProviderAnswer } from '../../../testing/sign-in/sign-on.ts'
import { newClient, signedInClient, type TestClient } from '../../../testing/test-client.ts'
import { deleteOldRows } from '../../jobs/retention.service.ts'
import { listMails } from '../../mail/mail.service.ts'
import { hashPassword } from '../passwords/passwords.service.ts'

const password = 'Dinner-For-2!'
const mine = '/api/Member/SignInProviders'
let world: SignInWorld
let partner: Partner
let passwordHash: string

beforeAll(async () => {
  world = await startSignInWorld()
  passwordHash = await hashPassword(password)
})

beforeEach(() => {
  world.app.clock.set(new Date())
  partner = world.newPartner()
})

const as = (claims: JWTPayload): ProviderAnswer => ({ claims: right => ({ ...right, ...claims }) })
const outcome = async (response: ReturnType<TestClient['send']>) => {
  const { statusCode, json } = await response
  return [statusCode, json().code]
}
const pending = async (client: TestClient) => (await client.get('/api/SignIn/Provider')).json().signIn
const memberOf = async (client: TestClient) => (await client.get('/api/Member')).json()
const linkedOf = async (client: TestClient) =>
  (await client.get(mine)).json().items.filter((item: { linkedAt: string | null }) => item.linkedAt)
const join = (client: TestClient, overrides: Record<string, unknown> = {}) =>
  client.send('POST', '/api/SignIn/Provider/Join', provenProspect(overrides))
const link = (client: TestClient, typed = password) =>
  client.send('POST', '/api/SignIn/Provider/Link', { password: typed })

describe('a person whom the program does not know', () => {
  test('Google -> the form has name and address; joined without a password and without a mail to confirm', async () => {
    const client = newClient(world.app, partner)
    const claims = { sub: 'noor', email: 'noor@gmail.example', given_name: 'Noor', family_name: 'Haddad' }
    const response = await world.signIn(client, 'google', as(claims), '?returnTo=/search')
    expect(response.headers.location).toBe('/join?returnTo=%2Fsearch')
    expect(await pending(client)).toEqual({
      provider: 'google',
      email: 'noor@gmail.example',
      firstName: 'Noor',
      lastName: 'Haddad',
      isMember: false,
    })
    const joined = await join(client, { firstName: 'Nora', lastName: 'Haddad', email: 'eve@example.com' })
    expect(joined.statusCode).toBe(200)
    const member = await memberOf(client)
    expect(member).toMatchObject({ email: 'noor@gmail.example', firstName: 'Nora', emailConfirmed: true })
    expect(await auditedActions(world.app, member.publicId)).toEqual(['credentials.identity_linked'])
    const mails = await listMails(world.app.context(partner))
    expect(mails).toMatchObject([
      { recipient: 'noor@gmail.example', subject: expect.stringMatching(/welcome/i) },
    ])

    const again = newClient(world.app, partner)
    expect((await world.signIn(again, 'google', as(claims))).headers.location).toBe('/account/overview')
    expect((await memberOf(again)).publicId).toBe(member.publicId)
  })

  test('Apple -> the name that is posted once, an address of its relay', async () => {
    const client = newClient(world.app, partner)
    const user = JSON.stringify({ name: { firstName: 'Noor', lastName: 'Haddad' }, email: 'eve@example.com' })
    const claims = { email: 'q7x9@privaterelay.example', email_verified: 'true' }
    await world.signIn(client, 'apple', { ...as(claims), user })
    expect(await pending(client)).toMatchObject({
      email: 'q7x9@privaterelay.example',
      firstName: 'Noor',
      lastName: 'Haddad',
    })
    expect((await join(client)).statusCode).toBe(200)
    expect((await memberOf(client)).email).toBe('q7x9@privaterelay.example')
  })

  test.each(['not JSON', '{}', '{"name":7}', '{"name":{"firstName":{"__proto__":1},"lastName":7}}'])(
    'Apple, user is %s -> no name',
    async user => {
      const client = newClient(world.app, partner)
      await world.signIn(client, 'apple', { user })
      expect(await pending(client)).toMatchObject({ firstName: '', lastName: '' })
    },
  )

  test.each([{ email_verified: false }, { email: undefined }])('%o -> back on sign-in', async claims => {
    const client = newClient(world.app, partner)
    const { headers } = await world.signIn(client, 'google', as(claims))
    expect(headers.location).toMatch(/problem=no_email/)
    expect(await outcome(join(client))).toEqual([400, 'provider_sign_in_expired'])
  })

  test('wrong fields -> 400, and the form can be sent again; once, and for half an hour', async () => {
    const client = newClient(world.app, partner)
    await world.signIn(client, 'google')
    expect(await outcome(join(client, { zipCode: '00000' }))).toEqual([400, 'zip_not_in_us'])
    expect(await outcome(join(client, { firstName: '' }))).toEqual([400, 'validation_failed'])
    world.app.clock.advance(minutes(31))
    expect(await outcome(join(client))).toEqual([400, 'provider_sign_in_expired'])
    world.app.clock.set(new Date())
    const [first, second] = await Promise.all([join(client), join(client)])
    expect([first.statusCode, second.statusCode].toSorted()).toEqual([200, 400])
  })

  test('in another browser, at another partner -> nothing to join with', async () => {
    const client = newClient(world.app, partner)
    await world.signIn(client, 'google')
    const elsewhere = newClient(world.app, world.newPartner())
    elsewhere.cookies.set('dw_sso', client.cookies.get('dw_sso')!)
    for (const other of [newClient(world.app, partner), elsewhere]) {
      expect(await pending(other)).toBeNull()
      expect(await outcome(join(other))).toEqual([400, 'provider_sign_in_expired'])
      expect(await outcome(link(other))).toEqual([400, 'provider_sign_in_expired'])
    }
  })

  test('an account that never confirmed the address -> joins, and has it', async () => {
    const stranger = await newMember(world.app, partner, { emailConfirmedAt: null, passwordHash })
    const client = newClient(world.app, partner)
    await world.signIn(client, 'google', as({ email: stranger.email }))
    expect(await pending(client)).toMatchObject({ isMember: false })
    expect((await join(client)).statusCode).toBe(200)
    expect((await memberOf(client)).publicId).not.toBe(stranger.id)
  })
})

describe('a person whose address is a member’s', () => {
  async function knownPerson(provider: 'google' | 'apple' = 'google') {
    const member = await newMember(world.app, partner, { passwordHash })
    const client = newClient(world.app, partner)
    const claims = as({ sub: `of-${member.id}`, email: member.email })
    const response = await world.signIn(client, provider, claims, '?returnTo=/search')
    return { member, client, response, claims }
  }

  test('not signed in by the address alone; after the password once -> signed in, linked, told', async () => {
    const { member, client, response, claims } = await knownPerson()
    expect(response.headers.location).toBe('/link_sign_in?returnTo=%2Fsearch')
    expect((await client.get('/api/Member')).statusCode).toBe(401)
    expect(await pending(client)).toMatchObject({ email: member.email, isMember: true })
    expect(await outcome(join(client))).toEqual([400, 'email_in_use'])
    expect((await link(client)).statusCode).toBe(200)
    expect((await memberOf(client)).publicId).toBe(member.id)
    expect(await auditedActions(world.app, member.id)).toEqual(['credentials.identity_linked'])
    const mails = await listMails(world.app.context(partner))
    expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^Google signs in/))
    const again = newClient(world.app, partner)
    await world.signIn(again, 'google', claims)
    expect((await memberOf(again)).publicId).toBe(member.id)
  })

  test('wrong passwords count as at sign-in, and lock', async () => {
    const { member, client } = await knownPerson('apple')
    for (let tries = 1; tries <= 5; tries++)
      expect(await outcome(link(client, 'not-the-one-1'))).toEqual([401, 'invalid_credentials'])
    expect(await outcome(link(client))).toEqual([403, 'account_locked'])
    const signIn = { userName: member.email, password }
    expect(await outcome(newClient(world.app, partner).send('POST', '/api/SignIn', signIn))).toEqual([
      403,
      'account_locked',
    ])
  })

  test('member who has linked another Google account -> refused, not signed in', async () => {
    const { member, client } = await knownPerson()
    const { issuer } = world.providers.google
    await world.app.database.db
      .insertInto('memberIdentities')
      .values({
        partnerId: partner.slug,
        issuer,
        subject: 'another',
        memberId: member.id,
        linkedAt: new Date(),
      })
      .execute()
    expect(await outcome(link(client))).toEqual([409, 'provider_already_linked'])
    expect((await client.get('/api/Member')).statusCode).toBe(401)
  })

  test('signed in by other means in this browser -> linked by their own call', async () => {
    const { member, client } = await knownPerson()
    const session = await signedInClient(world.app, partner, member.id)
    client.cookies.set('dw_session', session.cookies.get('dw_session')!)
    expect((await client.send('POST', mine, {})).json()).toEqual({ linked: 'google' })
    expect(await linkedOf(client)).toMatchObject([{ provider: 'google' }])
    expect(await outcome(client.send('POST', mine, {}))).toEqual([400, 'provider_sign_in_expired'])
  })
})

describe('a member’s providers', () => {
  async function memberWithGoogle(overrides: Parameters<typeof newMember>[2] = {}) {
    const member = await newMember(world.app, partner, overrides)
    const client = await signedInClient(world.app, partner, member.id)
    const claims = as({ sub: `of-${member.id}`, email: 'other@gmail.example' })
    const response = await world.signIn(client, 'google', claims, '?link=yes&returnTo=/account/user_profile')
    return { member, client, claims, response }
  }
  const unlink = (client: TestClient, body: object = {}) =>
    client.send('DELETE', `${mine}?provider=google`, body)

  test('another address -> asked first, then linked; signs in', async () => {
    const { member, client, claims, response } = await memberWithGoogle({ passwordHash })
    expect(response.headers.location).toBe('/link_sign_in?returnTo=%2Faccount%2Fuser_profile')
    expect((await client.get(mine)).json()).toEqual({
      items: [
        { provider: 'apple', linkedAt: null },
        { provider: 'google', linkedAt: null },
      ],
      hasPassword: true,
    })
    await client.send('POST', mine, {})
    expect(await linkedOf(client)).toHaveLength(1)
    const again = newClient(world.app, partner)
    await world.signIn(again, 'google', claims)
    expect((await memberOf(again)).publicId).toBe(member.id)
  })

  test('sign-in of long ago -> the password; without it refused', async () => {
    const { client } = await memberWithGoogle({ passwordHash })
    world.app.clock.advance(minutes(6))
    expect(await outcome(client.send('POST', mine, {}))).toEqual([403, 'reauthentication_required'])
    expect((await client.send('POST', mine, { password: 'wrong-one-1' })).json().fieldErrors).toMatchObject([
      { field: 'password' },
    ])
    expect((await client.send('POST', mine, { password })).statusCode).toBe(200)
    expect(await outcome(unlink(client))).toEqual([403, 'reauthentication_required'])
    expect((await unlink(client, { password })).json()).toEqual({ unlinked: true })
    expect(await linkedOf(client)).toEqual([])
  })

  test('unlinked -> told, and no longer signs in; not linked -> 404; unknown provider -> 400', async () => {
    const { member, client, claims } = await memberWithGoogle({ passwordHash })
    await client.send('POST', mine, {})
    expect((await unlink(client)).statusCode).toBe(200)
    const mails = await listMails(world.app.context(partner))
    expect(mails.map(({ subject }) => subject)).toContainEqual(expect.stringMatching(/^Google no longer/))
    expect(await auditedActions(world.app, member.id)).toContain('credentials.identity_unlinked')
    expect(await outcome(unlink(client))).toEqual([404, 'not_found'])
    expect(await outcome(client.send('DELETE', `${mine}?provider=myspace`, {}))).toEqual([
      400,
      'validation_failed',
    ])
    const again = newClient(world.app, partner)
    await world.signIn(again, 'google', claims)
    expect((await again.get('/api/Member')).statusCode).toBe(401)
  })

  test('last way to sign in -> stays', async () => {
    const { client } = await memberWithGoogle()
    await client.send('POST', mine, {})
    expect(await outcome(unlink(client))).toEqual([409, 'last_way_to_sign_in'])
    expect(await linkedOf(client)).toHaveLength(1)
  })

  test('linked to another member -> their account stays theirs', async () => {
    const { client, claims } = await memberWithGoogle()
    await client.send('POST', mine, {})
    const other = await newMember(world.app, partner)
    const theirs = await signedInClient(world.app, partner, other.id)
    const { headers } = await world.signIn(theirs, 'google', claims, '?link=yes')
    expect(headers.location).toBe('/account/user_profile?provider=google&problem=taken')
    expect((await memberOf(theirs)).publicId).toBe(other.id)
    expect(await linkedOf(theirs)).toEqual([])
  })

  test('joined with Google -> leaves after a recent sign-in; the export names it', async () => {
    const client = newClient(world.app, partner)
    await world.signIn(client, 'google')
    await join(client)
    expect((await client.get('/api/Member/Export')).body).toContain(world.providers.google.issuer)
    expect((await client.send('DELETE', '/api/Member', {})).statusCode).toBe(202)
  })

  test('joined with Google -> changes the address after a recent sign-in, without a password', async () => {
    const client = newClient(world.app, partner)
    await world.signIn(client, 'google')
    await join(client)
    const change = () => client.send('PUT', '/api/Member/Credentials', { email: 'new@example.com' })
    expect((await change()).statusCode).toBe(200)
    world.app.clock.advance(minutes(6))
    expect(await outcome(change())).toEqual([403, 'reauthentication_required'])
    const { client: withPassword } = await memberWithGoogle({ passwordHash })
    const answer = withPassword.send('PUT', '/api/Member/Credentials', { email: 'other@example.com' })
    expect(await outcome(answer)).toEqual([400, 'validation_failed'])
  })

  test('attempts and confirmed persons of long ago -> deleted', async () => {
    await world.signIn(newClient(world.app, partner), 'google')
    await world.start(newClient(world.app, partner), 'google')
    world.app.clock.advance(days(1))
    const { db } = world.app.database
    const left = () =>
      db.selectFrom('provenIdentities').select('provider').where('partnerId', '=', partner.slug).execute()
    expect(await left()).toHaveLength(1)
    await deleteOldRows(world.app.context(partner))
    expect(await left()).toEqual([])
  })
})
