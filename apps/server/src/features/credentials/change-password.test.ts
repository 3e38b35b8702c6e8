import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { auditedActions } from '../../testing/audit-entries.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { listMails } from '../mail/mail.service.ts'

const path = '/api/Member/Password'
const current = 'Dinner-For-2!'
const fresh = 'Lobster-Harvest-42'
let app: TestApp
let partner: Partner
let passwordHash: string

beforeAll(async () => {
  app = await createTestApp()
  passwordHash = await hashPassword(current)
})
beforeEach(() => {
  partner = app.newPartner()
})

async function memberOf(of = partner) {
  const member = await newMember(app, of, { passwordHash, firstName: 'Juno', lastName: 'Ohale' })
  const client = await signedInClient(app, of, member.id)
  const change = (password: string, given = current, passwordConfirm = password) =>
    client.send('PUT', path, { current: given, password, passwordConfirm })
  const signIn = async (password: string) =>
    (await newClient(app, of).send('POST', '/api/SignIn', { userName: member.email, password })).statusCode
  return { member, client, change, signIn }
}

describe('password changed in the profile', () => {
  test('signs in with it; other sessions end, this one has another token; told by mail, audited', async () => {
    const { member, client, change, signIn } = await memberOf()
    const elsewhere = await signedInClient(app, partner, member.id)
    const before = client.cookies.get('dw_session')
    expect((await change(fresh)).json()).toEqual({ changed: true })
    expect(client.cookies.get('dw_session')).not.toBe(before)
    expect((await client.get('/api/Member')).statusCode).toBe(200)
    expect((await elsewhere.get('/api/Member')).statusCode).toBe(401)
    expect([await signIn(fresh), await signIn(current)]).toEqual([200, 401])
    const subjects = (await listMails(app.context(partner))).map(({ recipient, subject }) => [
      recipient,
      subject,
    ])
    expect(subjects).toContainEqual([member.email, 'Your password was changed'])
    expect(await auditedActions(app, member.id)).toContain('credentials.password_changed')
  })

  test.each([
    ['wrong present one', fresh, 'not-the-password-1', fresh, 'current'],
    ['weak', 'lobsters', current, 'lobsters', 'password'],
    ['common', 'password123', current, 'password123', 'password'],
    ['the own names and a digit', 'JunoOhale1987', current, 'JunoOhale1987', 'password'],
    ['not repeated', fresh, current, 'Another-One-3!', 'passwordConfirm'],
  ])('%s -> refused at its field, and the old one stays', async (_case, password, given, confirm, field) => {
    const { change, signIn } = await memberOf()
    const response = await change(password, given, confirm)
    expect([response.statusCode, response.json().fieldErrors[0].field]).toEqual([400, field])
    expect(await signIn(current)).toBe(200)
  })

  test('five wrong ones -> locked', async () => {
    const { change } = await memberOf()
    for (let count = 0; count < 5; count++) await change(fresh, 'not-the-password-1')
    expect((await change(fresh)).json().code).toBe('account_locked')
  })

  test('without a session -> 401; where the partner has the passwords -> 404', async () => {
    const body = { current, password: fresh, passwordConfirm: fresh }
    expect((await newClient(app, partner).send('PUT', path, body)).statusCode).toBe(401)
    const { change } = await memberOf(app.newPartner({ like: 'meridian' }))
    expect((await change(fresh)).statusCode).toBe(404)
  })
})
