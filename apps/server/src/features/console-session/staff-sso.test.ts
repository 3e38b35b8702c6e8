import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { minutes } from '@dineward/core/shared/clock.ts'
import type { JWTPayload } from 'jose'
import { type MutableToken, OAuth2Server } from 'oauth2-mock-server'
import { beforeAll, describe, expect, test } from 'vitest'
import { openIdStaffSignOn } from '../../gateways/sign-on/staff-sign-on.ts'
import {
  newConsoleClient,
  newConsoleStaff,
  signedInToConsole,
} from '../../testing/access/console-for-test.ts'
import { closeAfterFile } from '../../testing/databases/close-after-file.ts'
import { newMember } from '../../testing/factories.ts'
import { mailTexts } from '../../testing/mail-texts.ts'
import { newStaffWithApp, outcome, sendToConsole } from '../../testing/sign-in/authenticator-for-test.ts'
import { startTestProvider, type TestProvider } from '../../testing/sign-in/identity-provider.ts'
import { seconds } from '../../testing/sign-in/sign-on.ts'
import { signInStaff, staffPassword } from '../../testing/sign-in/staff-for-test.ts'
import { createTestApp, type TestApp, testGateways } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'
import { approveAs } from '../approvals/approvals-for-test.ts'

const clientId = 'dineward-console'
const groups = [
  { group: 'dining admins', role: 'admin', partner: null },
  { group: 'harbor-support', role: 'support', partner: 'harbor' },
  { group: 'harbor-support', role: 'viewer', partner: 'harbor' },
]
let provider: TestProvider
let app: TestApp

async function appWith(issuer: string, arePasswordsOff = false): Promise<TestApp> {
  const settings = {
    issuer,
    clientId,
    clientSecret: undefined,
    scope: 'openid profile email',
    groupsClaim: 'groups',
    groups,
    name: 'Contoso',
    maxSessionMinutes: 20,
    arePasswordsOff,
  }
  const staffSignOn = openIdStaffSignOn(settings, { production: false, timeoutSeconds: 1 })
  const created = await createTestApp({
    gateways: { ...testGateways(mkdtempSync(join(tmpdir(), 'dw-'))), staffSignOn },
    console: { hosts: ['console.localhost'], needsSecondFactor: false, arePasswordsOff },
  })
  // The provider signs with the machine's time.
  created.clock.set(new Date())
  return created
}

beforeAll(async () => {
  provider = await startTestProvider()
  app = await appWith(provider.issuer)
})

type Change = (right: JWTPayload) => JWTPayload
const newPerson = () => `ada-${randomBytes(6).toString('hex')}`.replaceAll(/\d/g, 'x')

/** As far as the provider, and back with what its ID token says. @returns the path and the page that it leads to */
async function signOn(
  client: TestClient,
  person: string,
  claims: Change = right => right,
  { query = '', at = app } = {},
): Promise<{ page: string; back: string }> {
  const start = await client.get(`/api/Console/Sso/Start${query}`)
  const asked = new URL(String(start.headers.location), 'http://console.localhost').searchParams
  const [state, nonce] = [asked.get('state') ?? '', asked.get('nonce') ?? '']
  const code = randomBytes(8).toString('hex')
  const right = {
    iss: provider.issuer,
    aud: clientId,
    sub: person,
    iat: seconds(),
    exp: seconds() + 60,
    nonce,
    name: 'Ada Okafor',
    email: `${person}@contoso.example`,
    groups: ['harbor-support', 'everyone'],
    ...(asked.has('max_age') ? { auth_time: seconds() } : {}),
  }
  provider.codes.set(code, () => provider.sign(claims(right)))
  const back = `/api/Console/Sso/Callback?${new URLSearchParams({ code, state, iss: provider.issuer })}`
  const answer = await client.get(back)
  expect(at).toBeDefined()
  return { page: String(answer.headers.location), back }
}

const staffOf = async (client: TestClient) => (await client.get('/api/Console/Session')).json().staff
const auditOf = async (subject: string) =>
  (
    await app.database.db
      .selectFrom('auditLog')
      .select('action')
      .where('subject', '=', subject)
      .orderBy('id')
      .execute()
  ).map(({ action }) => action)

describe('sign-in', () => {
  test('first time -> an account with the roles of its groups, in their program only; audited', async () => {
    const [client, person] = [newConsoleClient(app), newPerson()]
    expect((await client.get('/api/Console/SignIn/Options')).json()).toEqual({
      singleSignOn: 'Contoso',
      arePasswordsOff: false,
    })
    expect((await signOn(client, person, undefined, { query: '?back=%2Fclaims' })).page).toBe('/claims')
    const staff = await staffOf(client)
    expect(staff).toMatchObject({
      name: 'Ada Okafor',
      email: `${person}@contoso.example`,
      networkPermissions: [],
    })
    expect(staff.partners.map(({ slug }: { slug: string }) => slug)).toEqual(['harbor'])
    expect(staff.permissions).toEqual(expect.arrayContaining(['claims.decide', 'finance.read']))
    expect(await auditOf(staff.email)).toEqual(['staff.add', 'staff.roles', 'console.signIn'])
  })

  test('another site’s page cannot begin it, and only the browser that began it ends it, once', async () => {
    const person = newPerson()
    const framed = await newConsoleClient(app).get('/api/Console/Sso/Start', {
      'sec-fetch-site': 'cross-site',
    })
    expect(framed.headers.location).toBe('/sign-in')
    const client = newConsoleClient(app)
    const { back } = await signOn(client, person)
    expect((await client.get(back)).headers.location).toBe('/sign-in?sso=refused')
    expect((await newConsoleClient(app).get(back)).headers.location).toBe('/sign-in?sso=refused')
  })

  test.each<[string, Change, string]>([
    ['unknown groups', right => ({ ...right, groups: ['everyone'] }), 'no_group'],
    ['a group that was renamed', right => ({ ...right, groups: ['Harbor-Support'] }), 'no_group'],
    ['no groups at all', ({ groups: _groups, ...right }) => right, 'no_group'],
    [
      'a clock a day behind',
      right => ({ ...right, iat: seconds() - 86_400, exp: seconds() - 86_340 }),
      'refused',
    ],
    [
      'a clock a day ahead',
      right => ({ ...right, nbf: seconds() + 86_400, exp: seconds() + 86_460 }),
      'refused',
    ],
    ['another nonce', right => ({ ...right, nonce: 'another' }), 'refused'],
    ['another audience', right => ({ ...right, aud: 'another' }), 'refused'],
    ['an address that is not verified', right => ({ ...right, email_verified: false }), 'no_email'],
  ])('%s -> no session, and a sentence', async (_case, claims, kind) => {
    const client = newConsoleClient(app)
    expect((await signOn(client, newPerson(), claims)).page).toBe(`/sign-in?sso=${kind}`)
    expect((await client.get('/api/Console/Session')).statusCode).toBe(401)
  })

  test('address of another account -> refused, and that account stays as it is', async () => {
    const { email, id } = await newConsoleStaff(app, 'admin')
    const client = newConsoleClient(app)
    expect((await signOn(client, newPerson(), right => ({ ...right, email }))).page).toBe(
      '/sign-in?sso=email_taken',
    )
    const roles = await app.database.db
      .selectFrom('staffRoles')
      .select('role')
      .where('staffId', '=', id)
      .execute()
    expect(roles).toEqual([{ role: 'admin' }])
  })

  test('group gone at the next sign-in -> roles gone, every session ended; deactivated -> no way in', async () => {
    const [client, person] = [newConsoleClient(app), newPerson()]
    await signOn(client, person)
    const again = newConsoleClient(app)
    expect((await signOn(again, person, right => ({ ...right, groups: [] }))).page).toBe(
      '/sign-in?sso=no_group',
    )
    expect((await client.get('/api/Console/Session')).statusCode).toBe(401)
    await signOn(again, person)
    const email = `${person}@contoso.example`
    await app.database.db
      .updateTable('staff')
      .set({ deactivatedAt: app.clock.now() })
      .where('email', '=', email)
      .execute()
    expect((await signOn(newConsoleClient(app), person)).page).toBe('/sign-in?sso=deactivated')
  })

  test('session ends at the configured age, whatever is done', async () => {
    const [client, person] = [newConsoleClient(app), newPerson()]
    await signOn(client, person)
    const start = app.clock.now()
    app.clock.advance(minutes(19))
    expect((await client.get('/api/Console/Session')).statusCode).toBe(200)
    app.clock.advance(minutes(1))
    expect((await client.get('/api/Console/Session')).statusCode).toBe(401)
    app.clock.set(start)
  })

  test('provider by other authors -> signed in', async () => {
    const other = new OAuth2Server()
    await other.issuer.keys.generate('RS256')
    await other.start(0, 'localhost')
    closeAfterFile(() => other.stop())
    const person = newPerson()
    other.service.on('beforeTokenSigning', ({ payload }: MutableToken) => {
      Object.assign(payload, { sub: person, email: `${person}@contoso.example`, groups: ['dining admins'] })
    })
    const client = newConsoleClient(await appWith(other.issuer.url!))
    const start = await client.get('/api/Console/Sso/Start')
    const authorized = await fetch(String(start.headers.location), { redirect: 'manual' })
    const { pathname, search } = new URL(authorized.headers.get('location')!)
    expect((await client.get(pathname + search)).headers.location).toBe('/')
    expect((await staffOf(client)).networkPermissions).toContain('staff.change')
  })

  test('without single sign-on -> not there', async () => {
    const plain = await createTestApp()
    expect((await newConsoleClient(plain).get('/api/Console/Sso/Start')).statusCode).toBe(404)
  })
})

describe('proof', () => {
  const changesStaff = async (client: TestClient) => {
    const { id } = await newConsoleStaff(app, 'viewer', 'harbor')
    return outcome(await sendToConsole(client, `Staff/${id}/Unlock`, { reason: 'As agreed.' }))
  }
  const admins = (right: JWTPayload) => ({ ...right, groups: ['dining admins'] })

  test('sign-in that says nothing of when -> asks once more at the provider, for a proof of the last minute', async () => {
    const [client, person] = [newConsoleClient(app), newPerson()]
    await signOn(client, person, admins)
    expect(await changesStaff(client)).toEqual([403, 'reauthentication_required'])
    expect((await client.get('/api/Console/Account')).json()).toMatchObject({
      reauthenticatesBy: 'provider',
      isConnected: true,
      hasPassword: false,
    })
    const prove = { query: '?prove=yes' }
    const old = (right: JWTPayload) => ({ ...admins(right), auth_time: seconds() - 600 })
    expect((await signOn(client, person, old, prove)).page).toBe('/proven?sso=refused')
    expect((await signOn(client, newPerson(), admins, prove)).page).toBe('/proven?sso=other_account')
    expect((await signOn(client, person, admins, prove)).page).toBe('/proven?sso=done')
    expect(await changesStaff(client)).toEqual([200, undefined])
  })

  test('account with a password -> connected by who has just proved both, under the same address', async () => {
    const { id, email } = await newConsoleStaff(app, 'viewer', 'harbor')
    const [client, person] = [await signedInToConsole(app, id), newPerson()]
    const prove = { query: '?prove=yes' }
    const same = (right: JWTPayload) => ({ ...right, email })
    expect((await signOn(client, person, undefined, prove)).page).toBe('/proven?sso=other_account')
    const start = app.clock.now()
    app.clock.advance(minutes(6))
    expect((await signOn(client, person, same, prove)).page).toBe('/proven?sso=not_proven')
    app.clock.set(start)
    expect((await signOn(client, person, same, prove)).page).toBe('/proven?sso=done')
    expect(await mailTexts(app, email)).toEqual([expect.stringContaining('Single sign-on was connected')])
    const elsewhere = newConsoleClient(app)
    expect((await signOn(elsewhere, person, same)).page).toBe('/')
    expect((await staffOf(elsewhere)).email).toBe(email)
  })
})

test('own request, decided as the same subject under another name and address, or by a second account -> refused', async () => {
  const partner = app.newPartner()
  const { id: memberId } = await newMember(app, partner)
  const [client, person] = [newConsoleClient(app), newPerson()]
  const admin = (right: JWTPayload) => ({ ...right, groups: ['dining admins'], auth_time: seconds() })
  await signOn(client, person, admin)
  const asked = await client.send('POST', '/api/Console/Adjustments', {
    memberId,
    units: 6_000,
    reason: 'As agreed',
  })
  expect(asked.statusCode, asked.body).toBe(202)
  const { approvalId } = asked.json()

  const married = (right: JWTPayload) => ({
    ...admin(right),
    name: 'Ada Lind',
    email: `${newPerson()}@contoso.example`,
  })
  const elsewhere = newConsoleClient(app)
  expect((await signOn(elsewhere, person, married)).page).toBe('/')
  const own = await approveAs(elsewhere, approvalId)
  expect([own.statusCode, own.json().code]).toEqual([403, 'forbidden'])

  const { id, email } = await newConsoleStaff(app, 'admin')
  const second = await signedInToConsole(app, id)
  const connected = await signOn(second, person, right => ({ ...admin(right), email }), {
    query: '?prove=yes',
  })
  expect(connected.page).toBe('/proven?sso=other_account')
  const { approval } = (await client.get(`/api/Console/Approvals/${approvalId}`)).json()
  expect(approval.state).toBe('waiting')
})

test('passwords off -> right ones and passkeys sign in to break-glass accounts only; all administrators are told', async () => {
  const off = await appWith(provider.issuer, true)
  const [{ email }, emergency] = [await newConsoleStaff(off, 'admin'), await newConsoleStaff(off, 'admin')]
  const administrator = await newConsoleStaff(off, 'admin', 'harbor')
  await off.database.db
    .updateTable('staff')
    .set({ isBreakGlass: true })
    .where('id', '=', emergency.id)
    .execute()
  const enter = async (who: string, password: string) =>
    outcome(await sendToConsole(newConsoleClient(off), 'SignIn', { email: who, password }))
  expect(await enter(email, staffPassword)).toEqual([403, 'single_sign_on_required'])
  expect(await enter(email, 'not-the-password-1')).toEqual([401, 'invalid_credentials'])
  expect((await signInStaff(newClient(off, off.newPartner()), email)).json().code).toBe(
    'single_sign_on_required',
  )
  expect((await signInStaff(newClient(off, off.newPartner()), emergency.email)).statusCode).toBe(401)
  expect(await enter(emergency.email, staffPassword)).toEqual([200, undefined])
  expect(await mailTexts(off, administrator.email)).toEqual([expect.stringContaining(emergency.email)])
  const client = await signedInToConsole(off, administrator.id)
  const { items } = (await client.get('/api/Console/Overview')).json()
  expect(items).toContainEqual(expect.objectContaining({ kind: 'break_glass', partner: null }))
  const invite = await client.send('POST', '/api/Console/Staff/Invite', {
    email: 'new@contoso.example',
    name: 'Sam Ortiz',
    roles: [{ partner: 'harbor', role: 'viewer' }],
  })
  expect([invite.statusCode, invite.json().code]).toEqual([403, 'single_sign_on_required'])
  expect((await client.get('/api/Console/Staff')).json().invites).toBe(false)
  const withApp = await newStaffWithApp(app, 'support')
  const support = (await withApp.client.get('/api/Console/Overview')).json().items
  expect(support.map(({ kind }: { kind: string }) => kind)).not.toContain('break_glass')
})
