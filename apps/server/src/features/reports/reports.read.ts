import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { LedgerAccount } from '../ledger/accounts.rules.ts'
import {
  accountedAt,
  type BalanceFigure,
  type BalancesAt,
  balanceFigures,
  balancesAt,
  isAwaited,
  isOfIdsPosted,
  type MovementFigure,
  movementFigures,
  sumOf,
  type Until,
} from './figures.read.ts'
import type { DineTotals, PartnerMovements } from './reports.tables.ts'
import { type ClearedDines, clearedDines, feeOfDay, type ProgramFee } from './statement-dines.read.ts'

/* Statements are computed from entries and dines each time; of a closed month, those of restaurants are stored. */

/** Midnight at the start of a local date. */
export async function selectMidnight(db: Db, date: string, timeZone: string): Promise<Date> {
  const { rows } = await sql<{ at: Date }>`
    select ${date}::date::timestamp at time zone ${timeZone} as at`.execute(db)
  return rows[0]!.at
}

export async function selectAccountTotals(
  db: Db,
  { partnerId, until }: Until,
): Promise<Map<LedgerAccount, number>> {
  const { rows } = await sql<{ account: LedgerAccount; units: number }>`
    select entry.account, sum(entry.units) as units
    from ledger_entries entry
    join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
      and posting.counts_at = entry.counts_at
    where entry.partner_id = ${partnerId} and ${accountedAt} < ${until.toISOString()}::timestamptz
    group by entry.account`.execute(db)
  return new Map(rows.map(({ account, units }) => [account, units]))
}

export interface MemberBalances {
  readonly creditors: number
  readonly owedToMembers: number
  readonly debtors: number
  /** The amount is positive. */
  readonly owedByMembers: number
  /** Part of what is owed to members: of those who have earned nothing, and were given nothing, for a year. */
  readonly expectedBreakage: number
}

export async function selectMemberBalances(db: Db, at: BalancesAt): Promise<MemberBalances> {
  const sum = (figure: BalanceFigure) => sql`coalesce(${sql.lit(balanceFigures[figure].sign)} * sum(units)
    filter (where ${balanceFigures[figure].isOne(at)}), 0)`
  const count = (figure: BalanceFigure) => sql`count(*) filter (where ${balanceFigures[figure].isOne(at)})`
  const { rows } = await sql<MemberBalances>`
    select ${count('owedToMembers')} as creditors, ${sum('owedToMembers')} as owed_to_members,
      ${count('owedByMembers')} as debtors, ${sum('owedByMembers')} as owed_by_members,
      ${sum('expectedBreakage')} as expected_breakage
    from (${balancesAt(at)}) balance`.execute(db)
  return rows[0]!
}

/** The units were sent to the partner before this instant, and not answered before it. */
export async function selectAwaitingPartner(db: Db, { partnerId, until }: Until): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(accrual.units), 0) as units
    from accruals accrual
    join accrual_files file on file.partner_id = accrual.partner_id and file.id = accrual.file_id
    where accrual.partner_id = ${partnerId} and ${isAwaited(until)}`.execute(db)
  return rows[0]!.units
}

/** Dines of a restaurant that cleared on a local day, as they are decided now. */
export interface MerchantDay extends DineTotals {
  readonly merchantId: string
  readonly clearedOn: string
  readonly feeBasisPoints: number
}

/** Without what the partner pays itself. */
const daysOf = (
  of: ClearedDines,
  { from, to }: { readonly from: string | null; readonly to: string },
) => sql`(
  select day.*, fee_basis_points * (spent_cents - refunded_cents) as fee_parts
  from (
    select day.*, ${feeOfDay(of)} as fee_basis_points
    from (
      select merchant_id, cleared_at::date as cleared_on, count(*) as dines, sum(cleared_cents) as spent_cents,
        sum(refunded_cents) as refunded_cents, sum(reward_units) as base_units,
        sum(component_units - corporate_units) as bonus_units
      from ${clearedDines(of)}
      where cleared_at < ${to}::date and (${from}::date is null or cleared_at >= ${from}::date)
      group by 1, 2
    ) day
  ) day
) day`

export async function selectMerchantDays(
  db: Db,
  { from, to, ...of }: ClearedDines & { readonly from: string; readonly to: string },
): Promise<MerchantDay[]> {
  const { rows } = await sql<MerchantDay>`
    select * from ${daysOf(of, { from, to })} order by merchant_id, cleared_on`.execute(db)
  return rows
}

export type MerchantTotals = Omit<MerchantDay, 'clearedOn' | 'feeBasisPoints'>

/** The totals are of all dines that cleared before a day. */
export async function selectMerchantTotals(
  db: Db,
  { before, ...of }: ClearedDines & { readonly before: string },
): Promise<MerchantTotals[]> {
  const { rows } = await sql<MerchantTotals>`
    select merchant_id, sum(dines) as dines, sum(spent_cents) as spent_cents, sum(refunded_cents) as refunded_cents,
      sum(base_units) as base_units, sum(bonus_units) as bonus_units, sum(fee_parts) as fee_parts
    from ${daysOf(of, { from: null, to: before })}
    group by 1
    order by 1`.execute(db)
  return rows
}

export interface StatementMerchant {
  readonly id: string
  readonly name: string
  readonly street: string
  readonly city: string
  readonly state: string
  readonly zipCode: string
  readonly feeBasisPoints: number
}

/** Also those that have left; with the fee of the day before. */
export async function selectStatementMerchants(
  db: Db,
  { ids, before, ...program }: ProgramFee & { readonly ids: readonly string[]; readonly before: string },
): Promise<StatementMerchant[]> {
  const { rows } = await sql<StatementMerchant>`
    select merchant.id, merchant.name, merchant.street, merchant.city, merchant.state, merchant.zip_code,
      ${feeOfDay(program)} as fee_basis_points
    from merchants merchant
    join merchant_participations participation on participation.merchant_id = merchant.id
    cross join lateral (select merchant.id as merchant_id, ${before}::date - 1 as cleared_on) day
    where participation.partner_id = ${program.partnerId} and merchant.id = any(${ids}::text[])
    order by merchant.name, merchant.id`.execute(db)
  return rows
}

/**
 * So opening + all columns = closing, as every entry is in one column, or in what is outstanding. It goes on from the last
 * month that was closed before, which takes no entries any more.
 */
export async function selectPartnerMovements(
  db: Db,
  { partnerId, from, until }: Until & { readonly from: Date },
): Promise<PartnerMovements> {
  const isOfMonth = sql`${accountedAt} >= ${from.toISOString()}::timestamptz`
  const ofMonth = (figure: MovementFigure) => sumOf(movementFigures[figure], isOfMonth)
  const outstanding = movementFigures.outstanding
  const since = sql`coalesce((select until_at from closed), '-infinity')`
  const closedUnits = sql`coalesce((select closing_units from closed), 0)`
  const { rows } = await sql<PartnerMovements>`
    with closed as materialized (
      select until_at, closing_units from closed_periods
      where partner_id = ${partnerId} and until_at <= ${from.toISOString()}::timestamptz
      order by until_at desc limit 1
    )
    select
      ${closedUnits} + ${sumOf(outstanding, sql`not ${isOfMonth}`)} as opening,
      ${ofMonth('earned')} as earned,
      ${ofMonth('bonuses')} as bonuses,
      ${ofMonth('takenBack')} as taken_back,
      ${ofMonth('adjusted')} as adjusted,
      ${ofMonth('returnedToProgram')} as returned_to_program,
      ${ofMonth('paidByPartner')} as paid_by_partner,
      ${ofMonth('settled')} as settled,
      ${ofMonth('paidOut')} as paid_out,
      ${closedUnits} + ${sumOf(outstanding, sql`true`)} as closing
    from ledger_entries entry
    join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
      and posting.counts_at = entry.counts_at and ${isOfIdsPosted({ partnerId, from: since, until })}
    where entry.partner_id = ${partnerId} and ${accountedAt} < ${until.toISOString()}::timestamptz
      and ${accountedAt} >= ${since}`.execute(db)
  return rows[0]!
}
