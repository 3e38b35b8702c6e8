import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { type CardNetwork, type EventName, newCardNetwork, sendSigned } from './card-network-for-test.ts'

const app = await createTestApp()
const { db } = app.database
const options = { terms: { maxSpendPerMonthCents: 20_000, maxVisitsPerMonth: 6 } }

/** The ten visits of February and March have authorizations, tips, corrections and refunds, each its own way. */
async function sendMonth(network: CardNetwork, prefix: string): Promise<void> {
  for (let visit = 0; visit < 10; visit++) {
    const id = `${prefix}-${visit}`
    const datetime = `2026-0${visit < 7 ? 2 : 3}-0${(visit % 7) + 1}T${visit % 2 ? '19:30:00' : '23:50:00'}`
    const bill = { id, datetime, authCode: id }
    if (visit % 3 !== 2) await network.send('transaction.auth', { ...bill, amount: 30 + visit })
    if (visit !== 4) await network.send('transaction.clearing', { ...bill, amount: 36.66 + visit })
    if (visit === 3) await network.send('transaction.clearing', { ...bill, id: `${id}-2`, amount: 12 })
    if (visit === 6) {
      const updated = '2026-03-09T23:30:06.000Z'
      await network.send('transaction.clearing', { ...bill, amount: 8, updated })
    }
    if (visit % 4 !== 1) continue
    const back = {
      id: `${id}-r`,
      amount: -5 * visit,
      datetime: '2026-03-09T09:00:00',
      originalTransactionId: id,
    }
    await network.send('transaction.clearing', back)
    await network.send('transaction.refund', back)
  }
  await network.processAll()
}

async function booksOf(network: CardNetwork) {
  const dines = await db
    .selectFrom('dines')
    .select(['dinedAt', 'status', 'reasonCode', 'rewardUnits', 'clearedCents', 'refundedCents'])
    .where('partnerId', '=', network.partner.slug)
    .orderBy('dinedAt')
    .execute()
  return { dines, balance: await network.balance() }
}

test.each([
  ['in their order', 0],
  ['the last one first', 1],
  ['in a mixed order', 7],
])('books rebuilt from the stored events of a month, %s: as before (edge case 23)', async (_, step) => {
  const [network, rebuilt] = [await newCardNetwork(app, options), await newCardNetwork(app, options)]
  const prefix = randomUUID()
  await sendMonth(network, prefix)
  const events = await db
    .selectFrom('cardEvents')
    .select(['event', 'body'])
    .where('linkedCardId', '=', network.cardId)
    .orderBy('id')
    .execute()
  expect(events.length).toBeGreaterThan(20)
  const order =
    step === 0 ? events : events.map((_event, n) => events.at(-(((n * step) % events.length) + 1))!)
  expect(new Set(order).size).toBe(events.length)
  for (const { event, body } of order) {
    // A transaction is received once, whatever the card.
    const transaction = JSON.parse(body.replaceAll(prefix, `${prefix}-${step}`))
    transaction.card.metadata.id = rebuilt.cardId
    transaction.location.metadata.id = rebuilt.merchant.id
    expect((await sendSigned(app, event as EventName, JSON.stringify(transaction))).statusCode).toBe(200)
  }
  await rebuilt.processAll()
  expect(await booksOf(rebuilt)).toEqual(await booksOf(network))
  expect(await rebuilt.balance()).toBeGreaterThan(0)
})
