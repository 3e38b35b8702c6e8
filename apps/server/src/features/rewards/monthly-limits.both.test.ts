import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { processInbox } from '../card-events/inbox.service.ts'

const app = await createTestApp()
const services = { db: app.database.db, clock: app.clock, partners: app.partners }
const clearing = 'transaction.clearing'

test('limit of the month, reached by two clearings at once -> one earns in part; a refund frees room (edge case 10)', async () => {
  const network = await newCardNetwork(app, { terms: { maxSpendPerMonthCents: 6_000 } })
  const id = randomUUID()
  await network.send(clearing, { id, datetime: '2026-03-08T12:00:00' })
  await network.send(clearing, { datetime: '2026-03-09T12:00:00' })
  await Promise.all([processInbox(services), processInbox(services)])
  await network.processAll()
  expect(await network.balance()).toBe(127 + 52)
  const [late] = await network.activity()
  expect(late).toMatchObject({ benefitAmount: 52, reason: { code: 'monthly_spend_reached' } })
  await network.deliver('transaction.refund', { amount: -10, originalTransactionId: id })
  expect(await network.balance()).toBe(97 + 82)
})

test('one visit a month, in the night the clocks change -> one earns (edge case 11)', async () => {
  const network = await newCardNetwork(app, { terms: { maxVisitsPerMonth: 1 } })
  const dines = ['2026-03-08T01:30:00', '2026-03-08T03:30:00']
  for (const datetime of dines) {
    const id = randomUUID()
    await network.deliver('transaction.auth', { id, datetime })
    // A clearing is dated days later; its dine is not.
    await network.deliver(clearing, { id, datetime: '2026-03-09T06:00:00' })
  }
  expect(await network.balance()).toBe(127)
  expect((await network.activity()).map(({ date }) => date)).toEqual(dines.toReversed())
})
