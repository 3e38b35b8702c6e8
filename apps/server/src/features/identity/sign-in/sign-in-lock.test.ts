import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newMember } from '../../../testing/factories.ts'
import { longTest } from '../../../testing/long-test.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient, type TestClient } from '../../../testing/test-client.ts'
import { hashPassword } from '../passwords/passwords.service.ts'

const password = 'Dinner-For-2!'
const minute = 60_000
let app: TestApp
let passwordHash: string
let partner: Partner
let userName: string

beforeAll(async () => {
  passwordHash = await hashPassword(password)
})

/** Each group of tests has an application: sign-ins are limited per minute and address. */
const newApp = () =>
  beforeAll(async () => {
    app = await createTestApp()
  })

beforeEach(async () => {
  partner = app.newPartner()
  const member = await newMember(app, partner, { passwordHash, memberNumber: '402815637' })
  userName = member.email
})

const signIn = (given: string, name = userName, client: TestClient = newClient(app, partner)) =>
  client.send('POST', '/api/SignIn', { userName: name, password: given })

async function fail(times: number, name = userName) {
  for (let time = 0; time < times; time++) expect((await signIn('wrong', name)).statusCode).toBe(401)
}

describe('account §9 Account lock: after failed sign-ins', () => {
  newApp()

  test('four wrong passwords -> not locked', async () => {
    await fail(4)
    expect((await signIn(password)).statusCode).toBe(200)
  })

  test('five wrong passwords -> locked for 30 minutes, right password included', async () => {
    await fail(5)
    const lockedUntil = new Date(app.clock.now().getTime() + 30 * minute)
    const refused = await signIn(password)
    expect(refused.statusCode).toBe(403)
    expect(refused.json()).toMatchObject({
      code: 'account_locked',
      message: 'Your account has been locked for 30 minutes.',
      lockedUntil: lockedUntil.toISOString(),
    })
    app.clock.set(new Date(lockedUntil.getTime() - 1))
    expect((await signIn(password)).statusCode).toBe(403)
    app.clock.set(lockedUntil)
    expect((await signIn(password)).statusCode).toBe(200)
  })

  test('guesses while locked -> not extended', async () => {
    await fail(5)
    app.clock.advance(29 * minute)
    expect((await signIn('wrong')).statusCode).toBe(403)
    app.clock.advance(minute)
    expect((await signIn(password)).statusCode).toBe(200)
  })

  test('email and member number -> one count', async () => {
    await fail(3)
    await fail(2, '402815637')
    expect((await signIn(password)).json().code).toBe('account_locked')
  })

  test('failures older than 15 minutes -> not counted', async () => {
    await fail(1)
    app.clock.advance(14 * minute)
    await fail(3)
    app.clock.advance(minute)
    await fail(1)
    expect((await signIn('wrong')).statusCode).toBe(401)
    expect((await signIn(password)).json().code).toBe('account_locked')
  })

  test('right password -> count reset', async () => {
    await fail(4)
    expect((await signIn(password)).statusCode).toBe(200)
    await fail(4)
    expect((await signIn(password)).statusCode).toBe(200)
  })

  test('20 concurrent guesses -> five counted', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => signIn('wrong')))
    const statuses = answers.map(answer => answer.statusCode).sort()
    expect(statuses).toEqual([...Array(5).fill(401), ...Array(15).fill(403)])
    expect(answers.filter(answer => answer.statusCode === 403).every(a => a.json().lockedUntil)).toBe(true)
  })

  test('unknown user name -> locks like a known one', async () => {
    await fail(5, 'Unknown@example.com')
    const answer = await signIn('wrong', 'unknown@example.com')
    expect(answer.statusCode).toBe(403)
    const { lockedUntil } = answer.json()
    expect(lockedUntil).toBe(new Date(app.clock.now().getTime() + 30 * minute).toISOString())
    const rows = JSON.stringify(await rowsOf('signInFailures'))
    expect(rows).toContain(lockedUntil)
    expect(rows).not.toContain('unknown@')
  })

  test('another partner -> not locked', async () => {
    await fail(5)
    const other = app.newPartner()
    const twin = await newMember(app, other, { passwordHash, email: userName })
    const answer = await signIn(password, twin.email, newClient(app, other))
    expect(answer.statusCode).toBe(200)
  })

  test('partner’s settings -> its limits', async () => {
    partner = app.newPartner({
      settings: { signInLock: { maxFailures: 1, windowMinutes: 1, lockMinutes: 2 } },
    })
    userName = (await newMember(app, partner, { passwordHash })).email
    await fail(1)
    expect((await signIn(password)).statusCode).toBe(403)
    app.clock.advance(2 * minute)
    expect((await signIn(password)).statusCode).toBe(200)
  })
})

describe('known device', () => {
  newApp()

  async function knownDevice(): Promise<TestClient> {
    const client = newClient(app, partner)
    expect((await signIn(password, userName, client)).statusCode).toBe(200)
    await client.get('/api/SignOut')
    return client
  }

  test('right password while locked -> signs in', async () => {
    const device = await knownDevice()
    await fail(5)
    expect((await signIn(password)).statusCode).toBe(403)
    expect((await signIn(password, userName, device)).statusCode).toBe(200)
    // The lock stays for everyone else.
    expect((await signIn(password)).statusCode).toBe(403)
  })

  test('wrong password while locked -> refused; after five -> no longer known', async () => {
    const device = await knownDevice()
    await fail(5)
    for (let time = 0; time < 5; time++)
      expect((await signIn('wrong', userName, device)).json().code).toBe('account_locked')
    expect((await signIn(password, userName, device)).statusCode).toBe(403)
  })

  test('device of another member -> refused', async () => {
    const other = await newMember(app, partner, { passwordHash })
    const device = newClient(app, partner)
    await signIn(password, other.email, device)
    await fail(5)
    expect((await signIn(password, userName, device)).statusCode).toBe(403)
  })

  test('next sign-in -> same token; at most twenty devices', longTest, async () => {
    const device = await knownDevice()
    const mark = device.cookies.get('dw_device')
    app.clock.advance(minute)
    await signIn(password, userName, device)
    expect(device.cookies.get('dw_device')).toBe(mark)
    for (let time = 0; time < 21; time++) {
      app.clock.advance(minute)
      await signIn(password)
    }
    expect(await rowsOf('memberDevices')).toHaveLength(20)
  })
})

const rowsOf = (table: 'signInFailures' | 'memberDevices') =>
  app.database.db.selectFrom(table).selectAll().where('partnerId', '=', partner.slug).execute()
