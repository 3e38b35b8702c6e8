import { randomUUID } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newClient, signedInClient } from '../../testing/test-client.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { recordPastCredits } from '../payouts/past-credits.service.ts'
import type { PastDine } from '../rewards/past-dine.rules.ts'
import { recordPastDines } from '../rewards/past-dines.service.ts'

const app = await createTestApp()
const services = { db: app.database.db, clock: app.clock, partners: app.partners }

const paths = {
  dines: '/api/Member/Transactions',
  both: '/api/Member/TransactionsStatementCredits',
  balance: '/api/Member/StatementCreditBalance',
  summary: '/api/Member/DineSummary',
}

const pastDine = (network: CardNetwork, fields: Partial<PastDine> = {}): PastDine => ({
  partnerId: network.partner.slug,
  memberId: network.memberId,
  linkedCardId: network.cardId,
  cardLastFour: '4242',
  merchantId: network.merchant.id,
  merchantName: network.merchant.name,
  dinedAt: '2026-01-15T19:30:00',
  amountCents: 4_250,
  tipCents: 0,
  status: 'Awarded',
  tier: 2,
  transactionId: randomUUID(),
  ...fields,
})

async function get(network: CardNetwork, path: string, partner: Partner = network.partner) {
  const client = await signedInClient(app, partner, network.memberId)
  return client.get(path)
}

const credit = (network: CardNetwork, createdAt: string, fields: object = {}) => ({
  id: randomUUID(),
  partnerId: network.partner.slug,
  memberId: network.memberId,
  amountCents: 100,
  targetType: 'Card' as const,
  targetLabel: 'Visa ending in 4242',
  benefitProcessor: 'Visa',
  status: 'completed' as const,
  createdAt: new Date(createdAt),
  ...fields,
})

describe('the list of dines', () => {
  test('a list -> every field of the wire, and no-store', async () => {
    const network = await newCardNetwork(app)
    const dine = pastDine(network, { status: 'Paid', tipCents: 800 })
    await recordPastDines(services, [dine])
    const response = await get(network, paths.dines)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.json()).toEqual({
      data: [
        {
          recordType: 'Transaction',
          sourceTransactionId: dine.transactionId,
          merchantId: network.merchant.id,
          merchantName: 'Casa Lumen',
          date: '2026-01-15T19:30:00',
          transactionCreatedAt: '2026-01-15T19:30:00.000Z',
          awardStatus: 'Paid',
          transactionStatus: 'Paid',
          transactionType: 'Settle',
          benefitAmount: 151,
          ticketAmount: 50.5,
          ticketCurrency: 'USD',
          cardLastFour: '4242',
          paidAt: '2026-01-29T19:30:00.000Z',
          activeMerchant: true,
          isTranslated: true,
          isReviewed: false,
          components: [{ source: 'S', kind: 'base', amount: 151, reason: 'For the meal' }],
          history: ['Pending', 'Awarded', 'Paid'].map(status => expect.objectContaining({ status })),
          reason: null,
        },
      ],
      totalResultSize: 1,
      totalPages: 1,
    })
  })

  test('account §9 Activity pages: ten a page, newest first, without overlap, even among dines of one moment', async () => {
    const network = await newCardNetwork(app)
    const dines = Array.from({ length: 23 }, (_, n) =>
      pastDine(network, { dinedAt: `2026-01-${10 + Math.floor(n / 4)}T19:30:00` }),
    )
    await recordPastDines(services, dines)
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
      await recordPastDines(services, [pastDine(network)])
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
    await recordPastDines(
      services,
      Array.from({ length: 60 }, () => pastDine(network)),
    )
    let statements = 0
    const { listDines } = await import('./activity.service.ts')
    const db = services.db.withPlugin({
      transformQuery: ({ node }) => {
        statements++
        return node
      },
      transformResult: async ({ result }) => result,
    })
    const actor = { kind: 'member', id: network.memberId } as never
    const page = await listDines(
      { ...app.context(network.partner), db, actor },
      { pageNo: 1, resultsPerPage: 50 },
    )
    expect(page.data).toHaveLength(50)
    expect(page.totalResultSize).toBe(60)
    expect(statements).toBe(1)
  })
})

describe('dines and statement credits in one list', () => {
  test('newest first, where the partner pays credits', async () => {
    const network = await newCardNetwork(app, { like: 'harbor' })
    await recordPastDines(services, [
      pastDine(network, { dinedAt: '2026-01-10T12:00:00' }),
      pastDine(network, { dinedAt: '2026-01-20T12:00:00', status: 'Forfeit', reasonCode: 'excluded_day' }),
    ])
    const one = credit(network, '2026-01-15T12:00:00Z')
    await recordPastCredits(services, [one])
    const response = await get(network, paths.both)
    expect(response.json()).toMatchObject({
      data: [
        { recordType: 'Transaction', awardStatus: 'Forfeit', reason: { code: 'excluded_day' } },
        {
          recordType: 'Credit',
          creditId: one.id,
          date: '2026-01-15T12:00:00.000Z',
          creditAmountCents: 100,
          targetType: 'Card',
          targetLabel: 'Visa ending in 4242',
          benefitProcessor: 'Visa',
          status: 'Completed',
        },
        { recordType: 'Transaction', benefitAmount: 1.27 },
      ],
      totalResultSize: 3,
      totalPages: 1,
    })
    const second = await get(network, `${paths.both}?pageNo=2&resultsPerPage=2`)
    expect(second.json().data).toMatchObject([{ recordType: 'Transaction', date: '2026-01-10T12:00:00' }])
  })

  test('the balance is in dollars, and below zero for a member who owes', async () => {
    const network = await newCardNetwork(app, { like: 'harbor' })
    await recordPastDines(services, [pastDine(network)])
    expect((await get(network, paths.balance)).json()).toEqual({ memberBalance: 1.27 })
    await recordPastCredits(services, [credit(network, '2026-02-01T00:00:00Z', { amountCents: 200 })])
    expect((await get(network, paths.balance)).json()).toEqual({ memberBalance: -0.73 })
    expect((await get(network, `${paths.both}?pageNo=9`)).json()).toMatchObject({
      data: [],
      memberBalance: -0.73,
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
    const network = await newCardNetwork(app)
    await recordPastDines(services, [
      pastDine(network, { dinedAt: '2025-03-10T00:00:00' }),
      pastDine(network, { dinedAt: '2025-03-09T23:59:59' }),
      pastDine(network, { status: 'Paid' }),
      pastDine(network, { status: 'Deferred' }),
      pastDine(network, { status: 'Pending' }),
      pastDine(network, { status: 'Forfeit', reasonCode: 'merchant_left' }),
    ])
    expect((await get(network, paths.summary)).json()).toEqual({
      currentYearBenefits: 381,
      currentYearDines: 3,
    })
  })

  test('is in dollars where rewards are dollars, and zero for a new member', async () => {
    const network = await newCardNetwork(app, { like: 'cellwave' })
    expect((await get(network, paths.summary)).json()).toEqual({
      currentYearBenefits: 0,
      currentYearDines: 0,
    })
    await recordPastDines(services, [pastDine(network)])
    expect((await get(network, paths.summary)).json()).toEqual({
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
    const [network, other] = [
      await newCardNetwork(app, { like: 'harbor' }),
      await newCardNetwork(app, { like: 'harbor' }),
    ]
    await recordPastDines(services, [pastDine(network)])
    await recordPastCredits(services, [credit(network, '2026-02-01T00:00:00Z')])
    const nothing = { data: [], totalResultSize: 0, totalPages: 0 }
    expect((await get(other, paths.dines)).json()).toEqual(nothing)
    expect((await get(other, paths.both)).json()).toEqual({
      ...nothing,
      memberBalance: 0,
      payouts: { inFlight: 0, paid: 0, hold: null, retryAt: null },
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
    await network.deliver('transaction.clearing', { datetime: '2025-12-31T23:50:00' })
    await network.deliver('transaction.clearing', { currency: 'EUR' })
    await network.deliver('transaction.auth')
    expect(await progress()).toMatchObject({ remainingDines: 3, ytdMilesOrDollars: 0 })
    await network.deliver('transaction.clearing', { datetime: '2026-01-01T00:10:00' })
    expect(await progress()).toMatchObject({
      status: 'Building',
      remainingDines: 2,
      remainingDollars: 57.5,
      ytdMilesOrDollars: 127,
    })
    await network.deliver('transaction.clearing')
    await network.deliver('transaction.clearing')
    expect(await progress()).toMatchObject({ status: 'Complete', remainingDines: 0, remainingDollars: 0 })
  })
})
