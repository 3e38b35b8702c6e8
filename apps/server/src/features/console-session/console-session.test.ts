import { minutes } from '@dineward/core/shared/clock.ts'
import { permissions } from '@dineward/core/staff/permissions.ts'
import { describe, expect, test } from 'vitest'
import { consoleClient, newConsoleClient, newConsoleStaff } from '../../testing/access/console-for-test.ts'
import { isWaiting } from '../../testing/databases/waiting-statements.ts'
import { newStaff, staffPassword } from '../../testing/sign-in/staff-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, type TestClient } from '../../testing/test-client.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { replaceStaffPassword } from '../staff/staff.repository.ts'

const app = await createTestApp()

const signIn = (client: TestClient, email: string, password = staffPassword) =>
  client.send('POST', '/api/Console/SignIn', { email, password })

describe('sign-in', () => {
  test('right password -> programs and permissions; sign-out -> 401', async () => {
    const partner = app.newPartner()
    const { email } = await newConsoleStaff(app, 'support', partner.slug)
    const client = newConsoleClient(app)
    const response = await signIn(client, email)
    const { staff } = response.json()
    expect(staff).toMatchObject({ email, networkPermissions: [] })
    expect(staff.partners.map(({ slug }: { slug: string }) => slug)).toEqual([partner.slug])
    expect(staff.permissions).toContain('members.read')
    expect(staff.permissions).not.toContain('finance.read')
    expect((await client.get('/api/Console/Session')).json().staff).toMatchObject({ email })
    await client.send('POST', '/api/Console/SignOut')
    expect((await client.get('/api/Console/Session')).statusCode).toBe(401)
  })

  test('admin of all programs -> everything, in each', async () => {
    const client = await consoleClient(app, 'admin')
    const { staff } = (await client.get('/api/Console/Session')).json()
    expect(staff.networkPermissions).toEqual(permissions)
    expect(staff.partners.length).toBe(app.partners.all().length)
  })

  test('wrong password, unknown role, no role -> 401, the same answer', async () => {
    const { email } = await newConsoleStaff(app, 'support')
    const { email: baker } = await newConsoleStaff(app, 'baker')
    const { email: none } = await newStaff(app, { partnerIds: [] })
    const answers = await Promise.all([
      signIn(newConsoleClient(app), email, 'not-the-password-1'),
      signIn(newConsoleClient(app), baker),
      signIn(newConsoleClient(app), none),
    ])
    for (const answer of answers)
      expect([answer.statusCode, answer.json().code]).toEqual([401, 'invalid_credentials'])
  })

  test.each([
    ['console', 'consoleSessions', () => newConsoleClient(app), '/api/Console/SignIn'],
    ['program’s site', 'staffSessions', () => newClient(app, app.newPartner()), '/api/Staff/SignIn'],
  ] as const)(
    '%s: password changed while the old one is compared -> refused, and no session is left',
    async (_site, sessions, clientOf, path) => {
      const { db } = app.database
      const { id, email } = await newConsoleStaff(app, 'admin')
      const change = await db.startTransaction().execute()
      await replaceStaffPassword(change, email, {
        passwordHash: await hashPassword('Behind-the-bar-2'),
        printedUntil: null,
      })
      const signingIn = clientOf().send('POST', path, { email, password: staffPassword })
      await expect.poll(() => isWaiting(db, 'update "staff" set "last_signed_in_at"%')).toBe(true)
      await change.commit().execute()
      expect((await signingIn).json()).toMatchObject({ code: 'invalid_credentials' })
      expect(await db.selectFrom(sessions).selectAll().where('staffId', '=', id).execute()).toEqual([])
    },
  )

  test('a program that is gone -> nothing there', async () => {
    const { email } = await newConsoleStaff(app, 'support', 'closed-program')
    expect((await signIn(newConsoleClient(app), email)).statusCode).toBe(401)
  })
})

describe('session', () => {
  test('30 minutes without a call -> ended; a call in between -> goes on, 12 hours at most', async () => {
    const client = await consoleClient(app, 'viewer')
    const status = async () => (await client.get('/api/Console/Session')).statusCode
    app.clock.advance(minutes(29))
    expect(await status()).toBe(200)
    app.clock.advance(minutes(29))
    expect(await status()).toBe(200)
    app.clock.advance(minutes(31))
    expect(await status()).toBe(401)

    const long = await consoleClient(app, 'viewer')
    const answers = new Set<number>()
    for (let minute = 0; minute < 12 * 60; minute += 20) {
      answers.add((await long.get('/api/Console/Session')).statusCode)
      app.clock.advance(minutes(20))
    }
    expect([...answers]).toEqual([200])
    expect((await long.get('/api/Console/Session')).statusCode).toBe(401)
  })

  test('a call that the page makes by itself -> does not renew', async () => {
    const client = await consoleClient(app, 'viewer')
    app.clock.advance(minutes(29))
    const background = { 'x-background': '1' }
    expect((await client.get('/api/Console/Session', background)).statusCode).toBe(200)
    app.clock.advance(minutes(2))
    expect((await client.get('/api/Console/Session')).statusCode).toBe(401)
  })

  test('at a partner’s site the cookie is worth nothing; partners’ calls are not at the console', async () => {
    const client = await consoleClient(app, 'admin')
    const partner = app.newPartner()
    const there = newClient(app, partner)
    there.cookies.set('dw_console', client.cookies.get('dw_console')!)
    expect((await there.get('/api/Console/Session')).statusCode).toBe(404)
    expect((await there.get('/api/Staff')).statusCode).toBe(401)
    expect((await client.get('/api/Member')).statusCode).toBe(404)
  })
})
