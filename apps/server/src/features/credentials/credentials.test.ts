import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditedActions } from '../../testing/audit-entries.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { processRecoveryRequests } from '../identity/passwords/recovery.service.ts'
import { listMails } from '../mail/mail.service.ts'
import { suppressAddress } from '../mail/suppressions.service.ts'

const path = '/api/Member/Credentials'
const password = 'Dinner-For-2!'
let app: TestApp
let partner: Partner
let passwordHash: string
let count = 0

beforeAll(async () => {
  app = await createTestApp()
  passwordHash = await hashPassword(password)
})
beforeEach(() => {
  partner = app.newPartner()
})

const newAddress = () => `new.${++count}@example.com`

async function memberOf(overrides = {}, of = partner) {
  const member = await newMember(app, of, { passwordHash, ...overrides })
  const client = await signedInClient(app, of, member.id)
  return {
    member,
    client,
    describe: async () => (await client.get(path)).json(),
    /** A second later than what was before: mails are sorted by their time. */
    change(email: string, given = password) {
      app.clock.advance(1_000)
      return client.send('PUT', path, { email, password: given })
    },
    confirm: (code: string) => client.send('POST', `${path}/Confirm`, { code }),
  }
}

test('asked with the password -> the session goes on with another token', async () => {
  const { client, change } = await memberOf()
  const before = client.cookies.get('dw_session')
  expect((await change(newAddress())).statusCode).toBe(200)
  expect(client.cookies.get('dw_session')).not.toBe(before)
  expect((await client.get('/api/Member')).statusCode).toBe(200)
})

const bounce = (email: string) =>
  suppressAddress(
    { db: app.database.db, partner, clock: app.clock },
    { email, kind: 'bounce', reason: 'No such user', reportedAt: app.clock.now() },
  )
const mails = async () => (await listMails(app.context(partner))).toReversed()
const kinds = async () =>
  (await mails()).map(({ cause, recipient }) => [cause.split(':')[0], recipient]).toSorted()
const newestCode = async () => /: (\d{6})\./.exec((await mails()).at(-1)?.textBody ?? '')?.[1] ?? ''
const rowOf = (id: string) =>
  app.database.db
    .selectFrom('members')
    .select(['email', 'signInName', 'emailConfirmedAt'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()

describe('problem of an address', () => {
  test('bounced, missing, none; put off for a week, then due again', async () => {
    const { member, client, describe } = await memberOf()
    expect(await describe()).toEqual({ email: member.email, problem: null, isDue: false })
    await bounce(member.email)
    expect(await describe()).toEqual({ email: member.email, problem: 'bounced', isDue: true })
    const later = await client.send('POST', `${path}/Later`)
    const until = new Date(app.clock.now().getTime() + 7 * 24 * 3_600_000)
    expect(later.json()).toEqual({ postponedUntil: until.toISOString() })
    expect(await describe()).toMatchObject({ problem: 'bounced', isDue: false })
    const missing = await memberOf({ email: '', signInName: null })
    expect(await missing.describe()).toEqual({ email: '', problem: 'missing', isDue: true })
    app.clock.set(until)
    const again = await signedInClient(app, partner, member.id)
    expect((await again.get(path)).json()).toMatchObject({ problem: 'bounced', isDue: true })
  })

  test('closed account, partner with single sign-on -> none', async () => {
    const closed = await memberOf({ email: '', signInName: null, memberType: 'ClosedAccountMember' })
    expect(await closed.describe()).toMatchObject({ problem: null, isDue: false })
    const elsewhere = await memberOf({ email: '', signInName: null }, app.newPartner({ like: 'meridian' }))
    expect(await elsewhere.describe()).toMatchObject({ problem: null, isDue: false })
    expect((await elsewhere.change(newAddress())).statusCode).toBe(404)
    expect((await elsewhere.confirm('123456')).statusCode).toBe(404)
    expect((await elsewhere.client.send('POST', `${path}/Later`)).statusCode).toBe(404)
  })
})

describe('new address', () => {
  test('code confirmed -> changed, told, other sessions ended, audited; signs in with it', async () => {
    const { member, client, change, confirm } = await memberOf()
    const elsewhere = await signedInClient(app, partner, member.id)
    const email = newAddress()
    expect((await change(email)).json()).toEqual({ accepted: true })
    expect((await rowOf(member.id)).email).toBe(member.email)
    expect((await confirm(await newestCode())).json()).toEqual({ changed: true })
    expect(await rowOf(member.id)).toEqual({ email, signInName: email, emailConfirmedAt: app.clock.now() })
    expect(await kinds()).toEqual([
      ['email-changed', member.email],
      ['email-code', email],
    ])
    expect(await auditedActions(app, member.id)).toEqual(['credentials.email_changed'])
    expect((await client.get('/api/Member')).json().email).toBe(email)
    expect((await elsewhere.get('/api/Member')).statusCode).toBe(401)
    const signIn = (userName: string) =>
      newClient(app, partner).send('POST', '/api/SignIn', { userName, password })
    expect((await signIn(email.toUpperCase())).statusCode).toBe(200)
    expect((await signIn(member.email)).statusCode).toBe(401)
  })

  test('bounced address before -> no mail goes there, no problem is left', async () => {
    const { member, change, confirm, describe } = await memberOf()
    await bounce(member.email)
    const email = newAddress()
    await change(email)
    await confirm(await newestCode())
    expect(await kinds()).toEqual([['email-code', email]])
    expect(await describe()).toEqual({ email, problem: null, isDue: false })
  })

  test('of a member without one -> confirmed, and welcomed', async () => {
    const scene = await memberOf({ email: '', signInName: null, emailConfirmedAt: null })
    const email = newAddress()
    await scene.change(email)
    app.clock.advance(1_000)
    await scene.confirm(await newestCode())
    expect(await kinds()).toEqual([
      ['email-code', email],
      ['welcome', email],
    ])
  })

  test('in use -> the same answer, a mail to its owner, no code works', async () => {
    const { member, change, confirm } = await memberOf()
    const owner = await memberOf()
    const response = await change(owner.member.email)
    expect([response.statusCode, response.json()]).toEqual([200, { accepted: true }])
    expect(await kinds()).toEqual([['email-in-use', owner.member.email]])
    expect((await confirm('000000')).json().code).toBe('email_code_invalid')
    expect((await rowOf(member.id)).email).toBe(member.email)
  })

  test('claimed by an unconfirmed account -> that one loses it; confirmed meanwhile -> refused', async () => {
    const { member, change, confirm } = await memberOf()
    const claimed = newAddress()
    const other = await memberOf({ email: claimed, signInName: claimed, emailConfirmedAt: null })
    await change(claimed)
    expect((await confirm(await newestCode())).statusCode).toBe(200)
    expect(await rowOf(other.member.id)).toMatchObject({ email: '', signInName: null })
    const taken = newAddress()
    await change(taken)
    await newMember(app, partner, { email: taken })
    expect((await confirm(await newestCode())).json().code).toBe('email_code_invalid')
    expect((await rowOf(member.id)).email).toBe(claimed)
  })

  test.each([
    ['the one that we have', () => null, password, 'email'],
    ['no address', () => 'no-address', password, 'email'],
    ['too long', () => `${'a'.repeat(45)}@example.com`, password, 'email'],
    ['wrong password', newAddress, 'not-the-password-1', 'password'],
    ['no password', newAddress, '', 'password'],
  ])('%s -> refused at its field, no mail', async (_case, email, given, field) => {
    const { member, change } = await memberOf()
    const response = await change(email() ?? member.email.toUpperCase(), given)
    expect([response.statusCode, response.json().fieldErrors?.[0]?.field]).toEqual([400, field])
    expect(await kinds()).toEqual([])
  })

  test('five wrong passwords -> locked, also with the right one', async () => {
    const { change } = await memberOf()
    for (let tries = 0; tries < 5; tries++)
      expect((await change(newAddress(), 'wrong-one-1')).statusCode).toBe(400)
    expect((await change(newAddress())).json().code).toBe('account_locked')
  })

  test('six codes in an hour -> the sixth is refused', async () => {
    const { change } = await memberOf()
    const statuses = []
    for (let time = 0; time < 6; time++) statuses.push((await change(newAddress())).statusCode)
    expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
  })
})

describe('code for a new address', () => {
  const refused = [400, 'email_code_invalid']
  async function mailedCode() {
    const scene = await memberOf()
    await scene.change(newAddress())
    const answer = async (code: string, confirm = scene.confirm) => {
      const { statusCode, json } = await confirm(code)
      return [statusCode, json().code]
    }
    return { ...scene, code: await newestCode(), answer }
  }

  test('used twice, older than the newest, after 10 minutes, of another member -> refused', async () => {
    const { member, code, answer, change } = await mailedCode()
    const stranger = await memberOf()
    await stranger.change(newAddress())
    expect(await answer(code, stranger.confirm)).toEqual(refused)
    await change(newAddress())
    expect(await answer(code)).toEqual(refused)
    const newest = /: (\d{6})\./.exec((await mails()).at(-1)?.textBody ?? '')?.[1] ?? ''
    app.clock.advance(10 * 60_000)
    const client = await signedInClient(app, partner, member.id)
    const late = await client.send('POST', `${path}/Confirm`, { code: newest })
    expect([late.statusCode, late.json().code]).toEqual(refused)
    await client.send('PUT', path, { email: newAddress(), password })
    const twice = await newestCode()
    const confirmTwice = () => client.send('POST', `${path}/Confirm`, { code: twice })
    expect((await confirmTwice()).statusCode).toBe(200)
    expect((await confirmTwice()).statusCode).toBe(400)
  })

  test('five wrong tries at once -> the right one is refused', async () => {
    const { code, answer } = await mailedCode()
    const wrong = code === '000000' ? '000001' : '000000'
    expect(await Promise.all(Array.from(Array(5), () => answer(wrong)))).toEqual(Array(5).fill(refused))
    expect(await answer(code)).toEqual(refused)
  })

  test('a password reset that was mailed to the old address -> its code no longer works', async () => {
    const { member, change, confirm } = await memberOf()
    await newClient(app, partner).send('POST', '/api/Members/Recovery', { userName: member.email })
    const { partner: _, ...ctx } = app.context(partner)
    await processRecoveryRequests(ctx, app.partners)
    const link = /\/recover\/confirm\?code=([\w-]+)/.exec((await mails()).at(-1)?.textBody ?? '')?.[1]
    await change(newAddress())
    await confirm(await newestCode())
    const response = await newClient(app, partner).send('POST', '/api/Members/Recovery/Confirm', {
      code: link,
    })
    expect([response.statusCode, response.json().code]).toEqual([400, 'recovery_code_invalid'])
  })
})
