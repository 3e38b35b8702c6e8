import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { expireAuthorizations } from './expire-authorizations.service.ts'

const app = await createTestApp()
const { db } = app.database
const auth = 'transaction.auth'
const clearing = 'transaction.clearing'

describe('what a dine of $42.50 earns', () => {
  test('in points, where rewards are points', async () => {
    const network = await newCardNetwork(app)
    await network.deliver(clearing)
    expect(await network.balance()).toBe(127)
    expect(await network.activity()).toMatchObject([{ awardStatus: 'Awarded', benefitAmount: 127 }])
  })

  test('in dollars, where rewards are dollars', async () => {
    const network = await newCardNetwork(app, { like: 'cellwave' })
    await network.deliver(clearing)
    expect(await network.balance()).toBe(170)
    expect(await network.activity()).toMatchObject([{ benefitAmount: 1.7, ticketAmount: 42.5 }])
  })
})

test('an authorization alone earns nothing; after 30 days it has expired; a late clearing still awards (edge case 2)', async () => {
  const [network, id] = [await newCardNetwork(app), randomUUID()]
  const services = { db, clock: app.clock, partners: app.partners }
  await network.deliver(auth, { id })
  expect(await network.balance()).toBe(0)
  app.clock.advance(30 * 86_400_000 - 1)
  await expireAuthorizations(services)
  expect(await network.activity()).toMatchObject([{ awardStatus: 'Pending', benefitAmount: 127 }])
  app.clock.advance(2)
  expect(await expireAuthorizations(services)).toBeGreaterThan(0)
  expect(await network.activity()).toMatchObject([
    { awardStatus: 'Forfeit', benefitAmount: 0, reason: { code: 'authorization_expired' } },
  ])
  await network.deliver(clearing, { id })
  expect(await network.activity()).toMatchObject([{ awardStatus: 'Awarded', benefitAmount: 127 }])
  expect(await network.balance()).toBe(127)
})

test('two clearings, then their one authorization -> one dine (edge case 4)', async () => {
  const [network, authCode] = [await newCardNetwork(app), '4711']
  await network.deliver(clearing, { amount: 0.5, authCode })
  await network.deliver(clearing, { amount: 0.5, authCode })
  expect([await network.balance(), (await network.activity()).length]).toEqual([2, 2])
  await network.deliver(auth, { amount: 1, authCode })
  expect(await network.activity()).toMatchObject([{ ticketAmount: 1, benefitAmount: 3 }])
  expect(await network.balance()).toBe(3)
})

test('another amount, also after a repetition -> corrects the dine (edge case 1)', async () => {
  const at = (minute: number) => `2026-03-12T10:0${minute}:00.000Z`
  const [network, id] = [await newCardNetwork(app), randomUUID()]
  await network.deliver(clearing, { id, amount: 50.5, updated: at(0) })
  await network.deliver(clearing, { id, amount: 50.5, updated: at(1) })
  await network.deliver(clearing, { id, amount: 52, updated: at(2) })
  expect(await network.balance()).toBe(156)
  expect(await network.activity()).toMatchObject([{ ticketAmount: 52, benefitAmount: 156 }])
  const events = await db
    .selectFrom('cardEvents')
    .select(['status', 'reasonCode'])
    .where('transactionId', '=', id)
    .orderBy('id')
    .execute()
  expect(events.map(({ reasonCode }) => reasonCode)).toEqual(['superseded', 'superseded', null])
})

test('two identical dines minutes apart, a limit of one visit a month -> one earns (edge case 5)', async () => {
  const network = await newCardNetwork(app, { terms: { maxVisitsPerMonth: 1 } })
  await network.deliver(clearing, { datetime: '2026-03-09T19:30:00', authCode: '1' })
  await network.deliver(clearing, { datetime: '2026-03-09T19:33:00', authCode: '1' })
  expect(await network.balance()).toBe(127)
  expect(await network.activity()).toHaveLength(2)
})

test('a bill in another currency earns nothing, and says why (edge case 8)', async () => {
  const network = await newCardNetwork(app)
  await network.deliver(clearing, { currency: 'CAD' })
  expect(await network.activity()).toMatchObject([
    {
      awardStatus: 'Forfeit',
      benefitAmount: 0,
      ticketCurrency: 'CAD',
      reason: { code: 'currency_not_supported' },
    },
  ])
})

test('online order -> earns on the subtotal of its clearing; a refund takes from it (edge case 17)', async () => {
  const [network, id] = [await newCardNetwork(app), randomUUID()]
  await network.deliver(auth, { id, order: { type: 'online', subtotal: 40 } })
  expect(await network.activity()).toMatchObject([{ awardStatus: 'Pending', benefitAmount: 120 }])
  await network.deliver(clearing, { id, order: { type: 'online', subtotal: 36 } })
  expect(await network.activity()).toMatchObject([
    { awardStatus: 'Awarded', benefitAmount: 108, ticketAmount: 42.5, reason: { code: 'online_order' } },
  ])
  await network.deliver('transaction.refund', { amount: -10, originalTransactionId: id })
  expect(await network.balance()).toBe(78)
})
