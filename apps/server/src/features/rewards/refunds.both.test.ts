import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newLinkedCard } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { postEntries, rewardEntries } from '../ledger/ledger.service.ts'
import { payoutsForTest } from '../payouts/payouts-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const { run, runFor } = payoutsForTest(app)
const auth = 'transaction.auth'
const clearing = 'transaction.clearing'
const refund = 'transaction.refund'

/** The network reports a refund as two events with an id of their own. */
async function deliverRefund(network: CardNetwork, amount: number, fields: object = {}): Promise<string> {
  const event = { id: randomUUID(), amount: -amount, datetime: '2026-03-09T20:30:00', ...fields }
  await network.deliver(clearing, event)
  await network.deliver(refund, event)
  return event.id
}

const eventsOf = (transactionId: string) =>
  db.selectFrom('cardEvents').selectAll().where('transactionId', '=', transactionId).orderBy('id').execute()

describe('a refund (edge case 6)', () => {
  test('$10, reported as two events -> the reward of the rest, once (edge case 3)', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing)
    await deliverRefund(network, 10)
    expect(await network.balance()).toBe(97)
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Awarded', benefitAmount: 97, ticketAmount: 32.5, reason: { code: 'partly_refunded' } },
    ])
  })

  test('three parts that sum to all -> no reward, step by step (edge case 9)', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing)
    const balances: number[] = []
    for (const amount of [10, 10, 22.5]) {
      await deliverRefund(network, amount)
      balances.push(await network.balance())
    }
    expect(balances).toEqual([97, 67, 0])
  })

  test('card: linked again while the refund waits -> the late clearing takes it', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await deliverRefund(network, 10, { originalTransactionId: id })
    const relinked = await relink(network)
    await network.deliver(clearing, { id, card: { metadata: { id: relinked } } })
    expect(await network.balance()).toBe(97)
  })

  /** Removes the card and links the same number again. @returns the new card's id. */
  async function relink(network: CardNetwork): Promise<string> {
    const { cardToken } = await db
      .updateTable('linkedCards')
      .set({ removedAt: app.clock.now() })
      .where('id', '=', network.cardId)
      .returning('cardToken')
      .executeTakeFirstOrThrow()
    const owner = { id: network.memberId, partnerId: network.partner.slug }
    return (await newLinkedCard(app, owner, { cardToken, linkedAt: app.clock.now() })).id
  }

  test('a manual posting about the dine survives it, and a late clearing (edge case 19)', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(auth, { id, authCode: '4711' })
    await network.deliver(clearing, { id, authCode: '4711', amount: 20 })
    const dine = await db
      .selectFrom('dines')
      .select('id')
      .where('sourceTransactionId', '=', id)
      .executeTakeFirstOrThrow()
    await postEntries(db, {
      partnerId: network.partner.slug,
      idempotencyKey: `manual:${id}`,
      kind: 'manual',
      correlationId: dine.id,
      reasonCode: 'goodwill',
      postedAt: app.clock.now(),
      entries: rewardEntries(network.memberId, 500),
    })
    await deliverRefund(network, 10, { originalTransactionId: id })
    expect(await network.balance()).toBe(30 + 500)
    await network.deliver(clearing, { id: `${id}-2`, authCode: '4711', amount: 22.5 })
    expect(await network.balance()).toBe(97 + 500)
  })

  test('after the payout -> the member owes, the next dine repays', async () => {
    const payout = { thresholdCents: 100, delivery: 'Card' }
    const settings = { payout, rewards: { holdDays: 0 } }
    const network = await newCardNetwork(app, { like: 'harbor', settings })
    const id = randomUUID()
    await network.deliver(clearing, { id })
    await run(network)
    await runFor(network, 5)
    expect(await network.balance()).toBe(0)
    await deliverRefund(network, 10, { originalTransactionId: id })
    expect(await network.balance()).toBe(-30)
    expect(await network.activity()).toMatchObject([{ awardStatus: 'Paid', benefitAmount: 0.97 }])
    await network.deliver(clearing, { amount: 20, datetime: '2026-03-10T12:00:00' })
    expect(await network.balance()).toBe(30)
  })
})

describe('a refund before its clearing (edge case 3)', () => {
  test('named -> parked, then nets to zero', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    const refundId = await deliverRefund(network, 42.5, { originalTransactionId: id })
    expect(await network.activity()).toEqual([])
    await network.deliver(clearing, { id })
    expect(await network.balance()).toBe(0)
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Forfeit', reason: { code: 'refunded_in_full' } },
    ])
    expect(await eventsOf(refundId)).toMatchObject([{ status: 'processed' }, { status: 'processed' }])
  })

  test('unnamed, then another names the dine -> parked again', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id })
    const unnamed = await deliverRefund(network, 10)
    await deliverRefund(network, 42.5, { originalTransactionId: id })
    expect(await network.balance()).toBe(0)
    const [first] = await eventsOf(unnamed)
    expect(first).toMatchObject({ status: 'parked', dineId: null })
  })
})

test('a void of the same night, before any clearing -> nothing to earn on (edge case 7)', async () => {
  const [network, id] = [await newCardNetwork(app), randomUUID()]
  await network.deliver(auth, { id })
  await network.deliver(auth, { id, amount: -42.5 })
  expect(await network.activity()).toMatchObject([
    { awardStatus: 'Forfeit', benefitAmount: 0, ticketAmount: 0, reason: { code: 'refunded_in_full' } },
  ])
  await network.deliver(clearing, { id })
  expect(await network.balance()).toBe(0)
})

test('refund: of another card, or another partner’s card -> takes nothing', async () => {
  const [network, other] = [await newCardNetwork(app), await newCardNetwork(app)]
  const id = randomUUID()
  await network.deliver(clearing, { id })
  await deliverRefund(other, 42.5, {
    originalTransactionId: id,
    location: { metadata: { id: network.merchant.id } },
  })
  expect(await network.balance()).toBe(127)
  expect(await other.activity()).toEqual([])
})
