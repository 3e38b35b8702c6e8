import { kindsPaidBy } from '@dineward/core/rewards/components/component.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { DineTotals } from './reports.tables.ts'

/* The dines that statements of restaurants count: their sums by day, and one by one. */

export interface ClearedDines extends ProgramFee {
  /** Null means any restaurant. */
  readonly merchantId: string | null
}

/** Forfeited dines are no part of a statement. */
const counts = sql`dine.status in ('Awarded', 'Deferred', 'Paid')`

/** A dine is of the day of its first clearing. */
const dinesWithClearing = ({ partnerId, merchantId }: Omit<ClearedDines, 'programFee'>) => sql`
  select dine.*, ${counts} as counts, case when dine.component_units = 0 then 0 else (
    select coalesce(sum(component.units), 0) from dine_components component
    where component.partner_id = dine.partner_id and component.dine_id = dine.id and component.kind in (${sql.join(kindsPaidBy('partner').map(kind => sql.lit(kind)))})
  ) end as corporate_units
  from dines dine
  where dine.partner_id = ${partnerId}
    and ${merchantId === null ? sql`dine.merchant_id is not null` : sql`dine.merchant_id = ${merchantId}`}`

export const clearedDines = (of: Omit<ClearedDines, 'programFee'>) =>
  sql`(${dinesWithClearing(of)} and ${counts}) dine`

export interface ProgramFee {
  readonly partnerId: string
  /** Of the setting `merchantFee` as it is now, where no change of it was recorded. */
  readonly programFee: number
}

/** The fee for `day` is by the terms of its restaurant on that day, else by what the setting was then. */
export const feeOfDay = ({ partnerId, programFee }: ProgramFee) => sql`coalesce((
    select fee_basis_points from (
      select partner_id, merchant_id, valid_from, fee_basis_points from former_participations
      union all
      select partner_id, merchant_id, coalesce(terms_from, joined_on), fee_basis_points from merchant_participations
      union all
      select partner_id, merchant_id, valid_from, fee_basis_points from coming_terms
    ) terms
    where terms.partner_id = ${partnerId} and terms.merchant_id = day.merchant_id
    order by terms.valid_from > day.cleared_on, abs(terms.valid_from - day.cleared_on) limit 1
  ), (
    select merchant_fee_basis_points from (
      select rate.merchant_fee_basis_points, rate.valid_from as at,
        (rate.valid_from at time zone merchant.timezone)::date as valid_from
      from rate_versions rate, merchants merchant
      where rate.partner_id = ${partnerId} and rate.merchant_fee_basis_points is not null
        and merchant.id = day.merchant_id
    ) setting
    order by valid_from > day.cleared_on, abs(valid_from - day.cleared_on), at desc limit 1
  ), ${programFee}::integer)`

/** A dine as a statement counts it now, without what the partner pays itself; all zero where it counts no longer. */
export interface StatementDine extends Omit<DineTotals, 'dines'> {
  readonly id: string
  readonly memberId: string
  readonly merchantId: string
  readonly merchantName: string
  readonly clearedOn: string
  readonly counts: boolean
  readonly feeBasisPoints: number
  readonly updatedAt: Date
}

export interface DineRows extends ClearedDines {
  /** Null: from the first day on. */
  readonly from: string | null
  readonly to: string
  /** Only those that were updated since; with those that count no longer. */
  readonly updatedSince: Date | null
}

const dineRows = ({ from, to, updatedSince, ...of }: DineRows) => sql`(
  select dine.id, dine.member_id, dine.merchant_id, dine.merchant_name, dine.counts, dine.updated_at, dine.cleared_at,
    day.cleared_on, fee_basis_points, fee_basis_points * (spent_cents - amounts.refunded_cents) as fee_parts,
    amounts.*
  from (${dinesWithClearing(of)}) dine
  cross join lateral (select dine.merchant_id, dine.cleared_at::date as cleared_on) day
  cross join lateral (select ${feeOfDay(of)} as fee_basis_points) fee
  cross join lateral (
    select dine.cleared_cents * one as spent_cents, dine.refunded_cents * one as refunded_cents,
      dine.reward_units * one as base_units, (dine.component_units - dine.corporate_units) * one as bonus_units
    from (select dine.counts::integer as one) counted
  ) amounts
  where dine.cleared_at < ${to}::date and (${from}::date is null or dine.cleared_at >= ${from}::date)
    and ${updatedSince === null ? sql`dine.counts` : sql`dine.updated_at > ${updatedSince.toISOString()}::timestamptz`}
) dine`

/** The newest come first. @param after the id of the last dine of the page before */
export async function selectStatementDines(
  db: Db,
  { after, limit, ...rows }: DineRows & { readonly after: string | null; readonly limit: number },
): Promise<StatementDine[]> {
  const found = await sql<StatementDine>`
    select id, member_id, merchant_id, merchant_name, counts, updated_at, cleared_on, fee_basis_points,
      spent_cents, refunded_cents, base_units, bonus_units, fee_parts
    from ${dineRows(rows)}
    where ${
      after === null
        ? sql`true`
        : sql`(cleared_at, id) < ((
          select dine.cleared_at from dines dine where dine.partner_id = ${rows.partnerId} and dine.id = ${after}
        ), ${after}::text)`
    }
    order by cleared_at desc, id desc
    limit ${limit}`.execute(db)
  return found.rows
}

export async function selectStatementDineTotals(db: Db, rows: DineRows): Promise<DineTotals> {
  const found = await sql<DineTotals>`
    select count(*) filter (where counts) as dines, coalesce(sum(spent_cents), 0) as spent_cents,
      coalesce(sum(refunded_cents), 0) as refunded_cents, coalesce(sum(base_units), 0) as base_units,
      coalesce(sum(bonus_units), 0) as bonus_units, coalesce(sum(fee_parts), 0) as fee_parts
    from ${dineRows(rows)}`.execute(db)
  return found.rows[0]!
}
