import { createHash } from 'node:crypto'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { daysOfMonth, type Month, monthAfter } from '@dineward/core/reports/reports.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import { lastPostingId, lockPostings } from '../ledger/ledger.service.ts'
import { actorName, recordAudit } from '../staff/audit.service.ts'
import {
  type ClosedPeriod,
  insertClosedPeriod,
  insertMerchantStatements,
  isAccountedSince,
  listClosedPeriods,
  type NewMerchantStatement,
  selectMerchantStatements,
} from './closed-periods.repository.ts'
import { noTotals, openStatements } from './merchant-statement.service.ts'
import { partnerStatement } from './partner-statement.service.ts'
import { selectMerchantTotals, selectMidnight } from './reports.read.ts'
import type { DineTotals } from './reports.tables.ts'

export type { ClosedPeriod }

/** The newest come first. */
export const closedPeriods = (db: Db, partner: Partner): Promise<ClosedPeriod[]> =>
  listClosedPeriods(db, partner.slug)

/** @throws why a month cannot be closed: `period_closed`, `period_not_ended`, `period_not_next`. */
export async function assertMayClose({ db, partner, clock }: Context, month: Month): Promise<Date> {
  const [last] = await closedPeriods(db, partner)
  if (last && month <= last.month) throw new AppError('period_closed')
  const untilAt = await selectMidnight(db, daysOfMonth(month)!.to, partner.settings.timeZone)
  if (untilAt > clock.now()) throw new AppError('period_not_ended')
  if (last && month !== monthAfter(last.month)) throw new AppError('period_not_next')
  return untilAt
}

interface Closing {
  readonly month: Month
  readonly note: string | null
}

/**
 * From here on nothing is accounted in the month. Its statements are computed from one state of the database while
 * others post; they wait only to make sure that no later posting was accounted in it (decision 039).
 * @throws as `assertMayClose` does
 */
export async function closePeriod(ctx: Context, closing: Closing): Promise<ClosedPeriod> {
  const lastPosting = await lastPostingId(ctx.db)
  const computed = await ctx.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(db => computePeriod({ ...ctx, db }, closing))
  return ctx.db
    .transaction()
    .execute(async db => {
      await savePeriod({ ...ctx, db }, computed)
      await lockPostings(db)
      if (await isAccountedSince(db, lastPosting, computed.period)) throw new AccountedMeanwhile()
      return computed.period
    })
    .catch(error => {
      if (error instanceof AccountedMeanwhile) return closeLocked(ctx, closing)
      throw error
    })
}

class AccountedMeanwhile extends Error {
  override readonly name = 'AccountedMeanwhile'
}

/** Of a process whose clock is behind. All postings wait while it computes. */
function closeLocked(ctx: Context, closing: Closing): Promise<ClosedPeriod> {
  return ctx.db.transaction().execute(async db => {
    await lockPostings(db)
    const computed = await computePeriod({ ...ctx, db }, closing)
    await savePeriod({ ...ctx, db }, computed)
    return computed.period
  })
}

interface ComputedPeriod {
  readonly period: ClosedPeriod
  readonly merchants: readonly NewMerchantStatement[]
}

async function computePeriod(ctx: Context, { month, note }: Closing): Promise<ComputedPeriod> {
  const { db, partner, clock } = ctx
  const partnerId = partner.slug
  const untilAt = await assertMayClose(ctx, month)
  const statement = await partnerStatement(db, partner, month)
  const merchants = await merchantRows(db, partner, month)
  const period: ClosedPeriod = {
    partnerId,
    month,
    untilAt,
    note,
    statement,
    closedAt: clock.now(),
    closedBy: actorName(ctx.actor),
    closingUnits: statement.closing,
    hash: hashOf({ partnerId, month, statement }, merchants),
  }
  return { period, merchants }
}

/** Call it in a transaction. @throws `period_closed` where it was meanwhile. */
async function savePeriod(ctx: Context, { period, merchants }: ComputedPeriod): Promise<void> {
  const { partnerId, month, closingUnits, hash, note } = period
  if (!(await insertClosedPeriod(ctx.db, period))) throw new AppError('period_closed')
  await insertMerchantStatements(ctx.db, { partnerId, month }, merchants)
  const entry = { action: 'period.close', subject: month, partnerId } as const
  const after = { closing: closingUnits, hash }
  await recordAudit(ctx, { ...entry, after, ...(note === null ? {} : { reason: note }) })
}

/** Of all restaurants that ever had a dine: a later correction is what differs from then. */
async function merchantRows(db: Db, partner: Partner, month: Month): Promise<NewMerchantStatement[]> {
  const [last] = await closedPeriods(db, partner)
  const before = daysOfMonth(month)!.to
  const programFee = partner.settings.merchantFee.basisPoints
  const of = { partnerId: partner.slug, merchantId: null, programFee }
  const totals = await selectMerchantTotals(db, { ...of, before })
  const cumulative = new Map(
    totals.map(({ merchantId, ...sums }): [string, DineTotals] => [merchantId, sums]),
  )
  const statements = await openStatements(db, partner, {
    month,
    merchantId: null,
    lastClosed: last?.month ?? null,
    also: [...cumulative.keys()],
  })
  return statements.map(({ merchant, days, corrections, feeBasisPoints }) => ({
    merchantId: merchant.id,
    statement: { merchant, days, corrections, feeBasisPoints },
    cumulative: cumulative.get(merchant.id) ?? noTotals,
  }))
}

/** Whether what is stored of a closed month is what was stored then. */
export async function isUnchanged(db: Db, period: ClosedPeriod): Promise<boolean> {
  const stored = await selectMerchantStatements(db, { ...period, merchantId: null })
  return period.hash === hashOf(period, stored)
}

/** The hash is the same for the same content, whatever the order of its fields and rows. */
function hashOf(
  { partnerId, month, statement }: Pick<ClosedPeriod, 'partnerId' | 'month' | 'statement'>,
  merchants: readonly NewMerchantStatement[],
): string {
  const rows = merchants
    .map(({ merchantId, statement: of, cumulative }) => ({ merchantId, of, cumulative }))
    .toSorted((a, b) => (a.merchantId < b.merchantId ? -1 : 1))
  return createHash('sha256')
    .update(JSON.stringify({ partnerId, month, statement, rows }, inOrder))
    .digest('hex')
}

/** The database orders fields in its own way. */
function inOrder(_key: string, value: unknown): unknown {
  const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
  return isObject ? Object.fromEntries(Object.entries(value).toSorted(([a], [b]) => (a < b ? -1 : 1))) : value
}
