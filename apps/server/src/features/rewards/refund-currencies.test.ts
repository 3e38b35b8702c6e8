import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'

const app = await createTestApp()
const clearing = 'transaction.clearing'
const refund = 'transaction.refund'

const inDollars = { datetime: '2026-03-08T19:30:00' }
const inEuros = { currency: 'EUR', amount: 60 }

test('refund in another currency: named or not -> waits, and takes nothing', async () => {
  const [network, id] = [await newCardNetwork(app), randomUUID()]
  await network.deliver(clearing, { ...inDollars, id })
  await network.deliver(refund, { currency: 'EUR', amount: -40 })
  await network.deliver(refund, { currency: 'JPY', amount: -40, originalTransactionId: id })
  expect(await network.balance()).toBe(127)
  const { db } = app.database
  const waiting = db.selectFrom('cardEvents').select('reasonCode').where('status', '=', 'parked')
  const own = waiting.where('partnerId', '=', network.partner.slug)
  expect(await own.execute()).toEqual([{ reasonCode: 'refund_waits' }, { reasonCode: 'refund_waits' }])
})

test('refunds and dines in two currencies, in any order -> each takes from its own', async () => {
  const events = [
    [clearing, inDollars],
    [clearing, inEuros],
    [refund, { amount: -10 }],
    [refund, { currency: 'EUR', amount: -40 }],
  ] as const
  for (const order of [
    [0, 1, 2, 3],
    [2, 3, 0, 1],
    [3, 0, 2, 1],
  ]) {
    const network = await newCardNetwork(app)
    for (const index of order) {
      const [event, fields] = events[index]!
      await network.deliver(event, fields)
    }
    expect(await network.activity()).toMatchObject([
      { ticketAmount: 20, ticketCurrency: 'EUR', benefitAmount: 0 },
      { ticketAmount: 32.5, ticketCurrency: 'USD', benefitAmount: 97 },
    ])
  }
})
