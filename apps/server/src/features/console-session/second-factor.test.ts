import { minutes } from '@dineward/core/shared/clock.ts'
import { describe, expect, test } from 'vitest'
import {
  addStaffCommand,
  resetSecondFactorCommand,
  staffPasswordCommand,
} from '../../cli/commands/staff-command.ts'
import type { Command } from '../../cli/control.ts'
import { unseal } from '../../secrets/seal.ts'
import {
  newConsoleClient,
  newConsoleStaff,
  signedInToConsole,
} from '../../testing/access/console-for-test.ts'
import { mailTexts } from '../../testing/mail-texts.ts'
import {
  codesOf,
  newStaffWithApp,
  outcome,
  sendToConsole as send,
} from '../../testing/sign-in/authenticator-for-test.ts'
import { staffPassword } from '../../testing/sign-in/staff-for-test.ts'
import { step } from '../../testing/sign-in/totp.ts'
import { createTestApp, testSecrets } from '../../testing/test-app.ts'
import type { World } from '../../world.ts'
import { resealAuthenticators } from './second-factor.service.ts'

const secure = { hosts: ['console.localhost'], needsSecondFactor: true }
const app = await createTestApp({ console: secure })

const codeOf = codesOf(app)
const enrolled = (role?: string) => newStaffWithApp(app, role)

const signIn = async (who: object, code?: string, client = newConsoleClient(app)) =>
  outcome(await send(client, 'SignIn', { ...who, ...(code ? { code } : {}) }))

describe('first sign-in', () => {
  test('password alone -> asks to set up an app; a code of it signs in, with ten recovery codes', async () => {
    const { email } = await newConsoleStaff(app, 'support')
    const client = newConsoleClient(app)
    const who = { email, password: staffPassword }
    expect(await signIn(who, undefined, client)).toEqual([403, 'second_factor_setup_required'])
    expect((await client.get('/api/Console/Session')).statusCode).toBe(401)
    const [, { secret, uri }] = await send(client, 'SignIn/Authenticator', who)
    expect(uri).toContain(`secret=${secret}`)
    const [status, answer] = await send(client, 'SignIn/Authenticator/Confirm', {
      ...who,
      code: codeOf(secret),
    })
    expect([status, answer.staff.email, new Set(answer.recoveryCodes).size]).toEqual([200, email, 10])
    expect((await client.get('/api/Console/Session')).statusCode).toBe(200)
    expect((await client.get('/api/Console/Account')).json()).toMatchObject({ recoveryCodesLeft: 10 })
  })

  test('wrong password -> no secret; wrong code -> refused, and locked after five', async () => {
    const { email } = await newConsoleStaff(app, 'support')
    const client = newConsoleClient(app)
    const who = { email, password: staffPassword }
    expect(outcome(await send(client, 'SignIn/Authenticator', { email, password: 'no' }))).toEqual([
      401,
      'invalid_credentials',
    ])
    const [, { secret }] = await send(client, 'SignIn/Authenticator', who)
    const confirm = (code: string) => send(client, 'SignIn/Authenticator/Confirm', { ...who, code })
    for (let count = 0; count < 5; count++)
      expect(outcome(await confirm('000000'))).toEqual([400, 'second_factor_invalid'])
    expect(outcome(await confirm(codeOf(secret)))).toEqual([403, 'account_locked'])
  })

  test('has one already -> a password alone neither replaces it nor learns its secret', async () => {
    const { who, secret } = await enrolled()
    const client = newConsoleClient(app)
    for (const [path, body] of [
      ['SignIn/Authenticator', who],
      ['SignIn/Authenticator/Confirm', { ...who, code: codeOf(secret, 1) }],
    ] as const)
      expect(outcome(await send(client, path, body))).toEqual([403, 'second_factor_required'])
  })
})

describe('code', () => {
  test('none -> asked for; right -> signs in once; the one before or after the present -> right', async () => {
    const { who, secret } = await enrolled()
    app.clock.advance(10 * step)
    expect(await signIn(who)).toEqual([403, 'second_factor_required'])
    expect(await signIn(who, codeOf(secret, -1))).toEqual([200, undefined])
    expect(await signIn(who, codeOf(secret, -1))).toEqual([400, 'second_factor_invalid'])
    expect(await signIn(who, codeOf(secret))).toEqual([200, undefined])
    expect(await signIn(who, codeOf(secret, 1))).toEqual([200, undefined])
    expect(await signIn(who, codeOf(secret))).toEqual([400, 'second_factor_invalid'])
  })

  test('two steps away, of another person, no digits -> refused', async () => {
    const [{ who, secret }, other] = [await enrolled(), await enrolled()]
    app.clock.advance(10 * step)
    for (const code of [codeOf(secret, -2), codeOf(secret, 2), codeOf(other.secret), 'abcdef', '12345'])
      expect(await signIn(who, code)).toEqual([400, 'second_factor_invalid'])
  })

  test('two sign-ins with one code at once -> one', async () => {
    const { who, secret } = await enrolled()
    app.clock.advance(10 * step)
    const code = codeOf(secret)
    const answers = await Promise.all([signIn(who, code), signIn(who, code)])
    expect(answers.map(([status]) => status).toSorted()).toEqual([200, 400])
  })

  test('wrong codes lock as wrong passwords do; the right password in between does not clear them', async () => {
    const { who, secret } = await enrolled()
    app.clock.advance(10 * step)
    const client = newConsoleClient(app)
    for (let count = 0; count < 4; count++) {
      expect(await signIn(who, '000000', client)).toEqual([400, 'second_factor_invalid'])
      expect(await signIn(who, undefined, client)).toEqual([403, 'second_factor_required'])
    }
    expect((await signIn(who, '000000', client))[1]).toMatch(/second_factor_invalid|account_locked/)
    expect(await signIn(who, codeOf(secret), client)).toEqual([403, 'account_locked'])
  })

  test('wrong password with the right code -> 401, and the code is not used up', async () => {
    const { who, secret } = await enrolled()
    app.clock.advance(10 * step)
    const code = codeOf(secret)
    expect(await signIn({ ...who, password: 'not-the-password-1' }, code)).toEqual([
      401,
      'invalid_credentials',
    ])
    expect(await signIn(who, code)).toEqual([200, undefined])
  })
})

describe('recovery codes', () => {
  test('each has 128 random bits and signs in once, however it is typed', async () => {
    const { who, recoveryCodes } = await enrolled()
    const [one = ''] = recoveryCodes
    // One of 16 letters holds 4 bits.
    expect(one.replaceAll('-', '')).toMatch(/^[bcdfghjkmnpqrstv]{32}$/)
    expect(await signIn(who, one.toUpperCase().replaceAll('-', ' '))).toEqual([200, undefined])
    expect(await signIn(who, one)).toEqual([400, 'second_factor_invalid'])
  })

  test('of another person -> refused; new ones -> those before are void', async () => {
    const [mine, other] = [await enrolled(), await enrolled()]
    expect(await signIn(mine.who, other.recoveryCodes[0])).toEqual([400, 'second_factor_invalid'])
    const { client, who, secret, recoveryCodes } = mine
    app.clock.advance(step)
    const renew = (proof: object) => send(client, 'Account/RecoveryCodes', proof)
    const code = codeOf(secret)
    expect(outcome(await renew({ password: 'no', code }))).toEqual([400, 'validation_failed'])
    expect(outcome(await renew({ password: staffPassword }))).toEqual([403, 'second_factor_required'])
    const [, fresh] = await renew({ password: staffPassword, code })
    expect(await signIn(who, recoveryCodes[0])).toEqual([400, 'second_factor_invalid'])
    expect(await signIn(who, fresh.recoveryCodes[0])).toEqual([200, undefined])
  })
})

describe('another app', () => {
  test('the present one works until a code of the new one is entered', async () => {
    const { client, who, secret } = await enrolled()
    app.clock.advance(10 * step)
    const begin = (proof: object) =>
      send(client, 'Account/Authenticator', { password: staffPassword, ...proof })
    expect(outcome(await begin({}))).toEqual([403, 'second_factor_required'])
    expect(outcome(await begin({ code: '000000' }))).toEqual([400, 'second_factor_invalid'])
    const [, next] = await begin({ code: codeOf(secret) })
    app.clock.advance(step)
    expect(await signIn(who, codeOf(secret))).toEqual([200, undefined])
    const confirm = (code: string) =>
      send(client, 'Account/Authenticator/Confirm', { password: staffPassword, code })
    expect(outcome(await confirm('000000'))).toEqual([400, 'second_factor_invalid'])
    expect((await confirm(codeOf(next.secret)))[0]).toBe(200)
    app.clock.advance(2 * step)
    expect(await signIn(who, codeOf(secret))).toEqual([400, 'second_factor_invalid'])
    expect(await signIn(who, codeOf(next.secret))).toEqual([200, undefined])
  })

  test('replaced -> other sessions end and the person is told; ten minutes after it was shown -> void', async () => {
    const { id, email, client, secret } = await enrolled()
    const other = await signedInToConsole(app, id)
    app.clock.advance(step)
    const begin = (code: string) => send(client, 'Account/Authenticator', { password: staffPassword, code })
    const confirm = (code: string) =>
      send(client, 'Account/Authenticator/Confirm', { password: staffPassword, code })
    const [, late] = await begin(codeOf(secret))
    app.clock.advance(minutes(10))
    expect(outcome(await confirm(codeOf(late.secret)))).toEqual([400, 'second_factor_invalid'])
    const [, next] = await begin(codeOf(secret))
    expect((await other.get('/api/Console/Account')).statusCode).toBe(200)
    expect((await confirm(codeOf(next.secret)))[0]).toBe(200)
    expect((await other.get('/api/Console/Account')).statusCode).toBe(401)
    expect((await client.get('/api/Console/Account')).statusCode).toBe(200)
    const told = expect.stringContaining('An authenticator app was set up.')
    expect(await mailTexts(app, email)).toEqual([told, told])
  })

  test('five wrong codes -> locked, also for the right one', async () => {
    const { client, secret } = await enrolled()
    app.clock.advance(step)
    const renew = (code: string) => send(client, 'Account/RecoveryCodes', { password: staffPassword, code })
    for (let count = 0; count < 5; count++)
      expect(outcome(await renew('000000'))).toEqual([400, 'second_factor_invalid'])
    expect(outcome(await renew(codeOf(secret)))).toEqual([403, 'account_locked'])
  })
})

describe('stored', () => {
  test('secret sealed for its owner, recovery codes as hashes', async () => {
    const { id, secret, recoveryCodes } = await enrolled()
    const { db } = app.database
    const row = await db
      .selectFrom('staffAuthenticators')
      .selectAll()
      .where('staffId', '=', id)
      .executeTakeFirstOrThrow()
    const codes = await db.selectFrom('staffRecoveryCodes').selectAll().where('staffId', '=', id).execute()
    for (const plain of [secret, ...recoveryCodes]) expect(JSON.stringify([row, codes])).not.toContain(plain)
    expect(unseal(row.secret!, { use: 'seal of an authenticator', id }, [testSecrets.app])).toBe(secret)
    expect(
      unseal(row.secret!, { use: 'seal of an authenticator', id: 'another' }, [testSecrets.app]),
    ).toBeNull()
  })

  test('secret of the product replaced -> codes go on; taken away without a start between -> recovery codes only', async () => {
    const [mine, late] = [await enrolled(), await enrolled()]
    const renewed = 'another-app-secret-of-tests'
    const { db } = app.database
    const shared = { db, partners: app.partners, clock: app.clock, console: secure }
    const rotated = newConsoleClient(await createTestApp({ ...shared, appSecrets: [renewed] }))
    app.clock.advance(10 * step)
    expect(await signIn(late.who, codeOf(late.secret), rotated)).toEqual([400, 'second_factor_invalid'])
    expect(await signIn(late.who, late.recoveryCodes[0], rotated)).toEqual([200, undefined])
    await resealAuthenticators({ db, secrets: [renewed, testSecrets.app] })
    expect(await signIn(mine.who, codeOf(mine.secret), rotated)).toEqual([200, undefined])
    await resealAuthenticators({ db, secrets: [testSecrets.app, renewed] })
  })

  test('audit log -> added and renewed, without codes', async () => {
    const { client, email, secret } = await enrolled()
    app.clock.advance(step)
    await send(client, 'Account/RecoveryCodes', { password: staffPassword, code: codeOf(secret) })
    const rows = await app.database.db
      .selectFrom('auditLog')
      .selectAll()
      .where('subject', '=', email)
      .orderBy('id')
      .execute()
    expect(rows.map(({ action }) => action)).toEqual([
      'staff.secondFactorAdded',
      'console.signIn',
      'staff.recoveryCodesRenewed',
    ])
    expect(JSON.stringify(rows)).not.toContain(secret)
  })
})

describe('commands', () => {
  const operator = { kind: 'system', name: 'ada' } as const
  const world = { database: app.database, clock: app.clock, partners: app.partners } as unknown as World
  const run = async (command: Command, args: string[]) => {
    const lines: string[] = []
    await command(world, args, { cwd: '/', print: line => lines.push(line), actor: operator })
    return lines.join(' ')
  }
  const printedIn = (text: string) => / the password (\S+)/.exec(text)![1]!
  const choose = async (body: { email: string; current: string; password: string }) =>
    outcome(await send(newConsoleClient(app), 'SignIn/Password', body))

  test('new account -> chooses a password in place of the printed one, and enters at those partners', async () => {
    const partner = app.newPartner()
    const email = `${partner.slug}@dineward.example`
    const account = ['--email', email, '--name', 'Ada', '--partner', partner.slug]
    await expect(run(addStaffCommand, [...account, '--role', 'baker'])).rejects.toThrow('no role "baker"')
    const printed = printedIn(await run(addStaffCommand, [...account, '--role', 'viewer']))
    expect(await signIn({ email, password: printed })).toEqual([403, 'password_change_required'])
    const password = 'lobsters harvested at dawn'
    expect(await choose({ email, current: printed, password })).toEqual([200, undefined])
    expect(await mailTexts(app, email)).toEqual([expect.stringContaining('Your password was changed')])
    expect(await signIn({ email, password: printed })).toEqual([401, 'invalid_credentials'])
    const [status, { secret }] = await send(newConsoleClient(app), 'SignIn/Authenticator', {
      email,
      password,
    })
    expect(status).toBe(200)
    const confirmation = { email, password, code: codeOf(secret) }
    const [, { staff }] = await send(newConsoleClient(app), 'SignIn/Authenticator/Confirm', confirmation)
    expect(staff.partners.map(({ slug }: { slug: string }) => slug)).toEqual([partner.slug])
    expect(staff.networkPermissions).toEqual([])
  })

  test('printed password -> only for one password that may be chosen, and for 7 days', async () => {
    const email = `${app.newPartner().slug}@dineward.example`
    const account = ['--email', email, '--name', 'Ada']
    const current = printedIn(await run(addStaffCommand, [...account, '--role', 'viewer']))
    expect(await choose({ email, current, password: 'elevenchars' })).toEqual([400, 'validation_failed'])
    expect(await choose({ email, current: 'not-the-password-1', password: staffPassword })).toEqual([
      401,
      'invalid_credentials',
    ])
    const [start, sevenDays] = [app.clock.now(), 7 * 24 * 60 * 60_000]
    app.clock.advance(sevenDays)
    const expired = await choose({ email, current, password: staffPassword })
    const renewed = printedIn(await run(staffPasswordCommand, ['--email', email]))
    app.clock.advance(sevenDays - 1)
    expect(await choose({ email, current: renewed, password: staffPassword })).toEqual([200, undefined])
    app.clock.set(start)
    expect(expired).toEqual([401, 'invalid_credentials'])
    const own = { email, current: staffPassword, password: 'lobsters harvested at dawn' }
    expect(await choose(own)).toEqual([401, 'invalid_credentials'])
  })

  test('second factor reset -> signed out, and sets up another app; new password -> signed out', async () => {
    const [lost, renewed] = [await enrolled(), await enrolled()]
    await run(resetSecondFactorCommand, ['--email', lost.email])
    expect((await lost.client.get('/api/Console/Session')).statusCode).toBe(401)
    expect(await signIn(lost.who, lost.recoveryCodes[0])).toEqual([403, 'second_factor_setup_required'])
    await run(staffPasswordCommand, ['--email', renewed.email])
    expect((await renewed.client.get('/api/Console/Session')).statusCode).toBe(401)
    expect(await mailTexts(app, lost.email)).toContainEqual(
      expect.stringContaining('recovery codes and passkeys were removed'),
    )
    expect(await mailTexts(app, renewed.email)).toContainEqual(
      expect.stringContaining('Your password was replaced by an operator'),
    )
    await expect(run(resetSecondFactorCommand, ['--email', 'unknown@dineward.example'])).rejects.toThrow()
  })
})

test('the session ends as any other', async () => {
  const { client } = await enrolled()
  app.clock.advance(minutes(31))
  expect((await client.get('/api/Console/Account')).statusCode).toBe(401)
})
