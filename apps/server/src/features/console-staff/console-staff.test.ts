import type { StaffRole } from '@dineward/core/console-staff/staff-accounts.contract.ts'
import { describe, expect, test } from 'vitest'
import {
  consoleClient,
  newConsoleClient,
  newConsoleStaff,
  signedInToConsole,
} from '../../testing/access/console-for-test.ts'
import { mailTexts } from '../../testing/mail-texts.ts'
import { resumeStaffAt, staffPassword } from '../../testing/sign-in/staff-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'
import { sendApproved } from '../approvals/approvals-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const reason = 'As agreed.'
const path = '/api/Console/Staff'
const newEmail = () => `${app.newPartner().slug}@dineward.example`

const listOf = async (client: TestClient) => (await client.get(path)).json()
const accountOf = async (client: TestClient, id: string) =>
  (await listOf(client)).items.find((one: { id: string }) => one.id === id)
const post = async (client: TestClient, id: string, verb: string, body: object = { reason }) => {
  const response = await sendApproved(app, client, 'POST', `${path}/${id}/${verb}`, body)
  return [response.statusCode, response.json().code]
}
async function setRoles(client: TestClient, id: string, roles: readonly StaffRole[], version?: string) {
  const seen = version ?? (await accountOf(client, id)).version
  const body = { roles, version: seen, reason }
  const response = await sendApproved(app, client, 'PUT', `${path}/${id}/Roles`, body)
  return [response.statusCode, response.json().code]
}
const auditOf = (subject: string, action: string) =>
  db.selectFrom('auditLog').selectAll().where('subject', '=', subject).where('action', '=', action).execute()

/** This is the link of the last mail to this address. */
async function invitationFor(email: string): Promise<string> {
  const { textBody } = await db
    .selectFrom('outgoingMails')
    .select('textBody')
    .where('recipient', '=', email)
    .orderBy('createdAt', 'desc')
    .orderBy('id')
    .executeTakeFirstOrThrow()
  return /\/invitation#([\w-]{43})/.exec(textBody)![1]!
}
const accept = (token: string, password: string) =>
  newConsoleClient(app).send('POST', '/api/Console/Invitation', { token, password })

describe('invitation', () => {
  const password = 'Lobster-Harvest-42'
  const invite = (client: TestClient, email: string, roles: readonly StaffRole[]) =>
    sendApproved(app, client, 'POST', `${path}/Invite`, { email, name: 'Sam Ortiz', roles })

  test('mailed link -> chooses a password once, and enters with the role; audited without the link', async () => {
    const { slug } = app.newPartner()
    const client = await consoleClient(app, 'admin', slug)
    const email = newEmail()
    const roles = [{ partner: slug, role: 'support' }]
    const { id } = (await invite(client, email, roles)).json()
    expect(await accountOf(client, id)).toMatchObject({ email, roles, state: 'invited', mayChange: true })
    const token = await invitationFor(email)
    expect((await accept(token, 'short1')).json().fieldErrors[0].field).toBe('password')
    expect((await accept(token, password)).json()).toEqual({ email })
    expect((await accept(token, password)).json().code).toBe('invitation_invalid')
    const browser = newConsoleClient(app)
    const { staff } = (await browser.send('POST', '/api/Console/SignIn', { email, password })).json()
    expect(staff.partners.map((one: { slug: string }) => one.slug)).toEqual([slug])
    expect((await accountOf(client, id)).state).toBe('active')
    const [entry] = await auditOf(email, 'staff.invite')
    expect(entry).toMatchObject({ partnerId: slug, after: { name: 'Sam Ortiz', roles } })
    expect(JSON.stringify(entry)).not.toContain(token)
  })

  test('seven days later, or after another one -> void; with a password chosen -> none again', async () => {
    const { slug } = app.newPartner()
    const client = await consoleClient(app, 'admin', slug)
    const email = newEmail()
    const { id } = (await invite(client, email, [{ partner: slug, role: 'viewer' }])).json()
    const first = await invitationFor(email)
    const start = app.clock.now()
    app.clock.advance(7 * 24 * 3_600_000)
    expect((await accept(first, password)).json().code).toBe('invitation_invalid')
    const later = await signedInToConsole(app, (await newConsoleStaff(app, 'admin', slug)).id)
    expect(await post(later, id, 'Invite')).toEqual([200, undefined])
    const second = await invitationFor(email)
    expect(second).not.toBe(first)
    expect((await accept(second, password)).statusCode).toBe(200)
    expect(await post(later, id, 'Invite')).toEqual([404, 'not_found'])
    app.clock.set(start)
  })

  test('email in use, no role, a role that allows nothing, another program -> refused', async () => {
    const { slug } = app.newPartner()
    const client = await consoleClient(app, 'admin', slug)
    const email = newEmail()
    const mine = [{ partner: slug, role: 'viewer' }]
    await invite(client, email, mine)
    const refused: [string, readonly StaffRole[], string][] = [
      [email.toUpperCase(), mine, 'email_in_use'],
      [newEmail(), [], 'validation_failed'],
      ['no email', mine, 'validation_failed'],
      [newEmail(), [{ partner: slug, role: 'baker' }], 'validation_failed'],
      [newEmail(), [{ partner: slug, role: 'constructor' }], 'validation_failed'],
      [newEmail(), [{ partner: app.newPartner().slug, role: 'viewer' }], 'not_found'],
      [newEmail(), [{ partner: null, role: 'viewer' }], 'forbidden'],
    ]
    for (const [who, roles, code] of refused)
      expect((await invite(client, who, roles)).json().code).toBe(code)
  })
})

describe('roles', () => {
  test('changed -> at once, audited by program with before and after', async () => {
    const { slug } = app.newPartner()
    const client = await consoleClient(app, 'admin', slug)
    const { id, email } = await newConsoleStaff(app, 'support', slug)
    const colleague = await signedInToConsole(app, id)
    expect(await setRoles(client, id, [{ partner: slug, role: 'viewer' }])).toEqual([200, undefined])
    const { staff } = (await colleague.get('/api/Console/Session')).json()
    expect(staff.permissions).not.toContain('members.change')
    expect(await auditOf(email, 'staff.roles')).toMatchObject([
      { partnerId: slug, before: ['support'], after: ['viewer'], reason },
    ])
  })

  test('two people at once -> the second is told', async () => {
    const { slug } = app.newPartner()
    const client = await consoleClient(app, 'admin', slug)
    const { id } = await newConsoleStaff(app, 'support', slug)
    const { version } = await accountOf(client, id)
    await setRoles(client, id, [{ partner: slug, role: 'viewer' }], version)
    expect(await setRoles(client, id, [], version)).toEqual([409, 'changed_meanwhile'])
  })

  test('roles of programs that the caller does not see -> neither shown nor changed', async () => {
    const [mine, other] = [app.newPartner().slug, app.newPartner().slug]
    const client = await consoleClient(app, 'admin', mine)
    const { id } = await newConsoleStaff(app, 'viewer', mine)
    await db.insertInto('staffRoles').values({ partnerId: other, staffId: id, role: 'viewer' }).execute()
    expect(JSON.stringify(await listOf(client))).not.toContain(other)
    const all = await consoleClient(app, 'admin')
    expect((await accountOf(all, id)).roles).toHaveLength(2)
    expect(await setRoles(client, id, [{ partner: mine, role: 'content' }])).toEqual([403, 'forbidden'])
  })

  test('own account, more than one may do, a person who may do more -> refused in words', async () => {
    const { slug } = app.newPartner()
    const ada = await newConsoleStaff(app, 'admin', slug)
    const client = await signedInToConsole(app, ada.id)
    const network = await newConsoleStaff(app, 'admin')
    await db
      .insertInto('staffRoles')
      .values({ partnerId: slug, staffId: network.id, role: 'viewer' })
      .execute()
    const { id } = await newConsoleStaff(app, 'viewer', slug)
    expect(await setRoles(client, ada.id, [])).toEqual([403, 'forbidden'])
    expect(await setRoles(client, id, [{ partner: null, role: 'admin' }])).toEqual([403, 'forbidden'])
    expect(await setRoles(client, network.id, [])).toEqual([403, 'forbidden'])
    expect(await setRoles(client, id, [{ partner: slug, role: 'baker' }])).toEqual([400, 'validation_failed'])
    const proved = { reason, password: staffPassword }
    for (const verb of ['Deactivate', 'ResetSecondFactor']) {
      expect(await post(client, network.id, verb, proved)).toEqual([403, 'forbidden'])
      expect(await post(client, ada.id, verb, proved)).toEqual([403, 'forbidden'])
    }
    const own = await client.send('POST', `${path}/${ada.id}/Deactivate`, { reason })
    expect(own.json().message).toContain('your own account')
    const stranger = await newConsoleStaff(app, 'viewer', app.newPartner().slug)
    expect(await post(client, stranger.id, 'Deactivate')).toEqual([404, 'not_found'])
  })

  test('two administrators take each other’s role at once -> one of them stays', async () => {
    const { slug } = app.newPartner()
    const [a, b] = [await newConsoleStaff(app, 'admin', slug), await newConsoleStaff(app, 'admin', slug)]
    const [asA, asB] = [await signedInToConsole(app, a.id), await signedInToConsole(app, b.id)]
    // Read before: the list is closed to the one whose role is taken first.
    const [{ version: ofA }, { version: ofB }] = [await accountOf(asA, a.id), await accountOf(asA, b.id)]
    const answers = await Promise.all([
      setRoles(asA, b.id, [{ partner: slug, role: 'viewer' }], ofB),
      setRoles(asB, a.id, [{ partner: slug, role: 'viewer' }], ofA),
    ])
    expect(answers.map(([status]) => status).toSorted()).toEqual([200, 403])
    const left = await db.selectFrom('staffRoles').select('role').where('partnerId', '=', slug).execute()
    expect(left.map(({ role }) => role).toSorted()).toEqual(['admin', 'viewer'])
  })
})

test('account in the list -> every permission with its role, when it was used, sessions and last sign-in', async () => {
  const { slug } = app.newPartner()
  const client = await consoleClient(app, 'admin', slug)
  const { id } = await newConsoleStaff(app, 'support', slug)
  await db
    .insertInto('staffRoles')
    .values({ partnerId: slug, staffId: id, role: 'viewer', groupName: 'auditors' })
    .execute()
  expect(await accountOf(client, id)).toMatchObject({ lastSignedInAt: null, sessions: [], siteSessions: 0 })
  const colleague = await signedInToConsole(app, id)
  await resumeStaffAt(app, newClient(app, app.partners.bySlug(slug)!), id)
  expect((await colleague.get('/api/Console/Claims')).statusCode).toBe(200)
  const account = await accountOf(client, id)
  const now = app.clock.now().toISOString()
  expect(account).toMatchObject({
    roles: [{ partner: slug, role: 'support' }],
    grants: [
      { partner: slug, role: 'support', group: null },
      { partner: slug, role: 'viewer', group: 'auditors' },
    ],
    lastSignedInAt: now,
    sessions: [{ browser: 'Chrome', system: 'Windows', lastUsedAt: now }],
    siteSessions: 1,
  })
  const used = new Map(
    account.permissions.map((one: { permission: string; lastUsedAt: string }) => [
      one.permission,
      one.lastUsedAt,
    ]),
  )
  expect([used.get('claims.read'), used.get('claims.decide'), used.has('finance.pay')]).toEqual([
    now,
    null,
    false,
  ])
})

test('permission lost between opening and pressing -> refused in words, nothing changes', async () => {
  const { slug } = app.newPartner()
  const caller = await newConsoleStaff(app, 'admin', slug)
  const client = await signedInToConsole(app, caller.id)
  const { id } = await newConsoleStaff(app, 'viewer', slug)
  await db.deleteFrom('staffRoles').where('staffId', '=', caller.id).execute()
  expect(await post(client, id, 'Deactivate')).toEqual([403, 'forbidden'])
  const state = await db.selectFrom('staff').select('deactivatedAt').where('id', '=', id).execute()
  expect(state).toEqual([{ deactivatedAt: null }])
})

describe('deactivated', () => {
  test('signed out at once, no sign-in; active again -> signs in', async () => {
    const { slug } = app.newPartner()
    const client = await consoleClient(app, 'admin', slug)
    const { id, email } = await newConsoleStaff(app, 'support', slug)
    const colleague = await signedInToConsole(app, id)
    const signIn = async () => {
      const body = { email, password: 'Behind-the-pass-1' }
      return (await newConsoleClient(app).send('POST', '/api/Console/SignIn', body)).statusCode
    }
    expect(await post(client, id, 'Deactivate', { reason: '' })).toEqual([400, 'validation_failed'])
    expect(await post(client, id, 'Deactivate')).toEqual([200, undefined])
    expect((await colleague.get('/api/Console/Session')).statusCode).toBe(401)
    expect(await signIn()).toBe(401)
    expect((await accountOf(client, id)).state).toBe('deactivated')
    expect(await post(client, id, 'Activate')).toEqual([200, undefined])
    expect((await colleague.get('/api/Console/Session')).statusCode).toBe(401)
    expect(await signIn()).toBe(200)
    expect(await auditOf(email, 'staff.deactivate')).toMatchObject([{ partnerId: slug, reason }])
  })
})

describe('locked', () => {
  const wrong = { password: 'not-the-password-1' }
  const signIn = async (email: string, password = staffPassword, client = newConsoleClient(app)) =>
    (await client.send('POST', '/api/Console/SignIn', { email, password })).json().code

  test('unlocked by another administrator -> signs in at once; told, audited with the reason', async () => {
    const { slug } = app.newPartner()
    const admin = await newConsoleStaff(app, 'admin', slug)
    const client = await signedInToConsole(app, admin.id)
    const { id, email } = await newConsoleStaff(app, 'support', slug)
    const browser = newConsoleClient(app)
    for (let count = 0; count < 5; count++) await signIn(email, wrong.password, browser)
    expect(await signIn(email, staffPassword, browser)).toBe('account_locked')
    const lockedUntil = new Date(app.clock.now().getTime() + 30 * 60_000).toISOString()
    expect(await accountOf(client, id)).toMatchObject({ lockedUntil })
    expect(await post(client, admin.id, 'Unlock')).toEqual([403, 'forbidden'])
    expect(await post(client, id, 'Unlock', { reason: '' })).toEqual([400, 'validation_failed'])
    expect(await post(client, id, 'Unlock')).toEqual([200, undefined])
    expect(await accountOf(client, id)).toMatchObject({ lockedUntil: null })
    expect(await signIn(email, staffPassword, browser)).toBeUndefined()
    expect(await auditOf(email, 'staff.lockLifted')).toMatchObject([{ partnerId: slug, reason }])
    expect(await mailTexts(app, email)).toEqual([expect.stringContaining('unlocked your sign-in')])
  })

  test('by an administrator of another program, or without the permission -> refused', async () => {
    const { slug } = app.newPartner()
    const { id } = await newConsoleStaff(app, 'support', slug)
    const stranger = await consoleClient(app, 'admin', app.newPartner().slug)
    const colleague = await consoleClient(app, 'support', slug)
    for (const verb of ['Unlock', 'EndSessions']) {
      expect(await post(stranger, id, verb)).toEqual([404, 'not_found'])
      expect(await post(colleague, id, verb)).toEqual([403, 'forbidden'])
    }
  })
})

test('sessions ended by an administrator -> in the console and at partners’ sites, audited', async () => {
  const partner = app.newPartner()
  const client = await consoleClient(app, 'admin', partner.slug)
  const { id, email } = await newConsoleStaff(app, 'content', partner.slug)
  const colleague = await signedInToConsole(app, id)
  const site = newClient(app, partner)
  await resumeStaffAt(app, site, id)
  expect((await site.get('/api/Staff')).statusCode).toBe(200)
  expect(await post(client, id, 'EndSessions')).toEqual([200, undefined])
  expect((await colleague.get('/api/Console/Session')).statusCode).toBe(401)
  expect((await site.get('/api/Staff')).statusCode).toBe(401)
  expect(await auditOf(email, 'staff.sessionsEnded')).toMatchObject([{ reason }])
})

test('second factor reset by two administrators at once -> once; gone, signed out, all administrators told', async () => {
  const { slug } = app.newPartner()
  const client = await consoleClient(app, 'admin', slug)
  const { id, email } = await newConsoleStaff(app, 'support', slug)
  const colleague = await signedInToConsole(app, id)
  const passkey = { id: crypto.randomUUID(), staffId: id, publicKey: Buffer.from('x'), counter: 0 }
  await db
    .insertInto('staffPasskeys')
    .values({ ...passkey, transports: [], name: 'Laptop', createdAt: app.clock.now() })
    .execute()
  expect((await accountOf(client, id)).hasSecondFactor).toBe(true)
  const [sam, stranger] = [
    await newConsoleStaff(app, 'admin', slug),
    await newConsoleStaff(app, 'admin', app.newPartner().slug),
  ]
  const asSam = await signedInToConsole(app, sam.id)
  const answers = await Promise.all([
    post(client, id, 'ResetSecondFactor'),
    post(asSam, id, 'ResetSecondFactor'),
  ])
  expect(answers.toSorted()).toEqual([
    [200, undefined],
    [409, 'changed_meanwhile'],
  ])
  expect(await mailTexts(app, sam.email)).toEqual([expect.stringContaining(email)])
  expect(await mailTexts(app, email)).toEqual([expect.stringContaining('were removed')])
  expect(await mailTexts(app, stranger.email)).toEqual([])
  expect((await colleague.get('/api/Console/Session')).statusCode).toBe(401)
  expect((await accountOf(client, id)).hasSecondFactor).toBe(false)
  expect(await auditOf(email, 'staff.secondFactorReset')).toMatchObject([{ reason }])
})
