import { randomUUID } from 'node:crypto'
import type { ConsoleForecast } from '@dineward/core/console-programs/budgets.contract.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { expect, test } from 'vitest'
import { consoleClient } from '../../testing/access/console-for-test.ts'
import { newLinkedCard, newMember, newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { newDraftId, offerForTest } from '../../testing/offers-for-test.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { sendApproved } from '../approvals/approvals-for-test.ts'
import { type CardNetwork, cardNetworkOf, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { mailReachedBudgets } from './budget-alerts.service.ts'

// It is March 10, 2026, 2 PM in New York.
const app = await createTestApp()
const { db } = app.database
const reason = 'Asked for by the partner'

/** Three members at two restaurants, with bills that make odd numbers; one dine is refunded in part. */
const february = [
  { member: 0, place: 0, at: '2026-02-02T19:00:00', amount: 42.5 },
  { member: 1, place: 0, at: '2026-02-03T12:00:00', amount: 19.99 },
  { member: 0, place: 1, at: '2026-02-10T19:00:00', amount: 33.33, refunded: 11.11 },
  { member: 2, place: 1, at: '2026-02-14T20:00:00', amount: 87.01 },
  { member: 0, place: 0, at: '2026-02-20T19:00:00', amount: 61.07 },
  { member: 1, place: 1, at: '2026-02-27T21:00:00', amount: 24.49 },
] as const

async function newTown(settings: Record<string, unknown>): Promise<CardNetwork[][]> {
  const first = await newCardNetwork(app, { settings: { hasFlexOffers: true, ...settings } })
  const { partner } = first
  const places = [first.merchant, await newMerchant(app, partner)]
  const members: { memberId: string; cardId: string }[] = [first]
  for (let n = 0; n < 2; n++) {
    const member = await newMember(app, partner)
    members.push({ memberId: member.id, cardId: (await newLinkedCard(app, member)).id })
  }
  return members.map(({ memberId, cardId }) =>
    places.map(merchant => cardNetworkOf(app, partner, { memberId, cardId, merchant })),
  )
}

async function dineInFebruary(town: CardNetwork[][]): Promise<void> {
  for (const { member, place, at, amount, ...dine } of february) {
    const [network, id] = [town[member]![place]!, randomUUID()]
    await network.deliver('transaction.clearing', { id, datetime: at, amount })
    if ('refunded' in dine)
      await network.deliver('transaction.refund', {
        datetime: at,
        amount: -dine.refunded,
        originalTransactionId: id,
      })
  }
}

async function forecastOf(town: CardNetwork[][], subject: unknown): Promise<ConsoleForecast> {
  const { partner } = town[0]![0]!
  const client = await consoleClient(app, 'admin', partner.slug)
  const path = `/api/Console/Programs/${partner.slug}/Forecasts`
  const response = await client.send('POST', path, { period: 'lastMonth', subject })
  expect(response.statusCode, response.body).toBe(200)
  return response.json().forecast
}

/** What the engine posted beside the base, and to how many members. */
async function postedIn(town: CardNetwork[][]) {
  const { partner } = town[0]![0]!
  const rows = await db
    .selectFrom('dineComponents')
    .select(['memberId', 'units'])
    .where('partnerId', '=', partner.slug)
    .where('units', '>', 0)
    .execute()
  const units = rows.reduce((sum, row) => sum + row.units, 0)
  return { members: new Set(rows.map(({ memberId }) => memberId)).size, dines: rows.length, units }
}

test.each([
  ['a percentage', { reward: { kind: 'percent', percent: 7 } }],
  [
    'a percentage with a cap for each member',
    { reward: { kind: 'percent', percent: 7 }, memberCapUnits: 500 },
  ],
  ['an amount with a budget that runs out', { reward: { kind: 'fixed', units: 250 }, budgetUnits: 800 }],
  ['a multiple from a least bill on', { reward: { kind: 'multiplier', times: 3 }, minimumSpendCents: 2_300 }],
] as const)(
  'an offer of %s: the forecast is what the engine does to the same dines',
  longTest,
  async (_name, changes) => {
    const definition = { ...offerForTest, minimumSpendCents: 0, ...changes }
    const [past, same] = [await newTown({}), await newTown({})]
    await dineInFebruary(past)
    const { figures } = await forecastOf(past, { kind: 'offer', id: null, definition })
    app.clock.advance(-days(40))
    const { partner } = same[0]![0]!
    const client = await consoleClient(app, 'admin', partner.slug)
    const dated = { ...definition, startsOn: '2026-02-01', endsOn: '2026-02-28' }
    const body = { id: newDraftId(), definition: dated, reason }
    const path = `/api/Console/Programs/${partner.slug}/Offers`
    const made = await sendApproved(app, client, 'POST', path, body)
    app.clock.advance(days(40))
    expect([200, 201]).toContain(made.statusCode)
    await dineInFebruary(same)
    expect(figures).toMatchObject(await postedIn(same))
    expect(figures).toMatchObject({ ofDines: 6, asIfAllRegistered: false })
  },
)

test.each([
  ['two dines, again and again', { reward: { kind: 'fixed', units: 300 }, dines: 2, repeats: true }],
  [
    'a multiple with a budget that runs out',
    { reward: { kind: 'multiplier', times: 2 }, repeats: true, budgetUnits: 400 },
  ],
  ['new restaurants', { reward: { kind: 'fixed', units: 100 }, newRestaurants: true, repeats: true }],
  ['a cap', { reward: { kind: 'multiplier', times: 4 }, repeats: true, memberCapUnits: 333 }],
] as const)(
  'a bonus for %s: the forecast is what the engine does to the same dines',
  longTest,
  async (_name, changes) => {
    const bonus = { code: 'SPRING', description: 'Spring', needsRegistration: false, ...changes }
    const past = await newTown({})
    await dineInFebruary(past)
    const { figures } = await forecastOf(past, { kind: 'bonus', definition: bonus })
    const same = await newTown({ bonuses: [{ ...bonus, from: '2026-02-01', to: '2026-02-28' }] })
    await dineInFebruary(same)
    expect(figures).toMatchObject(await postedIn(same))
  },
)

test(
  'an offer without a budget that waits -> its approver sees what it would have cost',
  longTest,
  async () => {
    const town = await newTown({})
    await dineInFebruary(town)
    const { slug } = town[0]![0]!.partner
    const client = await consoleClient(app, 'admin', slug)
    const definition = { ...offerForTest, minimumSpendCents: 0, startsOn: '2026-04-01', endsOn: '2026-04-30' }
    const body = { id: newDraftId(), definition: { ...definition, budgetUnits: null }, reason }
    const asked = await client.send('POST', `/api/Console/Programs/${slug}/Offers`, body)
    const second = await consoleClient(app, 'admin', slug)
    const { approval, outlook } = (
      await second.get(`/api/Console/Approvals/${asked.json().approvalId}`)
    ).json()
    expect(approval.warnings).toEqual(['It has no budget.'])
    const labels = outlook.map(({ label }: { label: string }) => label)
    expect(labels).toEqual(['It would have cost', 'Without the budget', 'Members', 'Dines'])
    expect(outlook[3].after).toMatch(/^[1-6] of 6$/)
  },
)

test('no dines, and a bonus that is registered for in the app: it says why there is no figure', async () => {
  const town = await newTown({})
  const empty = await forecastOf(town, { kind: 'offer', id: null, definition: offerForTest })
  expect(empty).toEqual({ from: '2026-02-01', to: '2026-02-28', obstacle: 'no_dines', figures: null })
  const bonus = {
    code: 'APP',
    description: 'In the app',
    reward: { kind: 'fixed', units: 100 },
    appOnly: true,
  }
  expect(await forecastOf(town, { kind: 'bonus', definition: bonus })).toMatchObject({
    obstacle: 'registered_in_app',
  })
})

test('80 % and all of a budget: each is mailed once to who may change bonuses, and waits on the first page', async () => {
  const network = await newCardNetwork(app, { settings: { hasFlexOffers: true } })
  const { slug } = network.partner
  const client = await consoleClient(app, 'admin', slug)
  const definition = { ...offerForTest, budgetUnits: 250, minimumSpendCents: 0 }
  const id = newDraftId()
  await client.send('POST', `/api/Console/Programs/${slug}/Offers`, { id, definition, reason })
  const services = { db, clock: app.clock, partners: app.partners }
  await mailReachedBudgets(services)
  await network.deliver('transaction.clearing', { datetime: '2026-03-10T19:30:00' })
  await mailReachedBudgets(services)
  expect(await mailReachedBudgets(services)).toBe(0)
  const mails = await db
    .selectFrom('outgoingMails')
    .select('subject')
    .where('subject', 'like', '%“Spring”%')
    .execute()
  expect(mails.length).toBeGreaterThan(0)
  expect(new Set(mails.map(({ subject }) => subject))).toEqual(new Set(['The offer “Spring” is used up']))
  const { items } = (await client.get('/api/Console/Overview')).json()
  expect(items).toContainEqual(expect.objectContaining({ kind: 'reached_budgets', partner: slug, count: 1 }))
  const { budget } = (await client.get(`/api/Console/Programs/${slug}/Budgets/offer/${id}`)).json()
  expect(budget).toEqual({
    limitUnits: 250,
    promisedUnits: 0,
    paidUnits: 250,
    takenBackUnits: 0,
    leftUnits: 0,
    isUsedUp: true,
    members: 1,
    dines: 1,
  })
})
