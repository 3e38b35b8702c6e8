import { minutes } from '@dineward/core/shared/clock.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import {
  consoleHost,
  newConsoleClient,
  newConsoleStaff,
  signedInToConsole,
} from '../../testing/access/console-for-test.ts'
import { mailTexts } from '../../testing/mail-texts.ts'
import {
  assertionOf,
  newSoftPasskey,
  registrationOf,
  type SoftPasskey,
} from '../../testing/sign-in/soft-authenticator.ts'
import { resumeStaffAt, signInStaff, staffPassword } from '../../testing/sign-in/staff-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'

const app = await createTestApp({ console: { hosts: [consoleHost], needsSecondFactor: true } })
const origin = `http://${consoleHost}`
const base = '/api/Console/Account'

let staff: Awaited<ReturnType<typeof newConsoleStaff>>
let client: TestClient
let passkey: SoftPasskey
beforeEach(async () => {
  staff = await newConsoleStaff(app, 'support')
  client = await signedInToConsole(app, staff.id)
  passkey = newSoftPasskey(Buffer.from(staff.id).toString('base64url'))
})

const outcome = async (response: ReturnType<TestClient['send']>) => {
  const { statusCode, json } = await response
  return [statusCode, json().code]
}
const accountOf = async (of = client) => (await of.get(base)).json()
const mailsTo = (recipient: string) => mailTexts(app, recipient)

async function addPasskey(of = client, lies = {}) {
  const options = await of.send('POST', `${base}/Passkeys/Options`, { password: staffPassword })
  const response = registrationOf(passkey, { challenge: options.json().challenge, origin, ...lies })
  return of.send('POST', `${base}/Passkeys`, { name: 'My laptop', response })
}

async function passkeyAnswer(browser: TestClient, lies = {}, counter = 0) {
  const { challenge } = (await browser.send('POST', '/api/Console/SignIn/Passkey/Options')).json()
  return assertionOf(passkey, { challenge, origin, ...lies }, counter)
}

async function signInWithPasskey(browser = newConsoleClient(app), lies = {}, counter = 0) {
  const response = await passkeyAnswer(browser, lies, counter)
  return browser.send('POST', '/api/Console/SignIn/Passkey', { response })
}

const remove = (id: string, proof: object, of = client) =>
  of.send('DELETE', `${base}/Passkeys?id=${id}`, { password: staffPassword, ...proof })

describe('passkeys', () => {
  test('added with the password, listed, signs in without a code, removed', async () => {
    expect(await outcome(client.send('POST', `${base}/Passkeys/Options`, { password: 'no' }))).toEqual([
      400,
      'validation_failed',
    ])
    expect((await addPasskey()).json().passkey).toMatchObject({ name: 'My laptop', lastUsedAt: null })
    const browser = newConsoleClient(app)
    const signedIn = await signInWithPasskey(browser)
    expect([signedIn.statusCode, signedIn.json().staff.email]).toEqual([200, staff.email])
    expect((await accountOf(browser)).passkeys).toMatchObject([
      { name: 'My laptop', lastUsedAt: app.clock.now().toISOString() },
    ])
    expect(await outcome(remove(passkey.id, {}))).toEqual([403, 'second_factor_required'])
    const proof = { passkey: await passkeyAnswer(client) }
    expect((await remove(passkey.id, proof)).json()).toEqual({ removed: true })
    expect(await outcome(remove(passkey.id, {}))).toEqual([404, 'not_found'])
    expect((await signInWithPasskey()).json().code).toBe('passkey_invalid')
  })

  test('where passwords are off -> signs in to a break-glass account only', async () => {
    const console = { hosts: [consoleHost], needsSecondFactor: true, arePasswordsOff: true }
    const off = await createTestApp({ console })
    await addPasskey()
    const answer = () => outcome(signInWithPasskey(newConsoleClient(off)))
    expect(await answer()).toEqual([403, 'single_sign_on_required'])
    await app.database.db
      .updateTable('staff')
      .set({ isBreakGlass: true })
      .where('id', '=', staff.id)
      .execute()
    expect(await answer()).toEqual([200, undefined])
  })

  test('with one passkey the password alone adds no second one; with an answer of it, it does', async () => {
    await addPasskey()
    const options = (proof: object) =>
      client.send('POST', `${base}/Passkeys/Options`, { password: staffPassword, ...proof })
    expect(await outcome(options({}))).toEqual([403, 'second_factor_required'])
    expect(await outcome(options({ code: '000000' }))).toEqual([403, 'second_factor_required'])
    const proof = { passkey: await passkeyAnswer(client) }
    expect((await options(proof)).statusCode).toBe(200)
    expect(await outcome(options(proof))).toEqual([400, 'passkey_challenge_invalid'])
  })

  test('of a colleague -> proves nothing here', async () => {
    await addPasskey()
    const colleague = await signedInToConsole(app, (await newConsoleStaff(app, 'support')).id)
    const proof = { passkey: await passkeyAnswer(colleague) }
    const answer = await colleague.send('POST', `${base}/Authenticator`, {
      password: staffPassword,
      ...proof,
    })
    expect([answer.statusCode, answer.json().code]).toEqual([401, 'passkey_invalid'])
  })

  test('added -> other sessions end, here and at partners’ sites; this one goes on with another token; told', async () => {
    const other = await signedInToConsole(app, staff.id)
    const site = newClient(app, app.newPartner())
    await resumeStaffAt(app, site, staff.id)
    const before = client.cookies.get('dw_console')
    await addPasskey()
    expect((await other.get(base)).statusCode).toBe(401)
    expect((await site.get('/api/Staff')).statusCode).toBe(401)
    expect((await client.get(base)).statusCode).toBe(200)
    const thief = newConsoleClient(app)
    thief.cookies.set('dw_console', before!)
    expect((await thief.get(base)).statusCode).toBe(401)
    expect(await mailsTo(staff.email)).toEqual([expect.stringContaining('A passkey was added.')])
  })

  test.each([
    ['another origin', { origin: 'http://evil.example' }],
    ['a partner’s host', { origin: 'http://skyward.localhost', rpId: 'skyward.localhost' }],
    ['the person not verified', { userVerified: false }],
    ['a challenge of its own', { challenge: 'AAAA' }],
  ])('%s -> neither added nor signed in', async (_case, lies) => {
    expect((await addPasskey(client, lies)).statusCode).toBe(400)
    expect((await addPasskey()).statusCode).toBe(200)
    const browser = newConsoleClient(app)
    expect([400, 401]).toContain((await signInWithPasskey(browser, lies)).statusCode)
    expect(browser.cookies.has('dw_console')).toBe(false)
  })

  test('copy in use, answer used twice, five minutes later -> refused', async () => {
    await addPasskey()
    expect((await signInWithPasskey(newConsoleClient(app), {}, 7)).statusCode).toBe(200)
    expect((await signInWithPasskey(newConsoleClient(app), {}, 7)).statusCode).toBe(401)
    const browser = newConsoleClient(app)
    const { challenge } = (await browser.send('POST', '/api/Console/SignIn/Passkey/Options')).json()
    const response = assertionOf(passkey, { challenge, origin }, 8)
    const answer = () => outcome(browser.send('POST', '/api/Console/SignIn/Passkey', { response }))
    app.clock.advance(minutes(5))
    expect(await answer()).toEqual([400, 'passkey_challenge_invalid'])
    app.clock.advance(-minutes(5))
  })

  test('of a colleague -> not removed; of staff without a role -> no sign-in', async () => {
    await addPasskey()
    const colleague = await signedInToConsole(app, (await newConsoleStaff(app, 'support')).id)
    expect((await remove(passkey.id, {}, colleague)).statusCode).toBe(404)
    await app.database.db.deleteFrom('staffRoles').where('staffId', '=', staff.id).execute()
    expect((await signInWithPasskey()).json().code).toBe('invalid_credentials')
  })

  test('without an authenticator app -> the password alone adds none', async () => {
    await addPasskey()
    const who = { email: staff.email, password: staffPassword }
    for (const path of ['SignIn', 'SignIn/Authenticator'])
      expect(await outcome(newConsoleClient(app).send('POST', `/api/Console/${path}`, who))).toEqual([
        403,
        'second_factor_required',
      ])
  })
})

describe('sessions', () => {
  test('this one first; another one ended, then all others', async () => {
    const [second, third] = [await signedInToConsole(app, staff.id), await signedInToConsole(app, staff.id)]
    const colleague = await signedInToConsole(app, (await newConsoleStaff(app, 'support')).id)
    const { sessions } = await accountOf()
    expect(sessions.map(({ current }: { current: boolean }) => current)).toEqual([true, false, false])
    expect(sessions[0]).toMatchObject({ browser: 'Chrome', system: 'Windows' })
    const mine = (await accountOf(second)).sessions[0].id
    const end = (query: string) => client.send('DELETE', `${base}/Sessions${query}`)
    expect((await end(`?id=${mine}`)).json()).toEqual({ ended: 1 })
    expect((await end(`?id=${mine}`)).statusCode).toBe(404)
    expect((await end(`?id=${(await accountOf(colleague)).sessions[0].id}`)).statusCode).toBe(404)
    expect((await end('')).json()).toEqual({ ended: 1 })
    for (const [who, status] of [
      [second, 401],
      [third, 401],
      [client, 200],
      [colleague, 200],
    ] as const)
      expect((await who.get(base)).statusCode).toBe(status)
  })
})

describe('own password', () => {
  const change = (current: string, password: string) =>
    client.send('PUT', `${base}/Password`, { current, password })
  const fresh = 'Lobster-Harvest-42'

  test('changed -> signs in with it; other sessions end, here and at partners’ sites', async () => {
    const other = await signedInToConsole(app, staff.id)
    const site = newClient(app, app.newPartner())
    await resumeStaffAt(app, site, staff.id)
    expect((await site.get('/api/Staff')).statusCode).toBe(200)
    expect((await change(staffPassword, fresh)).json()).toEqual({ changed: true })
    expect((await client.get(base)).statusCode).toBe(200)
    expect((await other.get(base)).statusCode).toBe(401)
    expect((await site.get('/api/Staff')).statusCode).toBe(401)
    expect(await mailsTo(staff.email)).toEqual([expect.stringContaining('Your password was changed.')])
    const again = (password: string) => signInStaff(newClient(app, app.newPartner()), staff.email, password)
    expect((await again(fresh)).json().code).toMatch(/^second_factor_/)
    expect((await again(staffPassword)).json().code).toBe('invalid_credentials')
  })

  test.each([
    ['wrong present one', 'not-the-password-1', fresh, 'current'],
    ['short', staffPassword, 'a1b2', 'password'],
    ['of eleven characters', staffPassword, 'lobster-for', 'password'],
    ['common', staffPassword, 'password1234', 'password'],
    ['made of the name', staffPassword, 'Robin-Hale-2026', 'password'],
  ])('%s -> refused, with the field', async (_case, current, password, field) => {
    const response = await change(current, password)
    expect([response.statusCode, response.json().fieldErrors[0].field]).toEqual([400, field])
  })

  test('changed -> the token before is worth nothing', async () => {
    const thief = newConsoleClient(app)
    thief.cookies.set('dw_console', client.cookies.get('dw_console')!)
    await change(staffPassword, fresh)
    expect((await thief.get(base)).statusCode).toBe(401)
    expect((await client.get(base)).statusCode).toBe(200)
  })

  test('five wrong ones -> locked', async () => {
    for (let count = 0; count < 5; count++) await change('not-the-password-1', fresh)
    expect(await outcome(change(staffPassword, fresh))).toEqual([403, 'account_locked'])
  })
})
