import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import type { Db } from '../../db/open-database.ts'
import { isWaiting } from '../../testing/databases/waiting-statements.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { newCardNetwork } from '../card-events/card-network-for-test.ts'
import { postMany, rewardEntries } from '../ledger/ledger.service.ts'
import { findLedgerProblems } from '../ledger/ledger-checks.read.ts'
import { closedPeriods, closePeriod, isUnchanged } from './close-period.service.ts'
import { liabilityOf } from './liability.service.ts'
import { merchantStatements } from './merchant-statement.service.ts'
import { closes, partnerStatement } from './partner-statement.service.ts'

const app = await createTestApp()
const { db } = app.database

/** The program has a dine of $100 in February, and it is 1 March. */
async function newProgram() {
  app.clock.set('2026-02-12T18:00:00Z')
  const network = await newCardNetwork(app, { like: 'harbor' })
  const { partner, merchant } = network
  await network.deliver('transaction.clearing', {
    id: `${partner.slug}-one`,
    amount: 100,
    datetime: '2026-02-10T19:30:00',
  })
  app.clock.set('2026-03-02T18:00:00Z')
  const ctx = { ...app.context(partner), actor: { kind: 'system', name: 'ada' } } as const
  return {
    ...network,
    close: (month: string) => closePeriod(ctx, { month, note: null }),
    refund: (dollars: number) =>
      network.deliver('transaction.refund', {
        amount: -dollars,
        originalTransactionId: `${partner.slug}-one`,
        datetime: '2026-03-03T12:00:00',
      }),
    merchantOf: async (month: string) =>
      (await merchantStatements(db, partner, { month, merchantId: merchant.id }))[0]!,
    /** Whatever is said about a month. */
    saidAbout: async (month: string) => [
      await partnerStatement(db, partner, month),
      await merchantStatements(db, partner, { month, merchantId: null }),
      (await liabilityOf({ db, clock: app.clock }, partner, month)).accounts,
    ],
  }
}

describe('a closed month', () => {
  test('a refund afterwards -> its statements stay, the next month has the correction', async () => {
    const program = await newProgram()
    expect(await program.merchantOf('2026-02')).toMatchObject({ netCents: 10_000, closedAt: null })
    await program.close('2026-02')
    const before = await program.saidAbout('2026-02')
    await program.refund(40)
    expect(await program.saidAbout('2026-02')).toEqual(before)
    const next = await program.merchantOf('2026-03')
    expect(next).toMatchObject({
      days: [],
      netCents: -4_000,
      feeCents: -400,
      baseUnits: -120,
      corrections: { dines: 0, spentCents: 0, refundedCents: 4_000, baseUnits: -120, bonusUnits: 0 },
    })
    const march = await partnerStatement(db, program.partner, '2026-03')
    expect(march).toMatchObject({ opening: 300, takenBack: 120, closing: 180 })
    expect(closes(march)).toBe(true)
  })

  test('two refunds around the next close -> each is corrected once', async () => {
    const program = await newProgram()
    await program.close('2026-02')
    await program.refund(40)
    app.clock.set('2026-04-02T18:00:00Z')
    await program.close('2026-03')
    await program.refund(10)
    const months = ['2026-02', '2026-03', '2026-04', '2026-05']
    const nets = await Promise.all(months.map(async month => (await program.merchantOf(month)).netCents))
    expect(nets).toEqual([10_000, -4_000, -1_000, 0])
    for (const period of await closedPeriods(db, program.partner))
      expect(await isUnchanged(db, period)).toBe(true)
  })

  test('a posting dated into it -> counts in the first open month', async () => {
    const program = await newProgram()
    await program.close('2026-02')
    const before = await program.saidAbout('2026-02')
    await postMany(db, [
      {
        partnerId: program.partner.slug,
        idempotencyKey: 'late',
        kind: 'manual',
        correlationId: 'late',
        reasonCode: 'test',
        postedAt: new Date('2026-02-20T12:00:00Z'),
        entries: [
          ...rewardEntries(program.memberId, 700),
          ...rewardEntries(program.memberId, -700, 'partner'),
        ],
      },
    ])
    expect(await program.saidAbout('2026-02')).toEqual(before)
    expect(await partnerStatement(db, program.partner, '2026-03')).toMatchObject({ paidByPartner: -700 })
  })

  test('twice, at once, not ended, out of order -> each is refused', async () => {
    const program = await newProgram()
    const outcomes = await Promise.allSettled([program.close('2026-02'), program.close('2026-02')])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect(outcomes.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'period_closed' },
    })
    for (const closed of ['2026-02', '2026-01'])
      await expect(program.close(closed)).rejects.toMatchObject({ code: 'period_closed' })
    await expect(program.close('2026-03')).rejects.toMatchObject({ code: 'period_not_ended' })
    app.clock.set('2026-06-02T18:00:00Z')
    await expect(program.close('2026-04')).rejects.toMatchObject({ code: 'period_not_next' })
  })

  test('its rows -> the database refuses a change', async () => {
    const program = await newProgram()
    const { partnerId } = await program.close('2026-02')
    for (const table of ['closedPeriods', 'closedMerchantStatements'] as const) {
      await expect(db.deleteFrom(table).where('partnerId', '=', partnerId).execute()).rejects.toThrow()
      await expect(
        db.updateTable(table).set({ month: '2026-01' }).where('partnerId', '=', partnerId).execute(),
      ).rejects.toThrow()
    }
    expect(await findLedgerProblems(db, [partnerId])).toEqual([])
  })
})

describe('postings during a close', () => {
  /** A posting of 700 units dated in February, by a process that does not know of the close. */
  const postLate = ({ partner, memberId }: Awaited<ReturnType<typeof newProgram>>, on: Db) =>
    postMany(on, [
      {
        partnerId: partner.slug,
        idempotencyKey: 'late',
        kind: 'manual',
        correlationId: 'late',
        reasonCode: 'test',
        postedAt: new Date('2026-02-20T12:00:00Z'),
        entries: rewardEntries(memberId, 700),
      },
    ])

  /** Its statements are computed, and it is about to be saved. */
  async function untilComputed(
    program: Awaited<ReturnType<typeof newProgram>>,
    meanwhile: () => Promise<unknown>,
  ) {
    const { partner, close } = program
    const rival = await db.startTransaction().execute()
    await sql`
      insert into closed_periods (partner_id, month, until_at, closed_at, closed_by, closing_units, statement, hash)
      values (${partner.slug}, '2026-02', now(), now(), 'rival', 0, '{}', '')`.execute(rival)
    const closing = close('2026-02')
    try {
      await expect.poll(() => isWaiting(db, 'insert into "closed_periods"%')).toBe(true)
      await meanwhile()
    } finally {
      await rival.rollback().execute()
    }
    return closing
  }

  const afterwards = async ({ partner }: Awaited<ReturnType<typeof newProgram>>) => {
    const [february, march] = [
      await partnerStatement(db, partner, '2026-02'),
      await partnerStatement(db, partner, '2026-03'),
    ]
    expect([closes(february), closes(march), march.opening]).toEqual([true, true, february.closing])
    const [period] = await closedPeriods(db, partner)
    expect([await isUnchanged(db, period!), period!.statement]).toEqual([true, february])
    expect(await findLedgerProblems(db, [partner.slug])).toEqual([])
    return { february, march }
  }

  test('in a transaction that is open when it begins -> it waits, and counts it', async () => {
    const program = await newProgram()
    const open = await db.startTransaction().execute()
    await postLate(program, open)
    const closing = program.close('2026-02')
    await expect.poll(() => isWaiting(db, 'select lock_postings()%')).toBe(true)
    await open.commit().execute()
    await closing
    expect((await afterwards(program)).february).toMatchObject({ adjusted: 700, closing: 1_000 })
  })

  test('a refund after it was computed -> posted at once, and in the next month alone', async () => {
    const program = await newProgram()
    await untilComputed(program, () => program.refund(40))
    const { february, march } = await afterwards(program)
    expect([february.closing, march.takenBack, march.closing]).toEqual([300, 120, 180])
    expect((await program.merchantOf('2026-02')).netCents).toBe(10_000)
    expect((await program.merchantOf('2026-03')).netCents).toBe(-4_000)
  })

  test('dated into the month after it was computed -> computed again with it', async () => {
    const program = await newProgram()
    await untilComputed(program, () => postLate(program, db))
    expect((await afterwards(program)).february).toMatchObject({ adjusted: 700, closing: 1_000 })
  })
})
