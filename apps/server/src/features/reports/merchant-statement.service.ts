import type { Partner } from '@dineward/core/partner/partner.ts'
import {
  daysOfMonth,
  type Month,
  merchantFeeCents,
  monthAfter,
} from '@dineward/core/reports/reports.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { listClosedPeriods, selectMerchantStatements } from './closed-periods.repository.ts'
import {
  type MerchantDay,
  type StatementMerchant,
  selectMerchantDays,
  selectMerchantTotals,
  selectStatementMerchants,
} from './reports.read.ts'
import type { DineTotals, StoredMerchantStatement } from './reports.tables.ts'

/** The fee is posted nowhere. Totals are those of the days and the corrections. */
export interface MerchantStatement extends DineTotals {
  readonly partner: Partner
  readonly month: Month
  readonly merchant: Omit<StatementMerchant, 'feeBasisPoints'>
  readonly days: readonly MerchantDay[]
  /** What later events changed in dines of closed months, since they were closed. */
  readonly corrections: DineTotals
  readonly netCents: number
  /** Each holds from its first day on; there are several where the fee changed in the month. */
  readonly feeRates: readonly { readonly from: string; readonly basisPoints: number }[]
  /** This is the fee on the last day of the month. */
  readonly feeBasisPoints: number
  readonly feeCents: number
  /** It never changes again; null while it is computed from dines as they are decided now. */
  readonly closedAt: Date | null
}

interface StatementQuery {
  readonly month: Month
  readonly merchantId: string | null
}

/** By name; those with dines or corrections in the month, or the one that is asked for. */
export async function merchantStatements(
  db: Db,
  partner: Partner,
  query: StatementQuery,
): Promise<MerchantStatement[]> {
  const closed = await listClosedPeriods(db, partner.slug)
  const period = closed.find(({ month }) => month === query.month)
  const statements = period
    ? (await selectMerchantStatements(db, { partnerId: partner.slug, ...query })).map(({ statement }) =>
        statementOf(partner, { ...statement, month: query.month, closedAt: period.closedAt }),
      )
    : await openStatements(db, partner, { ...query, lastClosed: closed[0]?.month ?? null })
  return statements
    .filter(one => query.merchantId !== null || hasAmounts(one))
    .toSorted((a, b) => compare(a.merchant.name, b.merchant.name) || compare(a.merchant.id, b.merchant.id))
}

const hasAmounts = ({ days, corrections }: MerchantStatement): boolean =>
  days.length > 0 || Object.values(corrections).some(amount => amount !== 0)
const compare = (a: string, b: string): number => Number(a > b) - Number(a < b)

interface OpenQuery extends StatementQuery {
  readonly lastClosed: Month | null
  /** These restaurants have a statement in any case. */
  readonly also?: readonly string[]
}

/** Corrections of closed months belong to the first one that is open. */
export async function openStatements(
  db: Db,
  partner: Partner,
  { month, merchantId, lastClosed, also = [] }: OpenQuery,
): Promise<MerchantStatement[]> {
  const program = { partnerId: partner.slug, programFee: partner.settings.merchantFee.basisPoints }
  const of = { ...program, merchantId }
  const { from, to } = daysOfMonth(month)!
  const days = Map.groupBy(await selectMerchantDays(db, { ...of, from, to }), day => day.merchantId)
  const corrections =
    lastClosed !== null && monthAfter(lastClosed) === month
      ? await correctionsOf(db, { ...of, month: lastClosed, before: from })
      : new Map<string, DineTotals>()
  const ids =
    merchantId === null ? [...new Set([...days.keys(), ...corrections.keys(), ...also])] : [merchantId]
  const merchants = await selectStatementMerchants(db, { ...program, ids, before: to })
  return merchants.map(({ feeBasisPoints, ...merchant }) =>
    statementOf(partner, {
      month,
      merchant,
      closedAt: null,
      days: days.get(merchant.id) ?? [],
      corrections: corrections.get(merchant.id) ?? noTotals,
      feeBasisPoints,
    }),
  )
}

/** What dines of closed months are now, less what they were when the last one was closed. */
async function correctionsOf(
  db: Db,
  query: { partnerId: string; merchantId: string | null; programFee: number; month: Month; before: string },
): Promise<Map<string, DineTotals>> {
  const closed = await selectMerchantStatements(db, query)
  const now = new Map((await selectMerchantTotals(db, query)).map(one => [one.merchantId, one]))
  const then = new Map(closed.map(({ merchantId, cumulative }) => [merchantId, cumulative]))
  return new Map(
    [...new Set([...now.keys(), ...then.keys()])].map(id => [
      id,
      addTotals(now.get(id) ?? noTotals, then.get(id) ?? noTotals, -1),
    ]),
  )
}

export const noTotals: DineTotals = {
  dines: 0,
  spentCents: 0,
  refundedCents: 0,
  baseUnits: 0,
  bonusUnits: 0,
  feeParts: 0,
}

export function addTotals(a: DineTotals, b: DineTotals, sign: 1 | -1 = 1): DineTotals {
  return {
    dines: a.dines + sign * b.dines,
    spentCents: a.spentCents + sign * b.spentCents,
    refundedCents: a.refundedCents + sign * b.refundedCents,
    baseUnits: a.baseUnits + sign * b.baseUnits,
    bonusUnits: a.bonusUnits + sign * b.bonusUnits,
    feeParts: a.feeParts + sign * b.feeParts,
  }
}

function statementOf(
  partner: Partner,
  stored: StoredMerchantStatement & Pick<MerchantStatement, 'month' | 'closedAt'>,
): MerchantStatement {
  const { month, merchant, days, corrections, feeBasisPoints, closedAt } = stored
  const totals = days.reduce((sum, day) => addTotals(sum, day), corrections)
  const netCents = totals.spentCents - totals.refundedCents
  const feeCents = merchantFeeCents(totals.feeParts)
  return {
    partner,
    month,
    merchant,
    days,
    corrections,
    feeBasisPoints,
    feeCents,
    netCents,
    closedAt,
    feeRates: ratesOf(stored, month),
    ...totals,
  }
}

function ratesOf({ days, feeBasisPoints }: StoredMerchantStatement, month: Month) {
  if (days.length === 0) return [{ from: `${month}-01`, basisPoints: feeBasisPoints }]
  return days
    .filter((day, index) => day.feeBasisPoints !== days[index - 1]?.feeBasisPoints)
    .map(day => ({ from: day.clearedOn, basisPoints: day.feeBasisPoints }))
}
