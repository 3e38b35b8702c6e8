import type { Partner } from '@dineward/core/partner/partner.ts'
import { securityEvents } from '@dineward/core/shared/security-events.ts'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { limits } from '../../http/rate-limits.ts'
import { codesOf, newStaffWithApp, sendToConsole, step } from '../../testing/authenticator-for-test.ts'
import { consoleClient, newConsoleClient, newConsoleStaff } from '../../testing/console-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { startTestProvider } from '../../testing/identity-provider.ts'
import { prospect } from '../../testing/prospect.ts'
import { appWithSecurityLog } from '../../testing/security-log.ts'
import { signOnAt } from '../../testing/sign-on.ts'
import { assertionOf, newSoftPasskey, registrationOf } from '../../testing/soft-authenticator.ts'
import { staffPassword } from '../../testing/staff-for-test.ts'
import { newClient, signedInClient, type TestClient } from '../../testing/test-client.ts'
import { hashPassword } from '../identity/passwords.service.ts'
import { processRecoveryRequests } from '../identity/recovery.service.ts'
import { listMails } from '../mail/mail.service.ts'

const password = 'Dinner-For-2!'
const chosen = 'Supper-For-3!'
const metricsToken = 'metrics-token-of-tests'
const { app, taken, takenLines, seen, log } = await appWithSecurityLog({
  console: { hosts: ['console.localhost'], needsSecondFactor: true },
  metricsTokens: [metricsToken],
})
const passwordHash = await hashPassword(password)
let partner: Partner

beforeEach(() => {
  partner = app.newPartner()
  taken()
})

const signIn = (client: TestClient, userName: string, used = password) =>
  client.send('POST', '/api/SignIn', { userName, password: used })
const audited = (subject: string) =>
  app.database.db.selectFrom('auditLog').selectAll().where('subject', '=', subject).orderBy('id').execute()
const auditedActions = async (subject: string) => (await audited(subject)).map(({ action }) => action)

async function enrolled() {
  const member = await newMember(app, partner, { passwordHash })
  const client = newClient(app, partner, '203.0.113.7')
  return { member, client }
}

describe('a member', () => {
  test('signs in, mistypes, signs out', async () => {
    const { member, client } = await enrolled()
    await signIn(client, member.email, 'Not-This-One-1')
    await signIn(client, member.email)
    await client.get('/api/SignOut')
    expect(taken()).toEqual([
      'sign_in/refused/invalid_credentials',
      'sign_in/success/signed_in',
      'sign_out/success/signed_out',
    ])
  })

  test('line -> who, by which way, at which route, from which network, in which session and request', async () => {
    const { member, client } = await enrolled()
    const { json } = await signIn(client, member.email, 'Not-This-One-1')
    const other = newClient(app, partner, '203.0.113.200')
    await signIn(other, member.email)
    await other.get('/api/SignOut')
    const [refused, accepted, left] = takenLines()
    expect(refused).toMatchObject({
      event: 'sign_in',
      outcome: 'refused',
      reason: 'invalid_credentials',
      way: 'password',
      route: '/api/SignIn',
      partner: partner.slug,
      member: member.id,
      reqId: json().requestId,
      level: 40,
      client: expect.stringMatching(/^[\w-]{16}$/),
    })
    expect(Math.abs(Date.now() - refused!.time)).toBeLessThan(60_000)
    expect([accepted?.level, accepted?.client]).toEqual([30, refused?.client])
    expect(left?.session).toMatch(/^[\w-]{16}$/)
  })

  test('unknown name -> a mark, the same for each try, and not the name', async () => {
    const client = newClient(app, partner)
    await signIn(client, 'nobody@strangers.example')
    await signIn(client, 'Nobody@strangers.example')
    await signIn(client, 'somebody@strangers.example')
    const [first, second, third] = takenLines().map(({ tried }) => tried)
    expect(first).toMatch(/^[\w-]{16}$/)
    expect([second === first, third === first]).toEqual([true, false])
  })

  test('five wrong passwords -> the lock, once, and then refusals by it', async () => {
    const { member, client } = await enrolled()
    for (let count = 0; count < 6; count++) await signIn(client, member.email, 'Not-This-One-1')
    expect(taken().slice(3)).toEqual([
      'sign_in/refused/invalid_credentials',
      'sign_in/refused/invalid_credentials',
      'lock/refused/too_many_failures',
      'sign_in/refused/account_locked',
    ])
  })

  test('joins -> signed in by joining', async () => {
    await newClient(app, partner).send('POST', '/api/Members/Prospects', prospect())
    const [line] = takenLines()
    expect([line?.event, line?.outcome, line?.way]).toEqual(['sign_in', 'success', 'joining'])
  })

  test('passkey added, signed in with, forged, removed', async () => {
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    const passkey = newSoftPasskey(Buffer.from(member.id).toString('base64url'))
    const origin = `http://${partner.slug}.localhost`
    const challenge = async (of: TestClient, path: string): Promise<string> =>
      (await of.send('POST', `${path}/Options`)).json().challenge
    const mine = '/api/Member/Passkeys'
    const registration = registrationOf(passkey, { challenge: await challenge(client, mine), origin })
    await client.send('POST', mine, { name: 'My laptop', response: registration })
    const visitor = newClient(app, partner)
    const path = '/api/SignIn/Passkey'
    for (const at of [origin, 'http://elsewhere.localhost'])
      await visitor.send('POST', path, {
        response: assertionOf(passkey, { challenge: await challenge(visitor, path), origin: at }),
      })
    await client.send('DELETE', `${mine}?id=${passkey.id}`)
    const lines = takenLines()
    expect(lines.map(({ reason, way, member: id }) => [reason, way, id])).toEqual([
      ['passkey_added', undefined, member.id],
      ['signed_in', 'passkey', member.id],
      ['passkey_invalid', 'passkey', member.id],
      ['passkey_removed', undefined, member.id],
    ])
  })

  test('single sign-on: accepted, refused, and a forged logout', async () => {
    await using provider = Object.assign(await startTestProvider(), {
      [Symbol.asyncDispose]: async () => app.clock.set('2026-03-10T18:00:00Z'),
    })
    app.clock.set(new Date())
    const through = signOnAt(app, provider)
    partner = through.newPartner()
    await through.signOn(newClient(app, partner))
    await through.signOn(newClient(app, partner), { claims: right => ({ ...right, nonce: 'another' }) })
    await newClient(app, partner).send(
      'POST',
      '/api/Sso/BackchannelLogout',
      new URLSearchParams({ logout_token: 'a.forged.token' }).toString(),
      { 'content-type': 'application/x-www-form-urlencoded' },
    )
    expect(taken()).toEqual([
      'sign_in/success/signed_in',
      'sign_in/refused/provider_refused',
      'webhook/refused/logout_token_invalid',
    ])
  })

  test('recovery: asked for, a wrong code, the right one, and the new password', async () => {
    const { member, client } = await enrolled()
    const path = '/api/Members/Recovery'
    await client.send('POST', path, { userName: member.email })
    const { partner: _, ...ctx } = app.context(partner)
    await processRecoveryRequests(ctx, app.partners)
    const [mail] = await listMails(app.context(partner))
    const code = /\b(\d{6})\b/.exec(mail?.textBody ?? '')?.[1] ?? ''
    const wrong = code === '000000' ? '000001' : '000000'
    await client.send('POST', `${path}/Confirm`, { code: wrong, userName: member.email })
    const confirmed = await client.send('POST', `${path}/Confirm`, { code, userName: member.email })
    const { recoveryToken } = confirmed.json()
    await client.send('PUT', `${path}/Password`, { recoveryToken, password: chosen, passwordConfirm: chosen })
    expect(taken()).toEqual([
      'recovery/success/requested',
      'recovery/refused/recovery_code_invalid',
      'recovery/success/code_accepted',
      'recovery/success/password_set',
    ])
  })

  test('password changed, after one that was wrong; other sessions ended', async () => {
    const { member } = await enrolled()
    const client = await signedInClient(app, partner, member.id)
    await signedInClient(app, partner, member.id)
    const change = (current: string) =>
      client.send('PUT', '/api/Member/Password', { current, password: chosen, passwordConfirm: chosen })
    await change('Not-This-One-1')
    await client.send('DELETE', '/api/Member/Sessions?others=true')
    await change(password)
    const lines = takenLines()
    expect(lines.map(({ event, reason, member: id }) => [event, reason, id])).toEqual([
      ['reauthentication', 'password_wrong', member.id],
      ['credentials', 'sessions_ended', member.id],
      ['credentials', 'password_changed', member.id],
    ])
  })
})

describe('refused whoever it is', () => {
  test.each<[event: string, url: string, headers: Record<string, string>, body?: object]>([
    ['token/refused/csrf_invalid', '/api/SignIn', {}],
    ['token/refused/cross_site_refused', '/api/SignIn', { origin: 'https://elsewhere.example' }],
    ['webhook/refused/signature_invalid', '/hooks/kard', { 'notify-signature': 'forged' }],
    ['webhook/refused/signature_invalid', '/hooks/fidel/transaction.auth', { 'x-fidel-signature': 'forged' }],
    ['webhook/refused/signature_invalid', '/hooks/mail/resend', { 'svix-signature': 'forged' }],
    ['webhook/refused/signature_invalid', '/hooks/texts/twilio', { 'x-twilio-signature': 'forged' }],
    ['input/refused/partner_unknown', '/api/SignIn', { host: 'unknown.example' }],
  ])('%s: %s', async (event, url, headers, body = {}) => {
    await newClient(app, partner).send('POST', url, body, headers)
    expect(taken()).toEqual([event])
  })

  test.each([
    ['token/refused/confirmation_link_invalid', 'POST', '/api/Members/EmailConfirmation', { token: 'x' }],
    ['token/refused/restore_link_invalid', 'POST', '/api/Members/EmailRestore', { token: 'x'.repeat(43) }],
    ['input/refused/validation_failed', 'POST', '/api/SignIn', { userName: 7 }],
    ['input/refused/card_number_refused', 'POST', '/api/SignIn', { userName: '4539578763621486' }],
  ] as const)('%s', async (event, method, url, body) => {
    await newClient(app, partner).send(method, url, body)
    expect(taken()).toEqual([event])
  })

  test('session that has ended -> said; no session -> no event', async () => {
    const member = await newMember(app, partner)
    const client = await signedInClient(app, partner, member.id)
    app.clock.advance(24 * 3600_000)
    await client.get('/api/Member')
    await newClient(app, partner).get('/api/Member')
    app.clock.advance(-24 * 3600_000)
    expect(taken()).toEqual(['token/refused/session_unknown'])
  })

  test('metrics with a wrong token', async () => {
    await app.app.inject({ url: '/metrics', headers: { authorization: 'Bearer guessed' } })
    expect(taken()).toEqual(['token/refused/metrics_token_invalid'])
  })

  test('limit', async () => {
    const client = newClient(app, partner, '198.51.100.77')
    for (let count = 0; count <= limits.recovery.max; count++)
      await client.send('POST', '/api/Members/Recovery', {}, {})
    expect(taken().at(-1)).toBe('limit/refused/rate_limited')
  })

  test('bot check: not answered, and answered wrongly', async () => {
    const client = newClient(app, partner)
    const question = '/api/Members/Validate/Email?email=ada%40example.com'
    for (let count = 0; count < 6; count++) await client.get(question)
    await client.get(`${question}&g-recaptcha-response=wrong`)
    expect(taken()).toEqual(['bot_check/unfinished/bot_check_required', 'bot_check/refused/bot_check_wrong'])
  })

  test('an error that nobody expected', async () => {
    vi.spyOn(app.partners, 'byHost').mockImplementationOnce(() => {
      throw new Error('a fault')
    })
    await newClient(app, partner).get('/api/Member')
    expect(taken()).toEqual(['failure/failed/internal'])
  })
})

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
    const { client, who, secret } = await newStaffWithApp(app, 'admin')
    app.clock.advance(10 * step)
    const email = `${partner.slug}@dineward.example`
    const path = '/api/Console/Staff'
    const reason = 'As agreed.'
    taken()
    const roles = [{ partner: null, role: 'support' }]
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
      roles: [{ partner: null, role: 'finance' }],
      version,
      reason,
    })
    for (const verb of ['Deactivate', 'Activate', 'Unlock', 'EndSessions'])
      await client.send('POST', `${path}/${id}/${verb}`, { reason })
    await client.send('POST', `${path}/${id}/ResetSecondFactor`, {
      reason,
      password: who.password,
      code: codeOf(secret),
    })
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
    expect(lines.filter(({ event }) => event === 'staff_account').map(({ about }) => about)).toEqual(
      Array.from({ length: 8 }, () => id),
    )
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
  expect(text).toContain('"event":"sign_in"')
  for (const typed of ['@', password, chosen, staffPassword, '203.0.113.', 'strangers', 'Not-This-One-1'])
    expect(text.split('\n').filter(line => line.includes(typed))).toEqual([])
})

test('the counter has each that was emitted, and starts at zero', async () => {
  const { body } = await app.app.inject({
    url: '/metrics',
    headers: { authorization: `Bearer ${metricsToken}` },
  })
  const counts = new Map(
    [...body.matchAll(/^security_events_total\{event="(\w+)",outcome="(\w+)"\} (\d+)$/gm)].map(
      ([, event, outcome, count]) => [`${event}/${outcome}`, Number(count)],
    ),
  )
  const all = Object.entries(securityEvents).flatMap(([event, { reasons }]) =>
    Object.keys(reasons).map(outcome => `${event}/${outcome}`),
  )
  expect([...counts.keys()].sort()).toEqual(all.sort())
  expect(counts.get('sign_in/success')).toBeGreaterThan(2)
})

test('no event of the list is left out here', () => {
  const events = new Set([...seen].map(name => name.split('/')[0]))
  expect(Object.keys(securityEvents).filter(event => !events.has(event))).toEqual([])
})
