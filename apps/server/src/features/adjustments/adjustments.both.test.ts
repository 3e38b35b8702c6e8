import { randomUUID } from 'node:crypto'
import type { Permission } from '@dineward/core/staff/permissions.ts'
import { beforeEach, expect, test } from 'vitest'
import type { Actor, Context } from '../../context.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { eraseMember } from '../leaving/erasure.service.ts'
import { postAdjustment, reverseAdjustment } from './adjustments.service.ts'

const app = await createTestApp()
const { db } = app.database
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const staff = (name: string, permissions: readonly Permission[]): Actor => ({
  kind: 'staff',
  id: name,
  email: `${name}@dineward.example`,
  name,
  partners: null,
  permissions,
  grants: [],
  expiresAt: new Date('2027-01-01'),
})
const support = staff('support', ['adjustments.post'])

const as = ({ partner }: Pick<CardNetwork, 'partner'>, actor: Actor): Context => ({
  ...app.context(partner),
  actor,
})
const post = (network: CardNetwork, actor: Actor, units: number, fields: object = {}) =>
  postAdjustment(as(network, actor), { memberId: network.memberId, units, reason: 'A thank-you', ...fields })

const auditOf = async ({ memberId }: CardNetwork) =>
  (
    await db
      .selectFrom('auditLog')
      .select(['action', 'actor'])
      .where('subject', '=', memberId)
      .orderBy('id')
      .execute()
  ).map(({ action, actor }) => `${action} ${actor.split('@')[0]}`)

test('edge case 19: adjustment reversed, then reversed again -> refused, and taken back once', async () => {
  const network = await newCardNetwork(app)
  const { id } = await post(network, support, 500)
  expect(await network.balance()).toBe(500)
  app.clock.advance(60_000)
  const reversal = { id, reason: 'Posted by mistake' }
  const both = await Promise.allSettled([
    reverseAdjustment(as(network, support), reversal),
    reverseAdjustment(as(network, support), reversal),
  ])
  expect(both.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
  await expect(reverseAdjustment(as(network, support), reversal)).rejects.toMatchObject({
    code: 'adjustment_reversed',
  })
  expect(await network.balance()).toBe(0)
  expect(await network.activity()).toMatchObject([
    { merchantName: 'Posted by mistake', benefitAmount: -500 },
    { merchantName: 'A thank-you', benefitAmount: 500 },
  ])
  expect(await auditOf(network)).toEqual(['adjustment.posted support', 'adjustment.reversed support'])
})

test('edge case 19: adjustment about a dine survives every later event of that dine', async () => {
  const [network, id] = [await newCardNetwork(app), randomUUID()]
  await network.deliver('transaction.auth', { id })
  await network.deliver('transaction.clearing', { id, amount: 20 })
  await post(network, support, 50, { transactionId: id })
  await network.deliver('transaction.clearing', { id, amount: 42.5, updated: '2026-03-10T10:00:00.000Z' })
  expect(await network.balance()).toBe(127 + 50)
  await network.deliver('transaction.refund', { originalTransactionId: id, amount: -42.5 })
  expect(await network.balance()).toBe(50)
  expect(await network.activity()).toMatchObject([{ awardStatus: 'Awarded', benefitAmount: 50 }])
})

test('adjustment: a key that was used for another dine or payer -> refused; once more for the same -> posted once', async () => {
  const [network, transactionId] = [await newCardNetwork(app), randomUUID()]
  await network.deliver('transaction.clearing', { id: transactionId })
  const key = { idempotencyKey: 'a-key' }
  const { id } = await post(network, support, 50, { ...key, transactionId })
  expect(await post(network, support, 50, { ...key, transactionId })).toMatchObject({ id })
  for (const other of [{}, { transactionId, isCorporate: true }])
    await expect(post(network, support, 50, { ...key, ...other })).rejects.toMatchObject({
      code: 'idempotency_conflict',
    })
  expect(await network.balance()).toBe(127 + 50)
})

test('adjustment: of a member who was erased since -> not reversed, for the program has it back', async () => {
  const network = await newCardNetwork(app)
  const { id } = await post(network, support, 500)
  await eraseMember(app.context(network.partner), network.memberId)
  const reversal = { id, reason: 'Posted by mistake' }
  await expect(reverseAdjustment(as(network, support), reversal)).rejects.toMatchObject({ code: 'not_found' })
  expect(await network.balance()).toBe(0)
})

test('adjustment: of another program, about an unknown dine or member -> nothing posted', async () => {
  const [network, other] = [await newCardNetwork(app), await newCardNetwork(app)]
  const { id } = await post(network, support, 900)
  const reversal = { id, reason: 'Posted by mistake' }
  await expect(reverseAdjustment(as(other, support), reversal)).rejects.toMatchObject({ code: 'not_found' })
  await expect(post(network, support, 10, { transactionId: 'x' })).rejects.toMatchObject({
    code: 'validation_failed',
  })
  await expect(post(network, support, 10, { memberId: other.memberId })).rejects.toThrow()
  expect([await network.balance(), await other.balance()]).toEqual([900, 0])
})
