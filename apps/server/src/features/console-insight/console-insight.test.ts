import type { InsightDay } from '@dineward/core/console-insight/insight.contract.ts'
import { beforeEach, expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newMember } from '../../testing/factories.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { findLedgerProblems } from '../ledger/ledger-checks.read.ts'
import { addUpRewards } from '../ledger/reward-totals.service.ts'
import { closes, partnerStatement } from '../reports/partner-statement.service.ts'

const app = await createTestApp()
let viewer: TestClient
beforeEach(async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  viewer = await consoleClient(app, 'viewer')
})
const insight = async (query: string) => (await viewer.get(`/api/Console/Insight?${query}`)).json()
const march = 'from=2026-03-01&to=2026-03-31'

test('dines, a refund and a forfeited one -> totals by day equal the ledger and its statement', async () => {
  const network = await newCardNetwork(app, { like: 'harbor' })
  const { partner } = network
  await network.deliver('transaction.clearing', { datetime: '2026-03-08T19:30:00' })
  await network.deliver('transaction.clearing', { id: 'second', amount: 100 })
  await network.deliver('transaction.refund', { amount: -40, originalTransactionId: 'second' })
  await network.deliver('transaction.clearing', { amount: 20, datetime: '2026-02-27T19:30:00' })
  await network.deliver('transaction.clearing', { amount: 5, currency: 'EUR' })
  const { programs, days, funnel, restaurants, before } = await insight(`partner=${partner.slug}&${march}`)
  const statement = await partnerStatement(app.database.db, partner, '2026-03')
  expect(closes(statement)).toBe(true)
  const { earned, bonuses, takenBack, adjusted } = statement
  expect(programs).toMatchObject([
    {
      partner: partner.slug,
      now: {
        members: 1,
        newMembers: 0,
        activeMembers: 1,
        linkedCards: 1,
        dines: 2,
        spentCents: 4_250 + 6_000,
        rewardUnits: earned + bonuses - takenBack + adjusted,
      },
      before: { dines: 1, spentCents: 2_000, rewardUnits: 0 },
    },
  ])
  expect(await network.balance()).toBe(programs[0].now.rewardUnits)
  expect(before).toEqual({ from: '2026-01-29', to: '2026-02-28' })
  expect(days.map(({ day, dines }: { day: string; dines: number }) => [day, dines])).toEqual([
    ['2026-03-08', 1],
    ['2026-03-09', 1],
    // The day on which they were posted.
    ['2026-03-10', 0],
  ])
  expect(funnel).toEqual([])
  expect(restaurants).toEqual([
    { merchantId: network.merchant.id, name: 'Casa Lumen', dines: 2, spentCents: 10_250 },
  ])
})

test('rewards by day: the same before they are added up, after it, and with what is posted since', async () => {
  const network = await newCardNetwork(app, { like: 'harbor' })
  const { partner } = network
  const rewardsByDay = async () =>
    (await insight(`partner=${partner.slug}&${march}`)).days.map(
      ({ day, rewardUnits }: InsightDay): [string, number] => [day, rewardUnits],
    )
  await network.deliver('transaction.clearing', { id: 'first', datetime: '2026-03-08T19:30:00' })
  const before = await rewardsByDay()
  await addUpRewards(app.database)
  expect(await rewardsByDay()).toEqual(before)
  // In New York it is still the 10th.
  app.clock.set('2026-03-11T03:59:00Z')
  viewer = await consoleClient(app, 'viewer')
  await network.deliver('transaction.refund', { amount: -20, originalTransactionId: 'first' })
  const since = await rewardsByDay()
  expect(since.at(-1)).toEqual(['2026-03-10', await network.balance()])
  await addUpRewards(app.database)
  await addUpRewards(app.database)
  expect(await rewardsByDay()).toEqual(since)
  expect(await findLedgerProblems(app.database.db, [partner.slug])).toEqual([])
})

test('funnel: members who joined in the period, by how far they came', async () => {
  const network = await newCardNetwork(app, { member: { joinedAt: new Date('2026-03-02T12:00:00Z') } })
  const { partner } = network
  await newMember(app, partner, { joinedAt: new Date('2026-03-03T12:00:00Z') })
  await newMember(app, partner, { joinedAt: new Date('2026-03-03T12:00:00Z'), memberType: 'NonCardMember' })
  await newMember(app, partner, { joinedAt: new Date('2026-02-03T12:00:00Z') })
  for (const _ of [1, 2, 3]) await network.deliver('transaction.clearing')
  const { funnel, programs } = await insight(`partner=${partner.slug}&${march}`)
  expect(funnel).toEqual([{ partner: partner.slug, joined: 2, linkedCard: 1, firstDine: 1, thirdDine: 1 }])
  expect(programs[0].now).toMatchObject({ members: 3, newMembers: 2 })
  const trend = (await viewer.get(`/api/Console/Insight/Trend?partner=${partner.slug}&${march}`)).json()
  expect(trend.programs).toEqual(programs)
  expect(trend.days).toMatchObject([
    { day: '2026-03-02', newMembers: 1, dines: 0 },
    { day: '2026-03-03', newMembers: 1, dines: 0 },
    { day: '2026-03-09', newMembers: 0, dines: 3 },
    { day: '2026-03-10', newMembers: 0 },
  ])
})

test.each([
  ['from=2026-03-02&to=2026-03-01', 'ends before it begins'],
  ['from=2020-01-01&to=2026-03-01', 'is too long'],
  ['from=2026-02-30&to=2026-03-01', 'is not on the calendar'],
  ['', 'is missing'],
])('a period %s that %s -> 400', async query => {
  expect((await viewer.get(`/api/Console/Insight?${query}`)).statusCode).toBe(400)
})

test('no name, email or number of a member is in it', async () => {
  const network = await newCardNetwork(app)
  await network.deliver('transaction.clearing')
  const { body } = await viewer.get(`/api/Console/Insight?partner=${network.partner.slug}&${march}`)
  for (const secret of ['Moreau', '@example.com', network.memberId, network.cardId, '4242'])
    expect(body).not.toContain(secret)
})
