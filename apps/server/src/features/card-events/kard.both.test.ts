import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
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
  test('a payment that both report, and its refunds -> earns once, and is taken back once', async () => {
    const { network, kard, transactionId } = await newNetwork()
    const [id, refundId] = [randomUUID(), randomUUID()]
    await network.deliver('transaction.clearing', { id })
    // It waits for its charge, and is decided again once that turns out to be a repetition.
    await kard.deliver('RETURNED', { originalTransactionId: transactionId, amount: 1_000 })
    const refund = { id: refundId, amount: -10, datetime: '2026-03-10T08:00:00' }
    await network.deliver('transaction.refund', { ...refund, originalTransactionId: id })
    await kard.deliver('SETTLED', { transactionId })
    expect(await network.balance()).toBe(97)
    expect(await network.activity()).toHaveLength(1)
    const [settled] = await eventsOf(`kard:${transactionId}`)
    expect(settled).toMatchObject({ reasonCode: 'reported_by_other_network' })
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
