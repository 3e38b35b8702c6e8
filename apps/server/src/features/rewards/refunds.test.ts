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

  test('whole amount -> no reward', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id })
    await deliverRefund(network, 42.5, { originalTransactionId: id })
    expect(await network.balance()).toBe(0)
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Forfeit', benefitAmount: 0, ticketAmount: 0, reason: { code: 'refunded_in_full' } },
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

  const [first, second] = ['2026-03-09T20:30:05.000Z', '2026-03-09T20:30:06.000Z']

  test.each([
    ['the id of the dine', (id: string) => ({ id })],
    ['an id of its own', (id: string) => ({ id: `${id}-r` })],
  ])('under %s, updated: newer, amount: same -> taken once', async (_, fields) => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id })
    await deliverRefund(network, 10, { ...fields(id), updated: first })
    await deliverRefund(network, 10, { ...fields(id), updated: second })
    expect(await network.balance()).toBe(97)
  })

  test('amount: corrected -> takes the corrected amount, also while it waits', async () => {
    const [placed, waiting, id] = [await newCardNetwork(app), await newCardNetwork(app), randomUUID()]
    await placed.deliver(clearing, { id })
    for (const [network, original] of [
      [placed, id],
      [waiting, `${id}-w`],
    ] as const) {
      const refunded = { id: `${original}-r`, originalTransactionId: original }
      await deliverRefund(network, 20, { ...refunded, updated: second })
      await deliverRefund(network, 10, { ...refunded, updated: first })
      await deliverRefund(network, 12.5, { ...refunded, updated: '2026-03-09T20:30:07.000Z' })
    }
    await waiting.deliver(clearing, { id: `${id}-w` })
    expect([await placed.balance(), await waiting.balance()]).toEqual([90, 90])
  })

  test.each(['original', 'amount'])('card: removed and linked again -> finds its dine by %s', async by => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id })
    const relinked = await relink(network)
    const original = by === 'original' ? { originalTransactionId: id } : {}
    await deliverRefund(network, 10, { ...original, card: { metadata: { id: relinked } } })
    expect(await network.balance()).toBe(97)
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

  test('larger than the dine -> no reward, and the excess is noted', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id })
    const refundId = await deliverRefund(network, 50, { originalTransactionId: id })
    expect(await network.balance()).toBe(0)
    const [first] = await eventsOf(refundId)
    expect(first).toMatchObject({ status: 'processed', reasonCode: 'refund_exceeds_dine' })
  })

  test.each([
    ['another transaction', { originalTransactionId: 'never seen' }],
    ['more than any dine', { amount: -100 }],
    ['a time before any dine', { datetime: '2026-03-01T12:00:00' }],
  ])('unmatched (%s) -> parked, changes nothing', async (_, fields) => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing)
    const id = await deliverRefund(network, 10, fields)
    expect(await network.balance()).toBe(127)
    expect(await eventsOf(id)).toMatchObject([{ status: 'parked' }, { status: 'parked' }])
  })

  test('of a forfeited dine -> changes nothing', async () => {
    const [network, id] = [await newCardNetwork(app, { terms: { benefitDays: [] } }), randomUUID()]
    await network.deliver(clearing, { id })
    await deliverRefund(network, 10, { originalTransactionId: id })
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Forfeit', reason: { code: 'excluded_day' } },
    ])
    expect(await network.balance()).toBe(0)
  })

  test('unnamed -> the newest dine that covers it', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing, { id: `old${network.cardId}`, datetime: '2026-03-01T19:00:00' })
    await network.deliver(clearing, { id: `new${network.cardId}`, datetime: '2026-03-05T19:00:00' })
    await deliverRefund(network, 10)
    expect(await network.activity()).toMatchObject([{ benefitAmount: 97 }, { benefitAmount: 127 }])
    await deliverRefund(network, 40, { datetime: '2026-03-09T21:30:00' })
    expect(await network.activity()).toMatchObject([{ benefitAmount: 97 }, { benefitAmount: 7 }])
  })

  test('after the payout -> the member owes, the next dine repays', async () => {
    const payout = { thresholdCents: 100, delivery: 'Card' }
    const network = await newCardNetwork(app, { like: 'harbor', settings: { payout } })
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

  test('that names no transaction finds the dine once it clears', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(auth, { id })
    await deliverRefund(network, 10)
    expect(await network.activity()).toMatchObject([{ awardStatus: 'Pending', benefitAmount: 127 }])
    await network.deliver(clearing, { id })
    expect(await network.balance()).toBe(97)
  })

  test('taken from an older dine -> moves to the newer one when that clears', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing, { datetime: '2026-03-01T19:00:00' })
    await deliverRefund(network, 10)
    expect(await network.activity()).toMatchObject([{ benefitAmount: 97 }])
    await network.deliver(clearing, { datetime: '2026-03-05T19:00:00' })
    expect(await network.activity()).toMatchObject([{ benefitAmount: 97 }, { benefitAmount: 127 }])
    expect(await network.balance()).toBe(97 + 127)
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

describe('a void, a chargeback (edge case 7)', () => {
  test('the same night, before any clearing, leaves nothing to earn on', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(auth, { id })
    await network.deliver(auth, { id, amount: -42.5 })
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Forfeit', benefitAmount: 0, ticketAmount: 0, reason: { code: 'refunded_in_full' } },
    ])
    await network.deliver(clearing, { id })
    expect(await network.balance()).toBe(0)
  })

  test('of a part leaves an estimate for the rest', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(auth, { id })
    await deliverRefund(network, 10, { id })
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Pending', benefitAmount: 97, ticketAmount: 32.5 },
    ])
  })

  test('a chargeback after 60 days takes the reward back', async () => {
    const [network, id] = [await newCardNetwork(app), randomUUID()]
    await network.deliver(clearing, { id })
    app.clock.advance(60 * 86_400_000)
    await deliverRefund(network, 42.5, { originalTransactionId: id, datetime: '2026-05-09T12:00:00' })
    expect(await network.balance()).toBe(0)
  })
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
