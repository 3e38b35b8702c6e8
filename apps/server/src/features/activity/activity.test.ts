import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { payoutsForTest } from '../payouts/payouts-for-test.ts'
import { newSettlement } from '../settlement/partner-for-test.ts'

const app = await createTestApp()
const { newEarner, run, runFor } = payoutsForTest(app)
beforeEach(() => app.clock.set('2026-03-10T18:00:00Z'))

const paths = {
  dines: '/api/Member/Transactions',
  both: '/api/Member/TransactionsStatementCredits',
  balance: '/api/Member/StatementCreditBalance',
  summary: '/api/Member/DineSummary',
}

const [auth, clearing, refund] = ['transaction.auth', 'transaction.clearing', 'transaction.refund'] as const

type Member = Pick<CardNetwork, 'partner' | 'memberId'>

async function get(network: Member, path: string, partner: Partner = network.partner) {
  const client = await signedInClient(app, partner, network.memberId)
  return client.get(path)
}

/** With a balance that was paid out as a statement credit. */
async function newPaidEarner(cents: number): Promise<CardNetwork> {
  const network = await newEarner(cents)
  await run(network)
  await runFor(network, 5)
  return network
}

describe('the list of dines', () => {
  test('a list -> every field of the wire, and no-store', async () => {
    const [network, id] = [await newSettlement(app), randomUUID()]
    const dined = { id, datetime: '2026-01-15T19:30:00' }
    app.clock.set('2026-01-16T00:31:00Z')
    await network.deliver(auth, dined)
    app.clock.set('2026-01-18T04:00:00Z')
    await network.deliver(clearing, { ...dined, amount: 50.5 })
    await network.send()
    await network.answer()
    app.clock.set('2026-01-20T04:00:00Z')
    await network.receive()
    app.clock.set('2026-03-10T18:00:00Z')
    const response = await get(network, paths.dines)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual({
      data: [
        {
          recordType: 'Transaction',
          sourceTransactionId: id,
          merchantId: network.merchant.id,
          merchantName: 'Casa Lumen',
          date: '2026-01-15T19:30:00',
          transactionCreatedAt: '2026-01-16T00:31:00.000Z',
          awardStatus: 'Paid',
          transactionStatus: 'Paid',
          transactionType: 'Settle',
          benefitAmount: 151,
          ticketAmount: 50.5,
          ticketCurrency: 'USD',
          cardLastFour: '4242',
          paidAt: '2026-01-20T04:00:00.000Z',
          activeMerchant: true,
          isTranslated: true,
          isReviewed: false,
          components: [{ source: 'S', kind: 'base', amount: 151, reason: 'For the meal' }],
          history: ['Pending', 'Deferred', 'Paid'].map(status => expect.objectContaining({ status })),
          reason: null,
        },
      ],
      totalResultSize: 1,
      totalPages: 1,
    })
  })

  test('account §9 Activity pages: ten a page, newest first, without overlap, even among dines of one moment', async () => {
    const network = await newCardNetwork(app)
    const dines = Array.from({ length: 23 }, (_, n) => ({
      datetime: `2026-01-${10 + Math.floor(n / 4)}T19:30:00`,
    }))
    await network.deliverAll(clearing, dines)
    const pages = await Promise.all([1, 2, 3, 4].map(page => get(network, `${paths.dines}?pageNo=${page}`)))
    expect(pages.map(page => page.json().data.length)).toEqual([10, 10, 3, 0])
    expect(pages[0]!.json()).toMatchObject({ totalResultSize: 23, totalPages: 3 })
    const listed = pages.flatMap(page => page.json().data as { sourceTransactionId: string; date: string }[])
    expect(new Set(listed.map(dine => dine.sourceTransactionId)).size).toBe(23)
    expect(listed.map(dine => dine.date)).toEqual(
      listed
        .map(dine => dine.date)
        .sort()
        .reverse(),
    )
  })

  test('says whether the restaurant still takes part, by its own calendar', async () => {
    // The clock shows 18:00 UTC on 10 March: the same day in New York.
    const left = await newCardNetwork(app, { terms: { leftOn: '2026-03-10' } })
    const leaving = await newCardNetwork(app, { terms: { leftOn: '2026-03-11' } })
    for (const [network, activeMerchant] of [
      [left, false],
      [leaving, true],
    ] as const) {
      await network.deliver(clearing, { datetime: '2026-01-15T19:30:00' })
      expect(await network.activity()).toMatchObject([{ activeMerchant }])
    }
  })

  const wrongPages = ['pageNo=0', 'pageNo=x', 'pageNo=1.5', 'pageNo=99999999999']
  test.each([...wrongPages, 'resultsPerPage=0', 'resultsPerPage=101'])(
    'is answered 400 for %s',
    async query => {
      const response = await get(await newCardNetwork(app), `${paths.dines}?${query}`)
      expect(response.statusCode).toBe(400)
      expect(response.json()).toMatchObject({ code: 'validation_failed' })
    },
  )

  test('takes one statement, however many rows', async () => {
    const network = await newCardNetwork(app)
    await network.deliverAll(
      clearing,
      Array.from({ length: 12 }, () => ({})),
    )
    let statements = 0
    const { listDines } = await import('./activity.service.ts')
    const db = app.database.db.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const actor = { kind: 'member', id: network.memberId } as never
    const page = await listDines(
      { ...app.context(network.partner), db, actor },
      { pageNo: 1, resultsPerPage: 10 },
    )
    expect(page.data).toHaveLength(10)
    expect(page.totalResultSize).toBe(12)
    expect(statements).toBe(1)
  })
})

describe('dines and statement credits in one list', () => {
  test('newest first, where the partner pays credits', async () => {
    const network = await newPaidEarner(2_000)
    await network.deliver(clearing, { currency: 'EUR', datetime: '2026-03-11T12:00:00' })
    const response = await get(network, paths.both)
    expect(response.json()).toMatchObject({
      data: [
        { recordType: 'Transaction', awardStatus: 'Forfeit', reason: { code: 'currency_not_supported' } },
        {
          recordType: 'Credit',
          creditId: expect.any(String),
          date: '2026-03-10T18:00:00.000Z',
          creditAmountCents: 2_000,
          targetType: 'Card',
          targetLabel: 'Visa ending in 4242',
          benefitProcessor: 'Visa',
          status: 'Completed',
        },
        { recordType: 'Transaction', benefitAmount: 20 },
      ],
      totalResultSize: 3,
      totalPages: 1,
    })
    const second = await get(network, `${paths.both}?pageNo=2&resultsPerPage=2`)
    expect(second.json().data).toMatchObject([{ recordType: 'Transaction', date: '2026-03-09T19:30:00' }])
  })

  test('the balance is in dollars, and below zero for a member who owes', async () => {
    const network = await newEarner(2_000)
    expect((await get(network, paths.balance)).json()).toEqual({ memberBalance: 20 })
    await run(network)
    await network.deliver(refund, { amount: -10, datetime: '2026-03-10T12:00:00' })
    expect((await get(network, paths.balance)).json()).toEqual({ memberBalance: -0.3 })
    expect((await get(network, `${paths.both}?pageNo=9`)).json()).toMatchObject({
      data: [],
      memberBalance: -0.3,
    })
  })

  test.each([paths.both, paths.balance])('%s is not found where no credits are paid', async path => {
    const response = await get(await newCardNetwork(app), path)
    expect(response.statusCode).toBe(404)
    expect(response.json()).toMatchObject({ code: 'not_found' })
  })
})

describe('the summary', () => {
  test('account §9 Rewards year to date: counts what earned in the last 12 months', async () => {
    const network = await newSettlement(app)
    await network.deliverAll(clearing, [
      { datetime: '2025-03-10T00:00:00' },
      { datetime: '2025-03-09T23:59:59' },
    ])
    await network.send()
    await network.answer()
    await network.receive()
    await network.deliver(clearing)
    await network.send()
    await network.deliverAll(clearing, [{}, { currency: 'EUR' }])
    await network.deliver(auth)
    expect((await get(network, paths.summary)).json()).toEqual({
      currentYearBenefits: 381,
      currentYearDines: 3,
      since: '2025-03-10',
      benefit: 508,
      dines: 4,
      parts: [
        { part: 'processing', benefit: 127, at: '2026-03-13T18:00:00.000Z' },
        { part: 'onItsWay', benefit: 254, at: '2026-03-24T18:00:00.000Z' },
        { part: 'paid', benefit: 127, at: '2026-03-10T18:00:00.000Z' },
      ],
    })
  })

  test('is in dollars where rewards are dollars, and zero for a new member', async () => {
    const network = await newCardNetwork(app, { like: 'cellwave' })
    expect((await get(network, paths.summary)).json()).toMatchObject({
      currentYearBenefits: 0,
      currentYearDines: 0,
    })
    await network.deliver(clearing)
    expect((await get(network, paths.summary)).json()).toMatchObject({
      currentYearBenefits: 1.7,
      currentYearDines: 1,
    })
  })
})

describe('who may see it', () => {
  test.each(Object.values(paths))('%s: a visitor who is not signed in may not', async path => {
    const { partner } = await newCardNetwork(app, { like: 'harbor' })
    const response = await newClient(app, partner).get(path)
    expect(response.statusCode).toBe(401)
    expect(response.json()).toMatchObject({ code: 'unauthorized' })
  })

  test.each(Object.values(paths))('%s: a session of another partner may not', async path => {
    const [network, other] = [
      await newCardNetwork(app, { like: 'harbor' }),
      await newCardNetwork(app, { like: 'harbor' }),
    ]
    const session = (await signedInClient(app, other.partner, other.memberId)).cookies
    const client = newClient(app, network.partner)
    for (const [name, value] of session) client.cookies.set(name, value)
    expect((await client.get(path)).statusCode).toBe(401)
  })

  test('another member sees none of it', async () => {
    await newPaidEarner(2_000)
    const other = await newCardNetwork(app, { like: 'harbor' })
    const nothing = { data: [], totalResultSize: 0, totalPages: 0 }
    expect((await get(other, paths.dines)).json()).toEqual(nothing)
    expect((await get(other, paths.both)).json()).toEqual({
      ...nothing,
      memberBalance: 0,
      payouts: { inFlight: 0, paid: 0, waiting: 0, hold: null, retryAt: null },
    })
    expect((await get(other, paths.balance)).json()).toEqual({ memberBalance: 0 })
  })
})

describe('the way to VIP', () => {
  test('counts the dines of this year that earned, and not those of the last or those without a reward', async () => {
    const network = await newCardNetwork(app, {
      settings: { vipQualification: { dinesRequired: 3, dollarsRequired: 100 } },
    })
    const client = await signedInClient(app, network.partner, network.memberId)
    const progress = async () => (await client.get('/api/Member')).json().diningProgress
    expect(await progress()).toMatchObject({ status: 'Building', remainingDines: 3, remainingDollars: 100 })
    await network.deliver(clearing, { datetime: '2025-12-31T23:50:00' })
    await network.deliver(clearing, { currency: 'EUR' })
    await network.deliver(auth)
    expect(await progress()).toMatchObject({ remainingDines: 3, ytdMilesOrDollars: 0 })
    await network.deliver(clearing, { datetime: '2026-01-01T00:10:00' })
    expect(await progress()).toMatchObject({
      status: 'Building',
      remainingDines: 2,
      remainingDollars: 57.5,
      ytdMilesOrDollars: 127,
    })
    await network.deliver(clearing)
    await network.deliver(clearing)
    expect(await progress()).toMatchObject({ status: 'Complete', remainingDines: 0, remainingDollars: 0 })
  })
})
