import type { Partner } from '@dineward/core/partner/partner.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { beforeEach, expect, test } from 'vitest'
import { prospect } from '../../../testing/prospect.ts'
import { createTestApp, type TestApp } from '../../../testing/test-app.ts'
import { newClient } from '../../../testing/test-client.ts'

const path = '/api/Members/Prospects'
let app: TestApp
let partner: Partner

/** Each test has an application: joining is limited per minute and address. */
beforeEach(async () => {
  app = await createTestApp()
  partner = app.newPartner()
})

const join = (body: object) => newClient(app, partner).send('POST', path, body)
const accounts = () =>
  app.database.db
    .selectFrom('members')
    .select(['id', 'email', 'signInName'])
    .where('partnerId', '=', partner.slug)
    .orderBy('joinedAt')
    .execute()
const mails = () =>
  app.database.db.selectFrom('outgoingMails').selectAll().where('partnerId', '=', partner.slug).execute()

test('same form twice, one after the other -> one member, signed in both times, one mail', async () => {
  const body = prospect({ memberNumber: '402815637' })
  const [first, second] = [await join(body), await join({ ...body, email: body.email.toUpperCase() })]
  expect([first.statusCode, second.statusCode]).toEqual([200, 200])
  expect(second.json().member).toEqual(first.json().member)
  expect(second.cookies.map(({ name }) => name)).toContain('dw_session')
  expect(await accounts()).toHaveLength(1)
  expect(await mails()).toHaveLength(1)
})

test('same form six times at once -> one member', async () => {
  const body = prospect({ memberNumber: '402815637' })
  const answers = await Promise.all(Array.from({ length: 6 }, () => join(body)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 200])
  expect(new Set(answers.map(answer => answer.json().member.publicId)).size).toBe(1)
  expect(await accounts()).toHaveLength(1)
})

test('an address with another password, at once -> two members, one with the address', async () => {
  const body = prospect()
  const password = 'Supper-For-9!'
  const answers = await Promise.all([join(body), join({ ...body, password, passwordConfirm: password })])
  const ids = answers.map(answer => answer.json().member.publicId)
  expect(new Set(ids).size).toBe(2)
  const found = await accounts()
  expect(found.filter(({ signInName }) => signInName === body.email)).toHaveLength(1)
  expect(found.filter(({ email, signInName }) => email === '' && signInName === null)).toHaveLength(1)
})

test('same form after ten minutes -> a sign-up of its own', async () => {
  const body = prospect()
  const first = await join(body)
  app.clock.advance(minutes(10))
  expect((await join(body)).json().member.publicId).not.toBe(first.json().member.publicId)
})
