import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { newLinkedCard } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { processEvents } from '../rewards/process-events.service.ts'
import { newCardNetwork } from './card-network-for-test.ts'
import { claimEvents } from './inbox.repository.ts'
import { kardOf, sendKard } from './kard-for-test.ts'

const app = await createTestApp()
const { db } = app.database

async function newNetwork() {
  const network = await newCardNetwork(app)
  return { network, kard: kardOf(app, network), transactionId: randomUUID() }
}

const voided = { awardStatus: 'Forfeit', benefitAmount: 0, reason: { code: 'authorization_expired' } }

describe('the statuses of Kard', () => {
  test('APPROVED -> pending, at the local time of the restaurant', async () => {
    const { network, kard } = await newNetwork()
    await kard.deliver('APPROVED')
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Pending', benefitAmount: 127, ticketAmount: 42.5, date: '2026-03-09T19:30:00' },
    ])
    expect(await network.balance()).toBe(0)
  })

  test('SETTLED with the tip -> awarded; again with another amount -> the newest counts', async () => {
    const { network, kard, transactionId } = await newNetwork()
    await kard.deliver('APPROVED', { transactionId })
    await kard.deliver('SETTLED', { transactionId, amount: 5_050 })
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Awarded', benefitAmount: 151, ticketAmount: 50.5, date: '2026-03-09T19:30:00' },
    ])
    await kard.deliver('SETTLED', { transactionId, amount: 4_250, settledDate: '2026-03-10T09:00:00Z' })
    expect(await network.balance()).toBe(127)
  })

  test.each(['REVERSED', 'DECLINED'] as const)(
    'APPROVED, then %s -> forfeited (edge case 7)',
    async status => {
      const { network, kard, transactionId } = await newNetwork()
      await kard.deliver('APPROVED', { transactionId })
      await kard.deliver(status, { transactionId })
      expect(await network.activity()).toMatchObject([voided])
      await kard.deliver('APPROVED', { transactionId })
      await kard.deliver(status, { transactionId })
      expect(await network.activity()).toMatchObject([voided])
    },
  )

  test.each(['REVERSED', 'DECLINED'] as const)(
    '%s before APPROVED -> no dine, then forfeited (edge case 7)',
    async status => {
      const { network, kard, transactionId } = await newNetwork()
      await kard.deliver(status, { transactionId })
      expect(await network.activity()).toEqual([])
      await kard.deliver('APPROVED', { transactionId })
      expect(await network.activity()).toMatchObject([voided])
    },
  )

  test('REVERSED before APPROVED -> forfeited by one decision, which no reader sees pending', async () => {
    const { network, kard, transactionId } = await newNetwork()
    await kard.deliver('REVERSED', { transactionId })
    await sendKard(app, kard.body('APPROVED', { transactionId }))
    await db.transaction().execute(async trx => {
      const [approved] = await claimEvents(trx, app.clock.now(), 1)
      await processEvents({ db: trx, clock: app.clock, partners: app.partners }, [approved!])
    })
    expect(await network.activity()).toMatchObject([voided])
    await network.processAll()
    expect(await network.activity()).toMatchObject([voided])
  })

  test.each([
    ['SETTLED', 'REVERSED'],
    ['REVERSED', 'SETTLED'],
  ] as const)('APPROVED, %s, %s -> what was settled earns', async (...statuses) => {
    const { network, kard, transactionId } = await newNetwork()
    for (const status of ['APPROVED', ...statuses] as const) await kard.deliver(status, { transactionId })
    expect(await network.balance()).toBe(127)
  })

  test.each([
    ['an id of its own', (id: string) => ({ transactionId: `${id}-r`, originalTransactionId: id })],
    ['the id of the payment', (id: string) => ({ transactionId: id })],
  ])('RETURNED under %s -> the reward of the rest, also when it comes first', async (_, fields) => {
    for (const order of [
      ['SETTLED', 'RETURNED'],
      ['RETURNED', 'SETTLED'],
    ] as const) {
      const { network, kard, transactionId } = await newNetwork()
      const returned = { ...fields(transactionId), amount: 1_000 }
      for (const status of order)
        await kard.deliver(status, status === 'SETTLED' ? { transactionId } : returned)
      expect(await network.activity()).toMatchObject([
        {
          awardStatus: 'Awarded',
          benefitAmount: 97,
          ticketAmount: 32.5,
          reason: { code: 'partly_refunded' },
        },
      ])
    }
  })

  test('card: unknown -> refused with the reason', async () => {
    const { kard, transactionId } = await newNetwork()
    await kard.deliver('SETTLED', { transactionId, accountId: 'unknown' })
    const [event] = await eventsOf(`kard:${transactionId}`)
    expect(event).toMatchObject({ status: 'refused', reasonCode: 'card_unknown' })
  })

  test('MID: in force on the local date of the restaurant -> found', async () => {
    const { network, kard } = await newNetwork()
    // In New York it is the 9th until 04:00 UTC.
    await db
      .updateTable('merchantMids')
      .set({ validTo: '2026-03-10' })
      .where('merchantId', '=', network.merchant.id)
      .execute()
    const merchant = { id: network.merchant.mid }
    await kard.deliver('SETTLED', { merchant, authorizationDate: '2026-03-10T02:00:00Z' })
    expect(await network.balance()).toBe(127)
  })
})

describe('two networks in one program', () => {
  test('one member, restaurant, day, authorization code and transaction id -> both earn', async () => {
    const { network, kard, transactionId } = await newNetwork()
    const fidel = { id: transactionId, authCode: '123456', datetime: '2026-03-09T13:00:00' }
    await network.deliver('transaction.auth', fidel)
    await kard.deliver('SETTLED', { transactionId, authorizationCode: '123456' })
    await network.deliver('transaction.clearing', fidel)
    expect(await network.activity()).toHaveLength(2)
    expect(await network.balance()).toBe(254)
    await kard.deliver('RETURNED', { transactionId, amount: 1_000 })
    await network.deliver('transaction.refund', {
      ...{ id: randomUUID(), amount: -42.5, datetime: '2026-03-09T21:30:00', auth: false },
      originalTransactionId: transactionId,
    })
    expect(await network.balance()).toBe(97)
  })

  test('the same payments of one card, reported by both networks in any order -> earn once', async () => {
    for (const kardFirst of [true, false]) {
      const { network, kard, transactionId } = await newNetwork()
      const dines = [
        { id: randomUUID(), datetime: '2026-03-09T19:31:00' },
        { id: randomUUID(), datetime: '2026-03-09T20:00:00', amount: 20 },
      ]
      const settled = () => kard.deliver('SETTLED', { transactionId })
      if (kardFirst) await settled()
      for (const dine of dines) await network.deliver('transaction.clearing', dine)
      if (!kardFirst) await settled()
      expect(await network.balance()).toBe(127 + 60)
      await kard.deliver('SETTLED', { transactionId, amount: 4_350, settledDate: '2026-03-10T09:00:00Z' })
      expect(await network.balance()).toBe(kardFirst ? 130 + 60 : 127 + 60)
      const second = kardFirst ? dines[0]!.id : `kard:${transactionId}`
      expect(await eventsOf(second)).toMatchObject(
        expect.arrayContaining([expect.objectContaining({ reasonCode: 'reported_by_other_network' })]),
      )
    }
  })

  test.each([
    'kard 30, fidel 30, fidel 33',
    'kard 30, fidel 33, fidel 30',
    'fidel 30, fidel 33, kard 30',
    'fidel 33, kard 30, fidel 30',
    'kard 30, kard 34, fidel 34, fidel 29',
    'kard 34, fidel 29, fidel 34, kard 30',
  ])('two equal dines minutes apart, reported as %s -> both earn', async reports => {
    const { network, kard } = await newNetwork()
    for (const report of reports.split(', ')) {
      const [reporter, minute] = report.split(' ')
      if (reporter === 'kard') {
        const authorizationDate = `2026-03-09T23:${minute}:00Z`
        await kard.deliver('SETTLED', { authorizationDate })
      } else await network.deliver('transaction.clearing', { datetime: `2026-03-09T19:${minute}:00` })
    }
    expect(await network.balance()).toBe(254)
  })

  test('two cards of one member, one at each network -> both earn', async () => {
    const { network, kard } = await newNetwork()
    const member = { id: network.memberId, partnerId: network.partner.slug }
    const other = await newLinkedCard(app, member, { lastFour: '0005', cardType: 'Discover' })
    await network.deliver('transaction.clearing')
    await kard.deliver('SETTLED', { accountId: other.id })
    expect(await network.activity()).toHaveLength(2)
    expect(await network.balance()).toBe(254)
  })

  test('refund without an original -> not taken from a dine of the other network', async () => {
    const { network, kard } = await newNetwork()
    await kard.deliver('SETTLED')
    const refund = { id: randomUUID(), amount: -10, datetime: '2026-03-09T21:30:00' }
    await network.deliver('transaction.refund', refund)
    expect(await network.balance()).toBe(127)
    expect(await eventsOf(refund.id)).toMatchObject([{ status: 'parked', reasonCode: 'refund_waits' }])
    await network.deliver('transaction.clearing', { datetime: '2026-03-09T20:30:00' })
    expect(await network.balance()).toBe(127 + 97)
  })

  test('return that names a payment of the other network -> waits', async () => {
    const { network, kard, transactionId } = await newNetwork()
    await network.deliver('transaction.clearing', { id: transactionId })
    await kard.deliver('RETURNED', { originalTransactionId: transactionId, amount: 4_250 })
    expect(await network.balance()).toBe(127)
  })

  test.each(['id', 'originalTransactionId'])('Fidel: %s in the form of Kard -> refused', async field => {
    const { network, kard, transactionId } = await newNetwork()
    await kard.deliver('SETTLED', { transactionId })
    const id = randomUUID()
    await network.deliver('transaction.refund', { id, amount: -42.5, [field]: `kard:${transactionId}` })
    expect(await network.balance()).toBe(127)
    expect(await eventsOf(field === 'id' ? `kard:${transactionId}` : id)).toMatchObject(
      expect.arrayContaining([expect.objectContaining({ reasonCode: 'transaction_id_reserved' })]),
    )
  })
})

const eventsOf = (transactionId: string) =>
  db.selectFrom('cardEvents').selectAll().where('transactionId', '=', transactionId).orderBy('id').execute()
