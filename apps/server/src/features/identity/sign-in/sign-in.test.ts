import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import { beforeAll, describe, expect, test } from 'vitest'
import { limits } from '../../../http/limits/rate-limits.ts'
import { isWaiting } from '../../../testing/databases/waiting-statements.ts'
import { newMember } from '../../../testing/factories.ts'
import { testPasswordCost } from '../../../testing/password-cost.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient, signedInClient } from '../../../testing/test-client.ts'
import { changePassword } from '../../members/members.service.ts'
import { hashPassword, setPasswordCost } from '../passwords/passwords.service.ts'
import { endAllSessions } from '../sessions/sessions.service.ts'

const password = 'Dinner-For-2!'
let app: TestApp
let passwordHash: string

beforeAll(async () => {
  app = await createTestApp()
  passwordHash = await hashPassword(password)
})

async function someone(settings: Record<string, unknown> = {}) {
  const partner = app.newPartner({ settings })
  const member = await newMember(app, partner, { passwordHash, memberNumber: '402815637' })
  return { partner, member, client: newClient(app, partner) }
}

describe('sign-in', () => {
  test('email and password -> the member and the session’s end', async () => {
    const { member, client } = await someone()
    const response = await client.send('POST', '/api/SignIn', { userName: member.email, password })
    expect(response.statusCode).toBe(200)
    expect(response.json()).toMatchObject({
      member: { publicId: member.id, email: member.email, memberType: 'EnrolledCardMember' },
      expiresAt: new Date(app.clock.now().getTime() + 15 * 60_000).toISOString(),
    })
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.body).not.toContain('argon2')
    expect((await client.get('/api/Member')).statusCode).toBe(200)
  })

  test('password changed while the old one is compared -> refused, and no session is left', async () => {
    const { partner, member, client } = await someone()
    const { db } = app.database
    const ctx = app.context(partner)
    const change = await db.startTransaction().execute()
    await changePassword({ ...ctx, db: change }, member.id, await hashPassword('Another-One-3!'))
    const signingIn = client.send('POST', '/api/SignIn', { userName: member.email, password })
    await expect.poll(() => isWaiting(db, 'select "id" from "members"%for share')).toBe(true)
    await endAllSessions({ ...ctx, db: change }, member.id)
    await change.commit().execute()
    expect((await signingIn).json()).toMatchObject({ code: 'invalid_credentials' })
    const sessions = db.selectFrom('sessions').select('id').where('memberId', '=', member.id)
    expect(await sessions.execute()).toEqual([])
  })

  test('email in another case -> signs in', async () => {
    const { member, client } = await someone()
    const userName = ` ${member.email.toUpperCase()} `
    const response = await client.send('POST', '/api/SignIn', { userName, password })
    expect(response.json().member.publicId).toBe(member.id)
  })

  test.each([
    ['wide letters', (name: string) => name.replace('v', '\uff56')],
    ['a dotted capital I', (name: string) => name.replace('i', 'I\u0307')],
  ])('email with %s -> as normalized in one place', async (_case, change) => {
    const { partner, client } = await someone()
    const member = await newMember(app, partner, { email: 'vip@example.com', passwordHash })
    const userName = change('vip@example.com')
    const isSame = normalizeSignInName(userName) === member.email
    const answer = await client.send('POST', '/api/SignIn', { userName, password })
    expect(answer.statusCode).toBe(isSame ? 200 : 401)
  })

  test('a letter that databases lower differently -> counted as another name', async () => {
    const { partner } = await someone()
    const member = await newMember(app, partner, { email: 'vip@example.com', passwordHash })
    const alike = 'v\u0130p@example.com'
    for (let count = 0; count < 5; count++)
      await newClient(app, partner).send('POST', '/api/SignIn', { userName: alike, password: 'wrong' })
    const answer = await newClient(app, partner).send('POST', '/api/SignIn', { userName: alike, password })
    expect(answer.json().code).toBe('account_locked')
    const own = await newClient(app, partner).send('POST', '/api/SignIn', {
      userName: member.email,
      password,
    })
    expect(own.statusCode).toBe(200)
  })

  test('member number -> signs in', async () => {
    const { member, client } = await someone()
    const response = await client.send('POST', '/api/SignIn', { userName: '402815637', password })
    expect(response.json().member.publicId).toBe(member.id)
  })

  test('password characters past 56 -> ignored', async () => {
    const partner = app.newPartner()
    const long = `${'correct horse 1 '.repeat(4)}`.slice(0, 56)
    const member = await newMember(app, partner, {
      passwordHash: await hashPassword(`${long}past the limit`),
    })
    const signIn = (given: string) =>
      newClient(app, partner).send('POST', '/api/SignIn', { userName: member.email, password: given })
    expect((await signIn(`${long}anything at all`)).statusCode).toBe(200)
    expect((await signIn(long)).statusCode).toBe(200)
    expect((await signIn(long.slice(0, 55))).statusCode).toBe(401)
  })

  test.each([
    ['a wrong password', { password: 'Dinner-For-3!' }],
    ['an unknown name', { userName: 'unknown@example.com' }],
  ])('%s -> the same 401', async (_case, changes) => {
    const { member, client } = await someone()
    const response = await client.send('POST', '/api/SignIn', {
      userName: member.email,
      password,
      ...changes,
    })
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({
      code: 'invalid_credentials',
      message: 'That email and password do not match.',
    })
    expect(client.cookies.has('dw_session')).toBe(false)
  })

  test('member without a password -> 401', async () => {
    const partner = app.newPartner()
    const member = await newMember(app, partner, { passwordHash: null })
    const response = await newClient(app, partner).send('POST', '/api/SignIn', {
      userName: member.email,
      password,
    })
    expect(response.statusCode).toBe(401)
  })

  test('member of another partner -> 401', async () => {
    const { member } = await someone()
    const elsewhere = newClient(app, app.newPartner())
    const response = await elsewhere.send('POST', '/api/SignIn', { userName: member.email, password })
    expect(response.json().code).toBe('invalid_credentials')
  })

  test.each(['sso', 'none'])(
    'a partner with enrollment "%s" has no password sign-in',
    async enrollmentType => {
      const { member, client } = await someone({ enrollmentType })
      const response = await client.send('POST', '/api/SignIn', { userName: member.email, password })
      expect(response.statusCode).toBe(404)
      expect(response.json().code).toBe('not_found')
    },
  )

  test.each([
    ['no user name', { password }, 'userName'],
    ['an empty password', { userName: 'a@example.com', password: '' }, 'password'],
    ['a password that is a number', { userName: 'a@example.com', password: 12345678 }, 'password'],
    ['an endless password', { userName: 'a@example.com', password: 'x'.repeat(1_001) }, 'password'],
  ])('%s -> 400 with the field', async (_case, body, field) => {
    const response = await newClient(app, app.newPartner()).send('POST', '/api/SignIn', body)
    expect(response.statusCode).toBe(400)
    expect(response.json().code).toBe('validation_failed')
    expect(response.json().fieldErrors[0].field).toBe(field)
  })

  test('no CSRF token -> 403', async () => {
    const { member, client } = await someone()
    const response = await client.send('POST', '/api/SignIn', { userName: member.email, password }, {})
    expect(response.statusCode).toBe(403)
    expect(response.json().code).toBe('csrf_invalid')
  })
})

describe('session of a sign-in', () => {
  test('second sign-in -> new token, previous session ended', async () => {
    const { partner, member } = await someone()
    const client = await signedInClient(app, partner, member.id)
    const before = client.cookies.get('dw_session')!
    await signInAgain(client, member.email)
    expect(client.cookies.get('dw_session')).not.toBe(before)

    const thief = newClient(app, partner)
    thief.cookies.set('dw_session', before)
    expect((await thief.get('/api/Member')).statusCode).toBe(401)
  })

  test('token set before signing in -> invalid (session fixation)', async () => {
    const { partner, member } = await someone()
    const planted = 'x'.repeat(43)
    const client = newClient(app, partner)
    client.cookies.set('dw_session', planted)
    await signInAgain(client, member.email)

    const thief = newClient(app, partner)
    thief.cookies.set('dw_session', planted)
    expect((await thief.get('/api/Member')).statusCode).toBe(401)
  })

  test('database -> hashes only', async () => {
    const { partner, member, client } = await someone()
    await signInAgain(client, member.email)
    const { db } = app.database
    const rows = JSON.stringify([
      await db.selectFrom('sessions').selectAll().where('partnerId', '=', partner.slug).execute(),
      await db.selectFrom('memberDevices').selectAll().where('partnerId', '=', partner.slug).execute(),
      await db.selectFrom('members').selectAll().where('partnerId', '=', partner.slug).execute(),
    ])
    expect(rows).toContain('$argon2id$v=19$m=8,t=1,p=1$')
    for (const secret of [password, client.cookies.get('dw_session')!, client.cookies.get('dw_device')!]) {
      expect(secret.length).toBeGreaterThan(10)
      expect(rows).not.toContain(secret)
    }
  })

  test('cookies: HttpOnly but for the expiry, SameSite=Lax, no domain; __Host- and Secure off loopback', async () => {
    const { member, client, partner } = await someone()
    const response = await signInAgain(client, member.email)
    const cookies = Object.fromEntries(response.cookies.map(cookie => [cookie.name, cookie]))
    expect(cookies.dw_session).toMatchObject({ httpOnly: true, sameSite: 'Lax', path: '/' })
    expect(cookies.dw_session!.expires).toBeUndefined()
    expect(cookies.dw_session_expires!.httpOnly).toBeUndefined()
    expect(cookies.dw_session_expires!.value).toBe(response.json().expiresAt)
    expect(response.cookies.every(cookie => cookie.domain === undefined)).toBe(true)

    const secure = await createTestApp({ production: true, partners: onlyHost(partner) })
    const answer = await secure.app.inject({ url: '/api/CSRF', headers: { host: 'dining.example' } })
    expect(answer.cookies[0]).toMatchObject({ name: '__Host-dw_csrf', secure: true, path: '/' })
  })
})

test('password hashed at another cost -> signs in, hashed anew; a wrong one changes nothing', async () => {
  const { member, client } = await someone()
  const stored = async () =>
    (
      await app.database.db.selectFrom('members').select('passwordHash').where('id', '=', member.id).execute()
    )[0]!.passwordHash
  setPasswordCost({ memory: 7_168, passes: 5, parallelism: 1 })
  try {
    await client.send('POST', '/api/SignIn', { userName: member.email, password: 'Dinner-For-3!' })
    expect(await stored()).toBe(passwordHash)
    for (let time = 0; time < 2; time++) {
      const response = await client.send('POST', '/api/SignIn', { userName: member.email, password })
      expect(response.statusCode).toBe(200)
      expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=7168,t=5,p=1\$/)
    }
  } finally {
    setPasswordCost(testPasswordCost)
  }
})

test(`sign-in: ${limits.signIn.max} calls a minute from one address -> rate limited`, async () => {
  const limited = await createTestApp()
  const client = newClient(limited, limited.newPartner())
  const token = (await client.get('/api/CSRF')).json().csrfToken
  // A call without a password is as cheap as a call can be, and counted all the same.
  const call = () => client.send('POST', '/api/SignIn', { userName: 'ada' }, { 'x-xsrf-token': token })
  for (let count = 0; count < limits.signIn.max; count++) expect((await call()).statusCode).toBe(400)
  const refused = await call()
  expect(refused.statusCode).toBe(429)
  expect(refused.json().code).toBe('rate_limited')
})

const onlyHost = (partner: ReturnType<TestApp['newPartner']>): TestApp['partners'] => ({
  ...app.partners,
  byHost: () => partner,
})

const signInAgain = (client: ReturnType<typeof newClient>, userName: string) =>
  client.send('POST', '/api/SignIn', { userName, password })
