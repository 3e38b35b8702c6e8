import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../http/limits/rate-limits.ts'
import { consoleClient, newConsoleClient } from '../../testing/access/console-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { testPasswordCost } from '../../testing/password-cost.ts'
import { newStaff, signInStaff, staffPassword } from '../../testing/sign-in/staff-for-test.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { sendApproved } from '../approvals/approvals-for-test.ts'
import { setPasswordCost } from '../identity/passwords/passwords.service.ts'
import { findStaffActor, strangersGuesses } from './staff.service.ts'
import { addStaff, removeStaff, renewStaffPassword } from './staff-accounts.service.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})

const twelveHours = 12 * 3_600_000

describe('staff sign-in', () => {
  test('right password -> the account and the session’s end', async () => {
    const staff = await newStaff(app)
    const client = newClient(app, app.newPartner())
    const response = await signInStaff(client, staff.email.toUpperCase())
    expect(response.statusCode).toBe(200)
    const expiresAt = new Date(app.clock.now().getTime() + twelveHours).toISOString()
    expect(response.json()).toEqual({
      staff: { email: staff.email, name: staff.name, partners: null, expiresAt },
    })
    const who = await client.get('/api/Staff')
    expect([who.statusCode, who.json().staff.email]).toEqual([200, staff.email])
    expect(who.headers['cache-control']).toBe('no-store')
  })

  test('password hashed at another cost -> signs in, hashed anew', async () => {
    const { id, email } = await newStaff(app)
    setPasswordCost({ memory: 7_168, passes: 5, parallelism: 1 })
    try {
      expect((await signInStaff(newClient(app, app.newPartner()), email)).statusCode).toBe(200)
    } finally {
      setPasswordCost(testPasswordCost)
    }
    const row = app.database.db.selectFrom('staff').select('passwordHash').where('id', '=', id)
    expect((await row.executeTakeFirstOrThrow()).passwordHash).toContain('$m=7168,t=5,p=1$')
  })

  test('cookie -> HttpOnly, expires with the session', async () => {
    const staff = await newStaff(app)
    const response = await signInStaff(newClient(app, app.newPartner()), staff.email)
    const cookie = response.cookies.find(({ name }) => name === 'dw_staff')!
    expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookie.expires?.getTime()).toBe(
      Math.floor((app.clock.now().getTime() + twelveHours) / 1_000) * 1_000,
    )
    expect(cookie.domain).toBeUndefined()
  })

  test('cookie off loopback -> __Host- and Secure', async () => {
    const staff = await newStaff(app)
    const partner = app.newPartner()
    const partners = { ...app.partners, byHost: () => partner }
    const away = await createTestApp({ production: true, partners, db: app.database.db })
    const headers = { host: 'dining.example' }
    const csrf = await away.app.inject({ url: '/api/CSRF', headers })
    const cookie = csrf.cookies.map(({ name, value }) => `${name}=${value}`).join('; ')
    const response = await away.app.inject({
      method: 'POST',
      url: '/api/Staff/SignIn',
      headers: { ...headers, cookie, 'x-xsrf-token': csrf.json().csrfToken },
      payload: { email: staff.email, password: staffPassword },
    })
    const issued = response.cookies.find(({ name }) => name === '__Host-dw_staff')
    expect(issued).toMatchObject({ secure: true, httpOnly: true })
  })

  test('wrong password, unknown email, another partner’s staff -> the same 401', async () => {
    const [here, elsewhere] = [app.newPartner(), app.newPartner()]
    const staff = await newStaff(app)
    const theirs = await newStaff(app, { partnerIds: [elsewhere.slug] })
    const answers = await Promise.all([
      signInStaff(newClient(app, here), staff.email, 'not-the-password-1'),
      signInStaff(newClient(app, here), 'unknown@dineward.example'),
      signInStaff(newClient(app, here), theirs.email),
    ])
    expect(
      answers.map(({ statusCode, body }) => [statusCode, JSON.parse(body).code, JSON.parse(body).message]),
    ).toEqual(
      Array.from({ length: 3 }, () => [401, 'invalid_credentials', 'That email and password do not match.']),
    )
    expect((await signInStaff(newClient(app, elsewhere), theirs.email)).statusCode).toBe(200)
  })

  test('member as staff, staff as member -> 401', async () => {
    const partner = app.newPartner()
    const staff = await newStaff(app)
    const member = await newMember(app, partner, { passwordHash: staff.passwordHash })
    const client = newClient(app, partner)
    expect((await signInStaff(client, member.email)).statusCode).toBe(401)
    const asMember = { userName: staff.email, password: staffPassword }
    expect((await client.send('POST', '/api/SignIn', asMember)).statusCode).toBe(401)
    const signedIn = await signedInClient(app, partner, member.id)
    expect((await signedIn.get('/api/Staff')).statusCode).toBe(401)
  })

  test.each([
    ['no email', { password: 'x' }, 'email'],
    ['an email that is a list', { email: ['a'], password: 'x' }, 'email'],
    ['no password', { email: 'a@b.example' }, 'password'],
    ['a password past the limit', { email: 'a@b.example', password: 'x'.repeat(1_001) }, 'password'],
  ])('%s -> 400 with the field', async (_case, body, field) => {
    const response = await newClient(app, app.newPartner()).send('POST', '/api/Staff/SignIn', body)
    expect([response.statusCode, response.json().fieldErrors[0].field]).toEqual([400, field])
  })

  test('sign-in or sign-out without a CSRF token -> 403', async () => {
    const client = newClient(app, app.newPartner())
    const body = { email: 'a@b.example', password: 'x' }
    for (const path of ['/api/Staff/SignIn', '/api/Staff/SignOut'])
      expect((await client.send('POST', path, body, {})).json().code).toBe('csrf_invalid')
  })
})

describe('staff sign-in lock', () => {
  test.each(['known', 'unknown'])(
    'five wrong passwords of an %s email -> locked at every partner',
    async who => {
      const email = who === 'known' ? (await newStaff(app)).email : `${crypto.randomUUID()}@dineward.example`
      const guess = (password?: string) => signInStaff(newClient(app, app.newPartner()), email, password)
      for (let count = 0; count < 5; count++) expect((await guess('wrong')).statusCode).toBe(401)
      const locked = await guess()
      expect([locked.statusCode, locked.json().code]).toEqual([403, 'account_locked'])
      expect(locked.json().lockedUntil).toBe(new Date(app.clock.now().getTime() + 30 * 60_000).toISOString())
    },
  )

  test('locked at one address -> signs in at another', async () => {
    const { email } = await newStaff(app)
    const partner = app.newPartner()
    for (let count = 0; count < 5; count++) await signInStaff(newClient(app, partner), email, 'wrong')
    expect((await signInStaff(newClient(app, partner), email)).json().code).toBe('account_locked')
    const elsewhere = newClient(app, partner, '203.0.113.7')
    expect((await signInStaff(elsewhere, email)).statusCode).toBe(200)
  })

  test('browser that signed in before -> signs in at a locked address, and has ten guesses of its own', async () => {
    const [{ email }, colleague] = [await newStaff(app), await newStaff(app)]
    const partner = app.newPartner()
    const [known, other] = [newClient(app, partner), newClient(app, partner)]
    await signInStaff(known, email)
    await signInStaff(other, colleague.email)
    for (let count = 0; count < 5; count++) await signInStaff(newClient(app, partner), email, 'wrong')
    expect((await signInStaff(known, email)).statusCode).toBe(200)
    expect((await signInStaff(other, email)).json().code).toBe('account_locked')
    for (let count = 0; count < 5; count++)
      expect((await signInStaff(known, email, 'wrong')).statusCode).toBe(401)
    expect((await signInStaff(known, email)).statusCode).toBe(200)
    for (let count = 0; count < 10; count++)
      expect((await signInStaff(known, email, 'wrong')).statusCode).toBe(401)
    expect((await signInStaff(known, email)).json().code).toBe('account_locked')
  })

  test('fifty guesses of strangers at many addresses -> the next is refused, the known browser signs in', async () => {
    const { email } = await newStaff(app)
    const partner = app.newPartner()
    const known = newClient(app, partner)
    await signInStaff(known, email)
    const guesses = strangersGuesses(app.database.db)
    const { id } = await app.database.db
      .selectFrom('staff')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    for (let count = 0; count < 50; count++) expect(await guesses.ofAccount.take(id)).toBe(true)
    const stranger = await signInStaff(newClient(app, partner, '203.0.113.8'), email)
    expect([stranger.statusCode, stranger.json().code]).toEqual([429, 'rate_limited'])
    expect((await signInStaff(known, email)).statusCode).toBe(200)
  })

  test(`${limits.signIn.max} calls a minute from one address -> rate limited`, async () => {
    const limited = await createTestApp()
    const client = newClient(limited, limited.newPartner())
    const token = (await client.get('/api/CSRF')).json().csrfToken
    const call = () => client.send('POST', '/api/Staff/SignIn', {}, { 'x-xsrf-token': token })
    for (let count = 0; count < limits.signIn.max; count++) expect((await call()).statusCode).toBe(400)
    expect((await call()).statusCode).toBe(429)
  })
})

describe('staff session', () => {
  test('12 hours after sign-in -> ended, whatever the activity', async () => {
    const staff = await newStaff(app)
    const client = newClient(app, app.newPartner())
    await signInStaff(client, staff.email)
    const start = app.clock.now()
    app.clock.advance(twelveHours - 1)
    expect((await client.get('/api/Staff')).statusCode).toBe(200)
    app.clock.advance(1)
    expect((await client.get('/api/Staff')).statusCode).toBe(401)
    app.clock.set(start)
  })

  test('second sign-in -> new token, previous session ended', async () => {
    const staff = await newStaff(app)
    const partner = app.newPartner()
    const [client, thief] = [newClient(app, partner), newClient(app, partner)]
    await signInStaff(client, staff.email)
    thief.cookies.set('dw_staff', client.cookies.get('dw_staff')!)
    await signInStaff(client, staff.email)
    expect(client.cookies.get('dw_staff')).not.toBe(thief.cookies.get('dw_staff'))
    expect((await thief.get('/api/Staff')).statusCode).toBe(401)
    expect((await client.get('/api/Staff')).statusCode).toBe(200)
  })

  test('sign-out -> ended on the server', async () => {
    const staff = await newStaff(app)
    const partner = app.newPartner()
    const [client, thief] = [newClient(app, partner), newClient(app, partner)]
    await signInStaff(client, staff.email)
    thief.cookies.set('dw_staff', client.cookies.get('dw_staff')!)
    expect((await client.send('POST', '/api/Staff/SignOut')).json()).toEqual({ signedOut: true })
    expect(client.cookies.has('dw_staff')).toBe(false)
    expect((await thief.get('/api/Staff')).statusCode).toBe(401)
  })

  test('on the host of another partner -> 401', async () => {
    const [mine, other] = [app.newPartner(), app.newPartner()]
    const staff = await newStaff(app, { partnerIds: [mine.slug] })
    const [client, elsewhere] = [newClient(app, mine), newClient(app, other)]
    await signInStaff(client, staff.email)
    elsewhere.cookies.set('dw_staff', client.cookies.get('dw_staff')!)
    expect((await elsewhere.get('/api/Staff')).statusCode).toBe(401)
  })

  test.each(['', 'x', 'x'.repeat(43), '%00', "' or 1=1 --"])('cookie %j -> 401', async cookie => {
    const client = newClient(app, app.newPartner())
    client.cookies.set('dw_staff', encodeURIComponent(cookie))
    expect((await client.get('/api/Staff')).statusCode).toBe(401)
  })

  test('database -> hash only', async () => {
    const staff = await newStaff(app)
    const client = newClient(app, app.newPartner())
    await signInStaff(client, staff.email)
    const rows = JSON.stringify([
      await app.database.db.selectFrom('staffSessions').selectAll().execute(),
      await app.database.db.selectFrom('staff').selectAll().execute(),
    ])
    expect(rows).not.toContain(client.cookies.get('dw_staff')!)
    expect(rows).not.toContain(staffPassword)
  })
})

describe('staff account', () => {
  const operator = { kind: 'system', name: 'operator' } as const
  const servicesOf = () => ({
    db: app.database.db,
    clock: app.clock,
    partners: app.partners,
    actor: operator,
  })
  const choose = async (email: string, current: string, password = staffPassword) => {
    const client = newConsoleClient(app)
    const body = { email, current, password }
    expect((await client.send('POST', '/api/Console/SignIn/Password', body)).statusCode).toBe(200)
  }
  const someone = (partners: readonly string[] | null = null) => ({
    // The slug has an id without hyphens: digits and hyphens may pass as a card number.
    email: `${app.newPartner().slug}@dineward.example`,
    name: 'Sam',
    partners,
    role: 'content',
  })

  test('add -> a password to change, then signs in; same email in another case -> refused', async () => {
    const [mine, other] = [app.newPartner(), app.newPartner()]
    const staff = someone([mine.slug])
    const password = await addStaff(servicesOf(), staff)
    const entered = await signInStaff(newClient(app, mine), staff.email, password!)
    expect([entered.statusCode, entered.json().code]).toEqual([403, 'password_change_required'])
    // Digits in a row may pass as a card number, which every route refuses.
    expect(password).toMatch(/^([a-z]{6}-){4}[a-z]{6}$/)
    await choose(staff.email, password!)
    expect((await signInStaff(newClient(app, mine), staff.email)).json().staff).toMatchObject({
      name: 'Sam',
      partners: [mine.slug],
    })
    expect((await signInStaff(newClient(app, other), staff.email)).statusCode).toBe(401)
    expect(await addStaff(servicesOf(), { ...staff, email: staff.email.toUpperCase() })).toBeNull()
  })

  test('add without a role -> no permission anywhere, no sign-in; an administrator sees it and gives one', async () => {
    const partner = app.newPartner()
    const { role: _role, ...staff } = someone()
    const password = (await addStaff(servicesOf(), staff))!
    const enter = async () => (await signInStaff(newClient(app, partner), staff.email, password)).statusCode
    expect(await enter()).toBe(401)
    const { actor: _actor, ...services } = { ...app.context(partner) }
    expect(await findStaffActor(services, staff.email)).toBeNull()

    const admin = await consoleClient(app, 'admin')
    const accounts = (await admin.get('/api/Console/Staff')).json().items
    const account = accounts.find(({ email }: { email: string }) => email === staff.email)
    expect(account).toMatchObject({ roles: [], mayChange: true })
    const give = async (roles: readonly object[], version: string) =>
      (
        await sendApproved(app, admin, 'PUT', `/api/Console/Staff/${account.id}/Roles`, {
          roles,
          version,
          reason: 'Writes the pages',
        })
      ).statusCode
    const role = { partner: partner.slug, role: 'content' }
    expect(await give([role], account.version)).toBe(200)
    expect(await enter()).toBe(403)
    const after = (await admin.get('/api/Console/Staff')).json().items
    const { version } = after.find(({ id }: { id: string }) => id === account.id)
    expect(await give([], version)).toBe(200)
    expect(await enter()).toBe(401)
  })

  test('new password -> signed out everywhere', async () => {
    const partner = app.newPartner()
    const [staff, colleague] = [someone(), await newStaff(app)]
    await choose(staff.email, (await addStaff(servicesOf(), staff))!)
    const [client, other] = [newClient(app, partner), newClient(app, partner)]
    await signInStaff(client, staff.email)
    await signInStaff(other, colleague.email)
    const fresh = await renewStaffPassword(servicesOf(), staff.email)
    expect((await client.get('/api/Staff')).statusCode).toBe(401)
    expect((await other.get('/api/Staff')).statusCode).toBe(200)
    expect((await signInStaff(client, staff.email)).statusCode).toBe(401)
    await choose(staff.email, fresh!, 'lobsters harvested at dawn')
    expect((await signInStaff(client, staff.email, 'lobsters harvested at dawn')).statusCode).toBe(200)
    expect(await renewStaffPassword(servicesOf(), 'unknown@dineward.example')).toBeNull()
  })

  test('remove -> signed out at once', async () => {
    const client = newClient(app, app.newPartner())
    const staff = await newStaff(app)
    await signInStaff(client, staff.email)
    expect(await removeStaff(servicesOf(), staff.email)).toBe(true)
    expect((await client.get('/api/Staff')).statusCode).toBe(401)
    expect(await removeStaff(servicesOf(), staff.email)).toBe(false)
  })
})
