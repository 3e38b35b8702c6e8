import { expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'

const app = await createTestApp()

const year = async (network: Awaited<ReturnType<typeof newCardNetwork>>) =>
  (await (await signedInClient(app, network.partner, network.memberId)).get('/api/Member/RewardsYear')).json()

test('a year of dines -> by month, restaurant, cuisine and card, in the unit of the partner', async () => {
  app.clock.set(new Date('2026-03-10T12:00:00Z'))
  const network = await newCardNetwork(app, { like: 'harbor' })
  await network.deliver('transaction.clearing')
  const answer = await year(network)
  const sums = { dines: 1, spent: 42.5, benefit: 1.27 }
  expect(answer.total).toEqual(sums)
  expect(answer.months).toHaveLength(13)
  expect(answer.months.at(-1)).toEqual({ month: '2026-03', ...sums })
  expect(answer.months[0]).toEqual({ month: '2025-03', dines: 0, spent: 0, benefit: 0 })
  expect(answer.restaurants).toEqual([{ name: 'Casa Lumen', ...sums }])
  expect(answer.cards).toEqual([{ name: '4242', ...sums }])
  expect(answer.higherTier).toEqual({ tier: 3, benefit: 0.85 })
})

test('opted out of email -> what opting in would have earned more', async () => {
  app.clock.set(new Date('2026-03-10T12:00:00Z'))
  const network = await newCardNetwork(app, { like: 'skyward', member: { tierLevel: 0, emailOptIn: false } })
  await network.deliver('transaction.clearing')
  const answer = await year(network)
  expect(answer.total.benefit).toBe(21)
  expect(answer.higherTier).toEqual({ tier: 2, benefit: 106 })
})
