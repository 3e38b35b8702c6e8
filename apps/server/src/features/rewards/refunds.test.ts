import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newLinkedCard } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newTable, type Table } from './card-network-for-test.ts'
import { postEntries, rewardEntries } from './ledger.service.ts'
import { recordPastCredits } from './record-past.ts'

const app = await createTestApp()
const { db } = app.database
const auth = 'transaction.auth'
const clearing = 'transaction.clearing'
const refund = 'transaction.refund'

/** A refund as the network tells it: twice, with an id of its own. */
async function tellRefund(table: Table, amount: number, fields: object = {}): Promise<string> {
  const told = { id: randomUUID(), amount: -amount, datetime: '2026-03-09T20:30:00', ...fields }
  await table.tell(clearing, told)
  await table.tell(refund, told)
  return told.id
}

const eventsOf = (transactionId: string) =>
  db.selectFrom('cardEvents').selectAll().where('transactionId', '=', transactionId).orderBy('id').execute()

describe('a refund', () => {
  test('of $10 leaves the reward of the rest, counted once though it is told twice (edge case 6)', async () => {
    const table = await newTable(app)
    await table.tell(clearing)
    await tellRefund(table, 10)
    expect(await table.balance()).toBe(97)
    expect(await table.activity()).toMatchObject([
      { awardStatus: 'Awarded', benefitAmount: 97, ticketAmount: 32.5, reason: { code: 'partly_refunded' } },
    ])
  })

  test('of the whole takes the whole reward', async () => {
    const [table, id] = [await newTable(app), randomUUID()]
    await table.tell(clearing, { id })
    await tellRefund(table, 42.5, { originalTransactionId: id })
    expect(await table.balance()).toBe(0)
    expect(await table.activity()).toMatchObject([
      { awardStatus: 'Forfeit', benefitAmount: 0, ticketAmount: 0, reason: { code: 'refunded_in_full' } },
    ])
  })

  test('in three parts that sum to all takes the whole reward, step by step', async () => {
    const table = await newTable(app)
    await table.tell(clearing)
    const balances: number[] = []
    for (const amount of [10, 10, 22.5]) {
      await tellRefund(table, amount)
      balances.push(await table.balance())
    }
    expect(balances).toEqual([97, 67, 0])
  })

  const [first, second] = ['2026-03-09T20:30:05.000Z', '2026-03-09T20:30:06.000Z']

  test.each([
    ['the id of the dine', (id: string) => ({ id })],
    ['an id of its own', (id: string) => ({ id: `${id}-r` })],
  ])('under %s, updated: newer, amount: same -> taken once', async (_, fields) => {
    const [table, id] = [await newTable(app), randomUUID()]
    await table.tell(clearing, { id })
    await tellRefund(table, 10, { ...fields(id), updated: first })
    await tellRefund(table, 10, { ...fields(id), updated: second })
    expect(await table.balance()).toBe(97)
  })

  test('amount: corrected -> takes the corrected amount, also while it waits', async () => {
    const [placed, waiting, id] = [await newTable(app), await newTable(app), randomUUID()]
    await placed.tell(clearing, { id })
    for (const [table, original] of [
      [placed, id],
      [waiting, `${id}-w`],
    ] as const) {
      const refunded = { id: `${original}-r`, originalTransactionId: original }
      await tellRefund(table, 20, { ...refunded, updated: second })
      await tellRefund(table, 10, { ...refunded, updated: first })
      await tellRefund(table, 12.5, { ...refunded, updated: '2026-03-09T20:30:07.000Z' })
    }
    await waiting.tell(clearing, { id: `${id}-w` })
    expect([await placed.balance(), await waiting.balance()]).toEqual([90, 90])
  })

  test.each(['original', 'amount'])('card: removed and linked again -> finds its dine by %s', async by => {
    const [table, id] = [await newTable(app), randomUUID()]
    await table.tell(clearing, { id })
    const relinked = await relink(table)
    const original = by === 'original' ? { originalTransactionId: id } : {}
    await tellRefund(table, 10, { ...original, card: { metadata: { id: relinked } } })
    expect(await table.balance()).toBe(97)
  })

  test('card: linked again while the refund waits -> the late clearing takes it', async () => {
    const [table, id] = [await newTable(app), randomUUID()]
    await tellRefund(table, 10, { originalTransactionId: id })
    const relinked = await relink(table)
    await table.tell(clearing, { id, card: { metadata: { id: relinked } } })
    expect(await table.balance()).toBe(97)
  })

  /** Removes the card and links the same number again. @returns the new card's id. */
  async function relink(table: Table): Promise<string> {
    const { cardToken } = await db
      .updateTable('linkedCards')
      .set({ removedAt: app.clock.now() })
      .where('id', '=', table.cardId)
      .returning('cardToken')
      .executeTakeFirstOrThrow()
    const owner = { id: table.memberId, partnerId: table.partner.slug }
    return (await newLinkedCard(app, owner, { cardToken, linkedAt: app.clock.now() })).id
  }

  test('a manual posting about the dine survives it, and a late clearing', async () => {
    const [table, id] = [await newTable(app), randomUUID()]
    await table.tell(auth, { id, authCode: '4711' })
    await table.tell(clearing, { id, authCode: '4711', amount: 20 })
    const dine = await db
      .selectFrom('dines')
      .select('id')
      .where('sourceTransactionId', '=', id)
      .executeTakeFirstOrThrow()
    for (const kind of ['manual', 'bonus'] as const)
      await postEntries(db, {
        partnerId: table.partner.slug,
        idempotencyKey: `${kind}:${id}`,
        kind,
        correlationId: dine.id,
        reasonCode: 'goodwill',
        postedAt: app.clock.now(),
        entries: rewardEntries(table.memberId, 500),
      })
    await tellRefund(table, 10, { originalTransactionId: id })
    expect(await table.balance()).toBe(30 + 1_000)
    await table.tell(clearing, { id: `${id}-2`, authCode: '4711', amount: 22.5 })
    expect(await table.balance()).toBe(97 + 1_000)
  })

  test('of more than was paid takes what is there, and keeps a note that it asked for more', async () => {
    const [table, id] = [await newTable(app), randomUUID()]
    await table.tell(clearing, { id })
    const refundId = await tellRefund(table, 50, { originalTransactionId: id })
    expect(await table.balance()).toBe(0)
    const [first] = await eventsOf(refundId)
    expect(first).toMatchObject({ status: 'worked', reasonCode: 'refund_exceeds_dine' })
  })

  test.each([
    ['another transaction', { originalTransactionId: 'never seen' }],
    ['more than any dine', { amount: -100 }],
    ['a time before any dine', { datetime: '2026-03-01T12:00:00' }],
  ])('that matches nothing (%s) changes nothing and waits', async (_, fields) => {
    const table = await newTable(app)
    await table.tell(clearing)
    const id = await tellRefund(table, 10, fields)
    expect(await table.balance()).toBe(127)
    expect(await eventsOf(id)).toMatchObject([{ status: 'parked' }, { status: 'parked' }])
  })

  test('of a forfeited dine leaves it as it was', async () => {
    const [table, id] = [await newTable(app, { terms: { benefitDays: [] } }), randomUUID()]
    await table.tell(clearing, { id })
    await tellRefund(table, 10, { originalTransactionId: id })
    expect(await table.activity()).toMatchObject([
      { awardStatus: 'Forfeit', reason: { code: 'excluded_day' } },
    ])
    expect(await table.balance()).toBe(0)
  })

  test('takes the newest dine there that covers it', async () => {
    const table = await newTable(app)
    await table.tell(clearing, { id: `old${table.cardId}`, datetime: '2026-03-01T19:00:00' })
    await table.tell(clearing, { id: `new${table.cardId}`, datetime: '2026-03-05T19:00:00' })
    await tellRefund(table, 10)
    expect(await table.activity()).toMatchObject([{ benefitAmount: 97 }, { benefitAmount: 127 }])
    await tellRefund(table, 40, { datetime: '2026-03-09T21:30:00' })
    expect(await table.activity()).toMatchObject([{ benefitAmount: 97 }, { benefitAmount: 7 }])
  })

  test('after the reward was paid out leaves the member owing; the next dine repays it', async () => {
    const [table, id] = [await newTable(app, { like: 'harbor' }), randomUUID()]
    await table.tell(clearing, { id })
    await db
      .updateTable('dines')
      .set({ status: 'Paid', paidAt: app.clock.now() })
      .where('sourceTransactionId', '=', id)
      .execute()
    const credit = {
      targetType: 'Card',
      targetLabel: 'Visa',
      benefitProcessor: 'Visa',
      status: 'completed',
    } as const
    await recordPastCredits({ db }, [
      {
        ...credit,
        id,
        partnerId: table.partner.slug,
        memberId: table.memberId,
        amountCents: 127,
        createdAt: app.clock.now(),
      },
    ])
    expect(await table.balance()).toBe(0)
    await tellRefund(table, 10, { originalTransactionId: id })
    expect(await table.balance()).toBe(-30)
    expect(await table.activity()).toMatchObject([{ awardStatus: 'Paid', benefitAmount: 0.97 }])
    await table.tell(clearing, { amount: 20, datetime: '2026-03-10T12:00:00' })
    expect(await table.balance()).toBe(30)
  })
})

describe('a refund before its clearing (edge case 3)', () => {
  test('waits for it, and then they net to zero', async () => {
    const [table, id] = [await newTable(app), randomUUID()]
    const refundId = await tellRefund(table, 42.5, { originalTransactionId: id })
    expect(await table.activity()).toEqual([])
    await table.tell(clearing, { id })
    expect(await table.balance()).toBe(0)
    expect(await table.activity()).toMatchObject([
      { awardStatus: 'Forfeit', reason: { code: 'refunded_in_full' } },
    ])
    expect(await eventsOf(refundId)).toMatchObject([{ status: 'worked' }, { status: 'worked' }])
  })

  test('that names no transaction finds the dine once it clears', async () => {
    const [table, id] = [await newTable(app), randomUUID()]
    await table.tell(auth, { id })
    await tellRefund(table, 10)
    expect(await table.activity()).toMatchObject([{ awardStatus: 'Pending', benefitAmount: 127 }])
    await table.tell(clearing, { id })
    expect(await table.balance()).toBe(97)
  })

  test('is not taken from an older dine for good: the newer one takes it over when it clears', async () => {
    const table = await newTable(app)
    await table.tell(clearing, { datetime: '2026-03-01T19:00:00' })
    await tellRefund(table, 10)
    expect(await table.activity()).toMatchObject([{ benefitAmount: 97 }])
    await table.tell(clearing, { datetime: '2026-03-05T19:00:00' })
    expect(await table.activity()).toMatchObject([{ benefitAmount: 97 }, { benefitAmount: 127 }])
    expect(await table.balance()).toBe(97 + 127)
  })

  test('gives way to a refund that names the dine, and waits again', async () => {
    const [table, id] = [await newTable(app), randomUUID()]
    await table.tell(clearing, { id })
    const unnamed = await tellRefund(table, 10)
    await tellRefund(table, 42.5, { originalTransactionId: id })
    expect(await table.balance()).toBe(0)
    const [first] = await eventsOf(unnamed)
    expect(first).toMatchObject({ status: 'parked', dineId: null })
  })
})

describe('a void (edge case 7)', () => {
  test('the same night, before any clearing, leaves nothing to earn on', async () => {
    const [table, id] = [await newTable(app), randomUUID()]
    await table.tell(auth, { id })
    await table.tell(auth, { id, amount: -42.5 })
    expect(await table.activity()).toMatchObject([
      { awardStatus: 'Forfeit', benefitAmount: 0, ticketAmount: 0, reason: { code: 'refunded_in_full' } },
    ])
    await table.tell(clearing, { id })
    expect(await table.balance()).toBe(0)
  })

  test('of a part leaves an estimate for the rest', async () => {
    const [table, id] = [await newTable(app), randomUUID()]
    await table.tell(auth, { id })
    await tellRefund(table, 10, { id })
    expect(await table.activity()).toMatchObject([
      { awardStatus: 'Pending', benefitAmount: 97, ticketAmount: 32.5 },
    ])
  })

  test('a chargeback after 60 days takes the reward back', async () => {
    const [table, id] = [await newTable(app), randomUUID()]
    await table.tell(clearing, { id })
    app.clock.advance(60 * 86_400_000)
    await tellRefund(table, 42.5, { originalTransactionId: id, datetime: '2026-05-09T12:00:00' })
    expect(await table.balance()).toBe(0)
  })
})

test('a refund told of another card, or by another partner’s card, takes nothing', async () => {
  const [table, other] = [await newTable(app), await newTable(app)]
  const id = randomUUID()
  await table.tell(clearing, { id })
  await tellRefund(other, 42.5, {
    originalTransactionId: id,
    location: { metadata: { id: table.merchant.id } },
  })
  expect(await table.balance()).toBe(127)
  expect(await other.activity()).toEqual([])
})
