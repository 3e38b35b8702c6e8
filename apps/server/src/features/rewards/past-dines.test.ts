import { reasonCodes } from '@dineward/core/rewards/reason-codes.ts'
import { describe, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import { newTable, type Table } from './card-network-for-test.ts'
import { ledgerProblems } from './ledger-problems.ts'
import type { PastDine } from './past-dine.ts'
import { recordPastCredits, recordPastDines } from './record-past.ts'

const app = await createTestApp()
const services = { db: app.database.db, clock: app.clock, partners: app.partners }

function pastDine(table: Table, fields: Partial<PastDine> = {}): PastDine {
  return {
    partnerId: table.partner.slug,
    memberId: table.memberId,
    linkedCardId: table.cardId,
    cardLastFour: '4242',
    merchantId: table.merchant.id,
    merchantName: table.merchant.name,
    dinedAt: '2026-01-15T19:30:00',
    amountCents: 3_600,
    tipCents: 650,
    status: 'Awarded',
    tier: 2,
    transactionId: `past-${table.cardId}-${Math.random()}`,
    ...fields,
  }
}

describe('dines of the time before', () => {
  test('stand as they are told, earn what the rules say, and the books are right', async () => {
    const table = await newTable(app)
    await recordPastDines(services, [
      pastDine(table, { dinedAt: '2026-01-01T12:00:00' }),
      pastDine(table, { dinedAt: '2026-01-02T12:00:00', status: 'Paid' }),
      pastDine(table, { dinedAt: '2026-01-03T12:00:00', status: 'Deferred' }),
      pastDine(table, { dinedAt: '2026-01-04T12:00:00', refundCents: 1_000 }),
      pastDine(table, { dinedAt: '2026-03-05T12:00:00', status: 'Pending' }),
    ])
    expect(await ledgerProblems(app.database.db)).toEqual([])
    expect(await table.balance()).toBe(127 + 127 + 97)
    expect(await table.activity()).toMatchObject([
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
  const informational = ['tip_pending', 'partly_refunded']
  test.each(reasonCodes.filter(code => !informational.includes(code)))(
    'may be forfeited: %s',
    async reasonCode => {
      const table = await newTable(app)
      await recordPastDines(services, [
        pastDine(table, { status: 'Forfeit', reasonCode, ...amountsOf[reasonCode] }),
      ])
      const [dine] = await table.activity()
      expect(dine).toMatchObject({ awardStatus: 'Forfeit', benefitAmount: 0, reason: { code: reasonCode } })
      expect((dine as { reason: { text: string } }).reason.text.length).toBeGreaterThan(20)
      expect(await ledgerProblems(app.database.db)).toEqual([])
    },
  )

  test('that the rules would not decide so are refused, all of them', async () => {
    const table = await newTable(app)
    const wrong = pastDine(table, { status: 'Awarded', amountCents: 1, tipCents: 0 })
    await expect(recordPastDines(services, [pastDine(table), wrong])).rejects.toThrow('the rules say Forfeit')
    expect(await table.activity()).toEqual([])
  })

  test('recorded twice are recorded once', async () => {
    const table = await newTable(app)
    const dines = [pastDine(table), pastDine(table, { refundCents: 100 })]
    await recordPastDines(services, dines)
    await recordPastDines(services, dines)
    expect(await table.activity()).toHaveLength(2)
    expect(await table.balance()).toBe(127 + 124)
  })

  test('take later events as any other dine does', async () => {
    const table = await newTable(app)
    const dine = pastDine(table, { status: 'Pending', dinedAt: '2026-03-08T19:30:00' })
    await recordPastDines(services, [dine])
    await table.tell('transaction.clearing', { id: dine.transactionId, datetime: dine.dinedAt })
    expect(await table.balance()).toBe(127)
  })

  test('1,500 of them take less than a second and a half', { timeout: 30_000 }, async () => {
    const table = await newTable(app)
    const dines = Array.from({ length: 1_500 }, (_, n) => pastDine(table, { amountCents: 1_000 + n }))
    const started = performance.now()
    await recordPastDines(services, dines)
    const took = performance.now() - started
    expect(await ledgerProblems(app.database.db)).toEqual([])
    // A wide bound, because test machines are slow and shared: one statement a dine would take longer.
    expect(took).toBeLessThan(4_000)
  })
})

test('statement credits of the time before leave the balance, rejected ones do not', async () => {
  const table = await newTable(app, { like: 'harbor' })
  await recordPastDines(services, [pastDine(table), pastDine(table)])
  const credit = {
    partnerId: table.partner.slug,
    memberId: table.memberId,
    targetType: 'Card',
    targetLabel: 'Visa ending in 4242',
    benefitProcessor: 'Visa',
    createdAt: new Date('2026-02-01T00:00:00Z'),
  } as const
  const credits = [
    { ...credit, id: `a${table.memberId}`, amountCents: 200, status: 'completed' },
    { ...credit, id: `b${table.memberId}`, amountCents: 50, status: 'rejected' },
  ] as const
  await recordPastCredits(services, credits)
  await recordPastCredits(services, credits)
  expect(await table.balance()).toBe(127 + 127 - 200)
  expect(await ledgerProblems(app.database.db)).toEqual([])
})
