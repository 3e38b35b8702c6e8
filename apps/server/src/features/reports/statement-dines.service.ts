import type { Partner } from '@dineward/core/partner/partner.ts'
import { daysOfMonth, type Month, monthAfter } from '@dineward/core/reports/reports.rules.ts'
import type { StatementDinesPart } from '@dineward/core/reports/statement-dines.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { listClosedPeriods, selectMerchantStatements } from './closed-periods.repository.ts'
import { addTotals, merchantStatements, noTotals } from './merchant-statement.service.ts'
import { selectMerchantTotals } from './reports.read.ts'
import type { DineTotals } from './reports.tables.ts'
import {
  type DineRows,
  type StatementDine,
  selectStatementDines,
  selectStatementDineTotals,
} from './statement-dines.read.ts'

export type { StatementDine }

export interface StatementDinesOf {
  readonly month: Month
  /** Null means all restaurants. */
  readonly merchantId: string | null
  readonly part: StatementDinesPart
}

/** What the rows sum to, and what leads from there to the figure of the statement. */
export interface StatementDineSums {
  /** The rows, as they are now. */
  readonly listed: DineTotals
  /** Dines of earlier months that were not updated since. */
  readonly unchanged: DineTotals
  /** They were in statements of earlier months; to be taken off. */
  readonly billedBefore: DineTotals
  /** What changed after the month was closed, and is in a later one; to be taken off. */
  readonly changedLater: DineTotals
  readonly figure: DineTotals
}

/** @returns null where the statement has no corrections: its month is neither closed nor the first open one. */
async function rowsOf(db: Db, partner: Partner, { month, merchantId, part }: StatementDinesOf) {
  const { from, to } = daysOfMonth(month)!
  const programFee = partner.settings.merchantFee.basisPoints
  const of = { partnerId: partner.slug, programFee, merchantId }
  if (part === 'dines') return { rows: { ...of, from, to, updatedSince: null }, before: null }
  const before = (await listClosedPeriods(db, partner.slug)).find(one => one.month === monthAfter(month, -1))
  return before && { rows: { ...of, from: null, to: from, updatedSince: before.closedAt }, before }
}

export async function listStatementDines(
  db: Db,
  partner: Partner,
  { after, limit, ...of }: StatementDinesOf & { readonly after: string | null; readonly limit: number },
): Promise<StatementDine[]> {
  const found = await rowsOf(db, partner, of)
  return found ? selectStatementDines(db, { ...found.rows, after, limit }) : []
}

/** Call it in a transaction that sees one state of the database. */
export async function sumStatementDines(
  db: Db,
  partner: Partner,
  of: StatementDinesOf,
): Promise<StatementDineSums> {
  const { month, merchantId, part } = of
  const statements = await merchantStatements(db, partner, { month, merchantId })
  const figure = sumOf(
    statements.flatMap(({ days, corrections }): readonly DineTotals[] =>
      part === 'dines' ? days : [corrections],
    ),
  )
  const found = await rowsOf(db, partner, of)
  if (!found)
    return {
      listed: noTotals,
      unchanged: noTotals,
      billedBefore: noTotals,
      changedLater: minus(noTotals, figure),
      figure,
    }
  const listed = await selectStatementDineTotals(db, found.rows)
  const all = found.before ? await totalsBefore(db, found.rows) : listed
  const billedBefore = found.before
    ? sumOf((await selectMerchantStatements(db, { ...found.before, merchantId })).map(one => one.cumulative))
    : noTotals
  return {
    listed,
    unchanged: minus(all, listed),
    billedBefore,
    changedLater: minus(minus(all, billedBefore), figure),
    figure,
  }
}

const totalsBefore = async (db: Db, { to, ...of }: DineRows) =>
  sumOf(await selectMerchantTotals(db, { ...of, before: to }))
const sumOf = (totals: readonly DineTotals[]) => totals.reduce((sum, one) => addTotals(sum, one), noTotals)
const minus = (a: DineTotals, b: DineTotals) => addTotals(a, b, -1)
