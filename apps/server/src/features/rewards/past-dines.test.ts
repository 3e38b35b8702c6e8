import { reasonCodes } from '@dineward/core/rewards/reason-codes.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { ledgerProblemsOf } from '../ledger/ledger-for-test.ts'
import { recordPastCredits } from '../payouts/past-credits.service.ts'
import type { PastDine } from './past-dine.rules.ts'
import { recordPastDines } from './past-dines.service.ts'

const app = await createTestApp()
const services = { db: app.database.db, clock: app.clock, partners: app.partners }

function pastDine(network: CardNetwork, fields: Partial<PastDine> = {}): PastDine {
  return {
    partnerId: network.partner.slug,
    memberId: network.memberId,
    linkedCardId: network.cardId,
    cardLastFour: '4242',
    merchantId: network.merchant.id,
    merchantName: network.merchant.name,
    dinedAt: '2026-01-15T19:30:00',
    amountCents: 3_600,
    tipCents: 650,
    status: 'Awarded',
    tier: 2,
    transactionId: `past-${network.cardId}-${Math.random()}`,
    ...fields,
  }
}

describe('past dines', () => {
  test('recorded: keep their status, earn what the rules give, and the ledger is in order', async () => {
    const network = await newCardNetwork(app)
    await recordPastDines(services, [
      pastDine(network, { dinedAt: '2026-01-01T12:00:00' }),
      pastDine(network, { dinedAt: '2026-01-02T12:00:00', status: 'Paid' }),
      pastDine(network, { dinedAt: '2026-01-03T12:00:00', status: 'Deferred' }),
      pastDine(network, { dinedAt: '2026-01-04T12:00:00', refundCents: 1_000 }),
      pastDine(network, { dinedAt: '2026-03-05T12:00:00', status: 'Pending' }),
    ])
    expect(await ledgerProblemsOf(app.database.db, network.partner.slug)).toEqual([])
    expect(await network.balance()).toBe(127 + 127 + 127 + 97)
    expect(await network.activity()).toMatchObject([
      { awardStatus: 'Pending', benefitAmount: 108, reason: { code: 'tip_pending' }, paidAt: null },
      { awardStatus: 'Awarded', benefitAmount: 97, ticketAmount: 32.5, reason: { code: 'partly_refunded' } },
      { awardStatus: 'Deferred', benefitAmount: 127, reason: null },
      { awardStatus: 'Paid', benefitAmount: 127, paidAt: '2026-01-16T12:00:00.000Z' },
      { awardStatus: 'Awarded', benefitAmount: 127, ticketAmount: 42.5 },
    ])
  })

  const amountsOf: Partial<Record<(typeof reasonCodes)[number], Partial<PastDine>>> = {
    amount_zero: { amountCents: 0, tipCents: 0 },
    below_minimum_reward: { amountCents: 20, tipCents: 0 },
    refunded_in_full: { refundCents: 4_250 },
  }
  const informational = [
    'tip_pending',
    'partly_refunded',
    'online_order',
    'member_number_unknown',
    'partner_rejected',
    'rest_to_be_paid',
  ]
  test.each(reasonCodes.filter(code => !informational.includes(code)))(
    'reason: %s -> forfeited with its text',
    async reasonCode => {
      const network = await newCardNetwork(app)
      await recordPastDines(services, [
        pastDine(network, { status: 'Forfeit', reasonCode, ...amountsOf[reasonCode] }),
      ])
      const [dine] = await network.activity()
      expect(dine).toMatchObject({ awardStatus: 'Forfeit', benefitAmount: 0, reason: { code: reasonCode } })
      expect((dine as { reason: { text: string } }).reason.text.length).toBeGreaterThan(20)
      expect(await ledgerProblemsOf(app.database.db, network.partner.slug)).toEqual([])
    },
  )

  test('status: differs from the rules -> all are refused', async () => {
    const network = await newCardNetwork(app)
    const wrong = pastDine(network, { status: 'Awarded', amountCents: 1, tipCents: 0 })
    await expect(recordPastDines(services, [pastDine(network), wrong])).rejects.toThrow(
      'the rules say Forfeit',
    )
    expect(await network.activity()).toEqual([])
  })

  test('recorded twice -> stored once', async () => {
    const network = await newCardNetwork(app)
    const dines = [pastDine(network), pastDine(network, { refundCents: 100 })]
    await recordPastDines(services, dines)
    await recordPastDines(services, dines)
    expect(await network.activity()).toHaveLength(2)
    expect(await network.balance()).toBe(127 + 124)
  })

  test('a later clearing -> awarded', async () => {
    const network = await newCardNetwork(app)
    const dine = pastDine(network, { status: 'Pending', dinedAt: '2026-03-08T19:30:00' })
    await recordPastDines(services, [dine])
    await network.deliver('transaction.clearing', { id: dine.transactionId, datetime: dine.dinedAt })
    expect(await network.balance()).toBe(127)
  })

  test('1,500 dines -> ledger balances', async () => {
    const network = await newCardNetwork(app)
    const dines = Array.from({ length: 1_500 }, (_, n) => pastDine(network, { amountCents: 1_000 + n }))
    await recordPastDines(services, dines)
    // In service autovacuum does it: rows that are not counted are joined one by one.
    await sql`analyze dines, ledger_postings, ledger_entries`.execute(app.database.db)
    expect(await ledgerProblemsOf(app.database.db, network.partner.slug)).toEqual([])
  })
})

test('past statement credits: reduce the balance unless rejected', async () => {
  const network = await newCardNetwork(app, { like: 'harbor' })
  await recordPastDines(services, [pastDine(network), pastDine(network)])
  const credit = {
    partnerId: network.partner.slug,
    memberId: network.memberId,
    targetType: 'Card',
    targetLabel: 'Visa ending in 4242',
    benefitProcessor: 'Visa',
    createdAt: new Date('2026-02-01T00:00:00Z'),
  } as const
  const credits = [
    { ...credit, id: `a${network.memberId}`, amountCents: 200, status: 'completed' },
    { ...credit, id: `b${network.memberId}`, amountCents: 50, status: 'rejected' },
  ] as const
  await recordPastCredits(services, credits)
  await recordPastCredits(services, credits)
  expect(await network.balance()).toBe(127 + 127 - 200)
  expect(await ledgerProblemsOf(app.database.db, network.partner.slug)).toEqual([])
})
