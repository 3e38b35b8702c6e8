import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { consoleClient, newConsoleClient, newConsoleStaff } from '../../testing/access/console-for-test.ts'
import { appWithSecurityLog, eventsOfStaff } from '../../testing/security-log.ts'
import { codesOf, newStaffWithApp, sendToConsole } from '../../testing/sign-in/authenticator-for-test.ts'
import { staffPassword } from '../../testing/sign-in/staff-for-test.ts'
import { step } from '../../testing/sign-in/totp.ts'
import { newClient } from '../../testing/test-client.ts'

const password = 'Dinner-For-2!'
const { app, taken, takenLines, seen, log } = await appWithSecurityLog({
  console: { hosts: ['console.localhost'], needsSecondFactor: true },
})
let partner: Partner

beforeEach(() => {
  partner = app.newPartner()
  taken()
})

const audited = (subject: string) =>
  app.database.db.selectFrom('auditLog').selectAll().where('subject', '=', subject).orderBy('id').execute()
const auditedActions = async (subject: string) => (await audited(subject)).map(({ action }) => action)

describe('staff', () => {
  const codeOf = codesOf(app)
  const noSession = { session: null, client: expect.stringMatching(/^[\w-]{16}$/) }

  test('sign in to the console with a code, after a wrong password and a wrong code; and sign out', async () => {
    const { id, email, who, secret } = await newStaffWithApp(app)
    app.clock.advance(10 * step)
    taken()
    const client = newConsoleClient(app)
    await sendToConsole(client, 'SignIn', { ...who, password: 'Not-This-One-1' })
    await sendToConsole(client, 'SignIn', who)
    await sendToConsole(client, 'SignIn', { ...who, code: '000000' })
    await sendToConsole(client, 'SignIn', { ...who, code: codeOf(secret) })
    await sendToConsole(client, 'SignOut', {})
    const lines = takenLines()
    expect(lines.map(({ event, outcome, reason }) => `${event}/${outcome}/${reason}`)).toEqual([
      'staff_sign_in/refused/invalid_credentials',
      'staff_sign_in/unfinished/second_factor_required',
      'second_factor/refused/second_factor_invalid',
      'second_factor/success/accepted',
      'staff_sign_in/success/signed_in',
      'staff_sign_out/success/signed_out',
    ])
    expect(new Set(lines.map(({ staff }) => staff))).toEqual(new Set([id]))
    await expect.poll(() => auditedActions(email)).toHaveLength(8)
    const entries = await audited(email)
    expect(entries.find(({ action }) => action === 'staff.signInRefused')).toMatchObject({
      ...noSession,
      actorKind: 'anonymous',
      reason: 'invalid_credentials',
    })
    const ofSession = entries.filter(({ action }) => /^console\.sign/.test(action)).slice(1)
    expect(new Set(ofSession.map(({ session }) => session)).size).toBe(1)
    expect(ofSession[0]?.session).toBe(lines.at(-1)?.session)
    for (const { client: network } of entries) expect(network).toMatch(/^[\w-]{16}$/)
  })

  test('five wrong passwords -> a lock, in the log and in the audit log', async () => {
    const { email, who } = await newStaffWithApp(app)
    const client = newConsoleClient(app)
    taken()
    for (let count = 0; count < 6; count++)
      await sendToConsole(client, 'SignIn', { ...who, password: 'Not-This-One-1' })
    expect(taken().slice(4)).toEqual([
      'staff_sign_in/refused/invalid_credentials',
      'staff_lock/refused/too_many_failures',
      'staff_sign_in/refused/account_locked',
    ])
    await expect.poll(() => auditedActions(email)).toContain('staff.locked')
  })

  test('at a partner’s site -> the same', async () => {
    const { who } = await newStaffWithApp(app)
    const client = newClient(app, partner)
    taken()
    await client.send('POST', '/api/Staff/SignIn', { ...who, password: 'Not-This-One-1' })
    await client.send('POST', '/api/Staff/SignIn', who)
    expect(taken()).toEqual([
      'staff_sign_in/refused/invalid_credentials',
      'staff_sign_in/unfinished/second_factor_required',
    ])
  })

  test('call that their role does not allow', async () => {
    const { email, client } = await newStaffWithApp(app, 'support', partner.slug)
    taken()
    await client.get('/api/Console/Audit')
    expect(taken()).toEqual(['permission/refused/forbidden'])
    await expect.poll(() => auditedActions(email)).toContain('staff.permissionRefused')
    const entry = (await audited(email)).find(({ action }) => action === 'staff.permissionRefused')
    expect(entry).toMatchObject({ actorKind: 'staff', actor: email, session: expect.any(String) })
  })

  test('another program than theirs', async () => {
    const client = await consoleClient(app, 'content', partner.slug)
    await client.get(`/api/Console/Programs/${app.newPartner().slug}/Settings`)
    await client.get('/api/Console/Programs/no-such-program/Settings')
    expect(taken()).toEqual(['permission/refused/program_not_allowed'])
  })

  test('accounts: invited, accepted, other roles, stopped, started, unlocked, sessions ended, reset', async () => {
    const { id: withApp } = await newStaffWithApp(app, 'support')
    const { client } = await newStaffWithApp(app, 'admin')
    const email = `${partner.slug}@dineward.example`
    const path = '/api/Console/Staff'
    const reason = 'As agreed.'
    taken()
    const roles = [{ partner: null, role: 'viewer' }]
    const { id } = (await client.send('POST', `${path}/Invite`, { email, name: 'Sam Ortiz', roles })).json()
    app.clock.advance(1_000)
    await client.send('POST', `${path}/${id}/Invite`, {})
    const { textBody } = await app.database.db
      .selectFrom('outgoingMails')
      .select('textBody')
      .where('recipient', '=', email)
      .orderBy('createdAt', 'desc')
      .executeTakeFirstOrThrow()
    const token = /\/invitation#([\w-]{43})/.exec(textBody)?.[1]
    await newConsoleClient(app).send('POST', '/api/Console/Invitation', { token: 'x'.repeat(43), password })
    await newConsoleClient(app).send('POST', '/api/Console/Invitation', {
      token,
      password: 'Lobster-Harvest-42',
    })
    const { items } = (await client.get(path)).json()
    const { version } = items.find((one: { id: string }) => one.id === id)
    await client.send('PUT', `${path}/${id}/Roles`, {
      roles: [],
      version,
      reason,
    })
    for (const verb of ['Deactivate', 'Activate', 'Unlock', 'EndSessions'])
      await client.send('POST', `${path}/${id}/${verb}`, { reason })
    await client.send('POST', `${path}/${withApp}/ResetSecondFactor`, { reason })
    const lines = takenLines()
    expect(lines.map(({ event, reason: code }) => `${event}/${code}`)).toEqual([
      'staff_account/invited',
      'staff_account/invited_again',
      'token/invitation_invalid',
      'staff_credentials/invitation_accepted',
      'staff_account/roles_changed',
      'staff_account/deactivated',
      'staff_account/activated',
      'staff_account/unlocked',
      'staff_account/sessions_ended',
      'staff_account/second_factor_reset',
    ])
    expect(lines.filter(({ event }) => event === 'staff_account').map(({ about }) => about)).toEqual([
      ...Array.from({ length: 7 }, () => id),
      withApp,
    ])
  })

  test('own sign-in: a wrong password, a new password', async () => {
    const { client, email } = await newStaffWithApp(app)
    taken()
    const change = (current: string) =>
      client.send('PUT', '/api/Console/Account/Password', { current, password: 'Lobster-Harvest-43' })
    await change('Not-This-One-1')
    await change(staffPassword)
    expect(taken()).toEqual([
      'reauthentication/refused/password_wrong',
      'staff_credentials/success/password_changed',
    ])
    await expect.poll(() => auditedActions(email)).toContain('staff.proofRefused')
  })

  test('printed password -> unfinished', async () => {
    const { id, email } = await newConsoleStaff(app, 'support')
    const printedPasswordUntil = new Date(app.clock.now().getTime() + 24 * 3600_000)
    await app.database.db.updateTable('staff').set({ printedPasswordUntil }).where('id', '=', id).execute()
    await sendToConsole(newConsoleClient(app), 'SignIn', { email, password: staffPassword })
    expect(taken()).toEqual(['staff_sign_in/unfinished/password_change_required'])
  })
})

test('what was typed is in no line', () => {
  const text = log.join('')
  expect(text).toContain('"event":"staff_sign_in"')
  for (const typed of ['@', password, staffPassword, 'Not-This-One-1', 'Lobster-Harvest'])
    expect(text.split('\n').filter(line => line.includes(typed))).toEqual([])
})

test('each event of staff was seen here', () => {
  const events = new Set([...seen].map(name => name.split('/')[0]))
  expect(eventsOfStaff.filter(event => !events.has(event))).toEqual([])
})
