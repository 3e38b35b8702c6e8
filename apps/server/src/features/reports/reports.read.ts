import { kindsPaidBy } from '@dineward/core/rewards/components/component.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { LedgerAccount } from '../ledger/accounts.rules.ts'
import type { LedgerPostingsTable } from '../ledger/ledger.tables.ts'
import type { DineTotals, PartnerMovements } from './reports.tables.ts'

/* Statements are computed from entries and dines each time; of a closed month, those of restaurants are stored. */

/** A posting counts when it was made, or after the months that were closed before it came. */
export const accountedAt = sql`coalesce(posting.accounted_at, posting.posted_at)`

/** Reports count what is before this instant. */
export interface Until {
  readonly partnerId: string
  readonly until: Date
}

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

/** As they are now. */
export function selectMemberBalances(db: Db, now: Until): Promise<MemberBalances> {
  const balances = sql`
    select units, changed_at as last_at from member_balances where partner_id = ${now.partnerId}`
  return sumBalances(db, balances, now)
}

/** As they were then, from entries. */
export function selectPastMemberBalances(db: Db, then: Until): Promise<MemberBalances> {
  const balances = sql`
    select sum(entry.units) as units, max(${accountedAt}) as last_at
    from ledger_entries entry
    join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
    where entry.partner_id = ${then.partnerId} and entry.account = 'member_rewards'
      and ${accountedAt} < ${then.until.toISOString()}::timestamptz
    group by entry.member_id`
  return sumBalances(db, balances, then)
}

async function sumBalances(db: Db, balances: RawBuilder<unknown>, { until }: Until): Promise<MemberBalances> {
  const { rows } = await sql<MemberBalances>`
    select count(*) filter (where units > 0) as creditors,
      coalesce(sum(units) filter (where units > 0), 0) as owed_to_members,
      count(*) filter (where units < 0) as debtors,
      coalesce(-sum(units) filter (where units < 0), 0) as owed_by_members,
      coalesce(sum(units) filter (
        where units > 0 and last_at < ${until.toISOString()}::timestamptz - interval '1 year'), 0) as expected_breakage
    from (${balances}) balance`.execute(db)
  return rows[0]!
}

/** The units were sent to the partner before this instant, and not answered before it. */
export async function selectAwaitingPartner(db: Db, { partnerId, until }: Until): Promise<number> {
  const { rows } = await sql<{ units: number }>`
    select coalesce(sum(accrual.units), 0) as units
    from accruals accrual
    join accrual_files file on file.partner_id = accrual.partner_id and file.id = accrual.file_id
    where accrual.partner_id = ${partnerId} and file.sent_at < ${until.toISOString()}::timestamptz
      and (accrual.answered_at is null or accrual.answered_at >= ${until.toISOString()}::timestamptz)`.execute(
    db,
  )
  return rows[0]!.units
}

/** Dines of a restaurant that cleared on a local day, as they are decided now. */
export interface MerchantDay extends DineTotals {
  readonly merchantId: string
  readonly clearedOn: string
  readonly feeBasisPoints: number
}

interface ClearedDines extends ProgramFee {
  /** Null means any restaurant. */
  readonly merchantId: string | null
}

/** Forfeited dines are no part of a statement. A dine is of the day of its first clearing. */
const clearedDines = ({ partnerId, merchantId }: ClearedDines) => sql`(
  select dine.*, (
    select min(amount.occurred_at) from dine_amounts amount
    where amount.partner_id = dine.partner_id and amount.dine_id = dine.id and amount.kind = 'clearing'
  ) as cleared_at, (
    select coalesce(sum(component.units), 0) from dine_components component
    where component.partner_id = dine.partner_id and component.dine_id = dine.id and component.kind in (${sql.join(kindsPaidBy('partner').map(kind => sql.lit(kind)))})
  ) as corporate_units
  from dines dine
  where dine.partner_id = ${partnerId} and dine.status in ('Awarded', 'Deferred', 'Paid')
    and ${merchantId === null ? sql`dine.merchant_id is not null` : sql`dine.merchant_id = ${merchantId}`}
) dine`

interface ProgramFee {
  readonly partnerId: string
  /** Of the setting `merchantFee` as it is now, where no change of it was recorded. */
  readonly programFee: number
}

/** The fee for `day` is by the terms of its restaurant on that day, else by what the setting was then. */
const feeOfDay = ({ partnerId, programFee }: ProgramFee) => sql`coalesce((
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

/** What a posting with this reward is for the program; null where it is no reward. */
const partOf: Readonly<Record<LedgerPostingsTable['kind'], 'dine' | 'bonus' | 'manual' | null>> = {
  adjustment: 'manual',
  bonus: 'bonus',
  bonus_correction: 'bonus',
  corporate: 'bonus',
  corporate_correction: 'bonus',
  dine_adjustment: 'dine',
  dine_reward: 'dine',
  erasure: null,
  manual: 'manual',
  payout: null,
  referral: 'bonus',
  settlement: null,
}
const kindsOf = (part: 'dine' | 'bonus' | 'manual' | null) =>
  Object.entries(partOf).flatMap(([kind, its]) => (its === part ? [kind] : []))

/** Kinds of postings that give rewards, or take them back. */
export const rewardKinds: readonly string[] = (['dine', 'bonus', 'manual'] as const).flatMap(kindsOf)

/**
 * Every entry is in one column, or in what is outstanding: rewards by what the program gave for them, the rest by where
 * it went. So opening + all columns = closing.
 */
export async function selectPartnerMovements(
  db: Db,
  { partnerId, from, until }: Until & { readonly from: Date },
): Promise<PartnerMovements> {
  const rewards = (part: 'dine' | 'bonus' | 'manual' | null) => sql`
    account in ('program_rewards', 'partner_rewards') and is_of_month and kind = any(${kindsOf(part)}::text[])`
  const outstanding = sql`account in ('member_rewards', 'payouts_in_flight')`
  const { rows } = await sql<PartnerMovements>`
    select
      coalesce(sum(units) filter (where ${outstanding} and not is_of_month), 0) as opening,
      coalesce(-sum(units) filter (where ${rewards('dine')} and units < 0), 0) as earned,
      coalesce(-sum(units) filter (where ${rewards('bonus')} and units < 0), 0) as bonuses,
      coalesce(sum(units) filter (where (${rewards('dine')} or ${rewards('bonus')}) and units > 0), 0) as taken_back,
      coalesce(-sum(units) filter (where ${rewards('manual')}), 0) as adjusted,
      coalesce(sum(units) filter (where ${rewards(null)}), 0) as returned_to_program,
      coalesce(-sum(units) filter (where account = 'partner_rewards' and is_of_month), 0) as paid_by_partner,
      coalesce(sum(units) filter (where account = 'settled_rewards' and is_of_month), 0) as settled,
      coalesce(sum(units) filter (where account = 'statement_credits' and is_of_month), 0) as paid_out,
      coalesce(sum(units) filter (where ${outstanding}), 0) as closing
    from (
      select posting.kind, entry.account, entry.units,
        ${accountedAt} >= ${from.toISOString()}::timestamptz as is_of_month
      from ledger_entries entry
      join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
      where entry.partner_id = ${partnerId} and ${accountedAt} < ${until.toISOString()}::timestamptz
    ) entry`.execute(db)
  return rows[0]!
}
