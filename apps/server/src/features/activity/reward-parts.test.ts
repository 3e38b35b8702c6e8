import { randomUUID } from 'node:crypto'
import type { getDineSummary, Transaction } from '@dineward/core/activity/activity.contract.ts'
import { statusesOfPart } from '@dineward/core/activity/reward-parts.rules.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sampleSize } from '../../testing/sample-size.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { signedInClient } from '../../testing/test-client.ts'
import { postAdjustment } from '../adjustments/adjustments.service.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { payoutsForTest } from '../payouts/payouts-for-test.ts'
import { newSettlement } from '../settlement/partner-for-test.ts'

const app = await createTestApp()
const { run, runFor } = payoutsForTest(app)

type Book = Pick<CardNetwork, 'partner' | 'memberId' | 'deliver'> & { settle(): Promise<void> }

/** The partner keeps the accounts. */
async function newSettledBook(like: string): Promise<Book> {
  const settlement = await newSettlement(app, { like })
  const settle = async () => {
    await settlement.send()
    await settlement.answer()
    await settlement.receive()
  }
  return { ...settlement, settle }
}

/** The program pays balances out. */
async function newPaidBook(like: string): Promise<Book> {
  const network = await newCardNetwork(app, { like })
  const settle = async () => {
    await run(network)
    await runFor(network, 5)
  }
  return { ...network, settle }
}

/** All of it can happen to a member, in any order. The dine of `last` is one that has cleared. */
const events = {
  authorized: (network: Book, _last: string, cents: number) =>
    network.deliver('transaction.auth', { id: randomUUID(), amount: cents / 100 }),
  cleared: (network: Book, _last: string, cents: number) =>
    network.deliver('transaction.clearing', { id: randomUUID(), amount: cents / 100 }),
  foreign: (network: Book) => network.deliver('transaction.clearing', { id: randomUUID(), currency: 'EUR' }),
  longAgo: (network: Book) =>
    network.deliver('transaction.clearing', { id: randomUUID(), datetime: '2025-03-09T19:30:00' }),
  thanked: (network: Book, _last: string, units: number) =>
    postAdjustment(contextOf(network), { memberId: network.memberId, units, reason: 'A thank-you' }),
  corrected: (network: Book, transactionId: string, cents: number) =>
    postAdjustment(contextOf(network), {
      memberId: network.memberId,
      units: -1 - (cents % 3),
      reason: 'The bill was smaller',
      transactionId,
    }),
}
const contextOf = (network: Book) =>
  ({ ...app.context(network.partner), actor: { kind: 'system', name: 'ada' } }) as const

const happenings = fc.array(
  fc.tuple(
    fc.constantFrom(...(Object.keys(events) as (keyof typeof events)[])),
    fc.integer({ min: 1_000, max: 20_000 }),
  ),
  { minLength: 2, maxLength: 6 },
)

test.each([
  ['points', () => newSettledBook('skyward')],
  ['miles', () => newSettledBook('meridian')],
  ['credits', () => newPaidBook('harbor')],
  ['dollars', () => newPaidBook('cellwave')],
] as const)(
  '%s: parts add up to the number, and each to the rows that it leads to',
  async (_unit, newBook) => {
    await fc.assert(
      fc.asyncProperty(happenings, happenings, async (before, after) => {
        app.clock.set('2026-03-10T18:00:00Z')
        const network = await newBook()
        await happen(network, before)
        await network.settle()
        await happen(network, after)
        await expectAgreement(network)
      }),
      { numRuns: sampleSize(2, 8) },
    )
  },
)

test('a dine that earned nothing, with an adjustment about it -> is listed where its amount counts', async () => {
  app.clock.set('2026-03-10T18:00:00Z')
  const [network, id] = [await newSettledBook('skyward'), randomUUID()]
  await network.deliver('transaction.clearing', { id, currency: 'EUR' })
  await postAdjustment(contextOf(network), {
    memberId: network.memberId,
    units: 20,
    reason: 'Sorry for the trouble',
    transactionId: id,
  })
  expect(await statusesOf(network)).toEqual(['Awarded'])
  await expectAgreement(network)
  await network.settle()
  expect(await statusesOf(network)).toEqual(['Paid'])
  await expectAgreement(network)
})

async function happen(network: Book, all: readonly [keyof typeof events, number][]): Promise<void> {
  const last = randomUUID()
  await network.deliver('transaction.clearing', { id: last })
  for (const [event, amount] of all) await events[event](network, last, amount)
}

async function statusesOf({ partner, memberId }: Book): Promise<string[]> {
  const client = await signedInClient(app, partner, memberId)
  const { data } = (await client.get('/api/Member/Transactions')).json()
  return data.map(({ awardStatus }: Transaction) => awardStatus)
}

async function expectAgreement({ partner, memberId }: Book): Promise<void> {
  const client = await signedInClient(app, partner, memberId)
  const summary: ContractResponse<typeof getDineSummary> = (
    await client.get('/api/Member/DineSummary')
  ).json()
  const year = (await client.get('/api/Member/RewardsYear')).json()
  const shown = await Promise.all(
    summary.parts.map(async ({ part }) => {
      const states = statusesOfPart[part].map(status => `status=${status}`).join('&')
      const query = `from=${summary.since}&${states}&resultsPerPage=100`
      return hundredths((await client.get(`/api/Member/Transactions?${query}`)).json().data)
    }),
  )
  expect(summary.parts.map(({ benefit }) => Math.round(benefit * 100))).toEqual(shown)
  expect(shown.reduce((sum, part) => sum + part)).toBe(Math.round(summary.benefit * 100))
  expect(year.total).toMatchObject({ benefit: summary.benefit, dines: summary.dines })
  expect(
    hundredths(year.months.map(({ benefit }: { benefit: number }) => ({ benefitAmount: benefit }))),
  ).toBe(Math.round(summary.benefit * 100))
}

function hundredths(rows: readonly Pick<Transaction, 'benefitAmount'>[]): number {
  return rows.reduce((sum, { benefitAmount }) => sum + Math.round(benefitAmount * 100), 0)
}
