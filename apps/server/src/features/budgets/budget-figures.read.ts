import type { BudgetFigures } from '@dineward/core/console-programs/budgets.contract.ts'
import type { BudgetKind } from '@dineward/core/rewards/components/budget.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { BudgetOwner, BudgetRow } from './budgets.repository.ts'

/* What became of a budget, from the ledger. */

type Sums = Omit<BudgetFigures, 'limitUnits' | 'leftUnits' | 'isUsedUp'>

const kindsOf = {
  offer: sql`('offer')`,
  bonus: sql`('bonus', 'corporate')`,
} as const satisfies Record<Exclude<BudgetKind, 'referral'>, unknown>

/** Of referrals: rewards of friends and referrers, and what referrers are still to get. Dines are those of friends. */
async function selectReferralSums(db: Db, partnerId: string): Promise<Sums> {
  const { rows } = await sql<Sums>`
    select (select coalesce(sum(reserved_units), 0)::bigint from referrals where partner_id = ${partnerId}) as promised_units,
      coalesce(sum(entry.units) filter (where entry.units > 0), 0)::bigint as paid_units,
      coalesce(-sum(entry.units) filter (where entry.units < 0), 0)::bigint as taken_back_units,
      count(distinct entry.member_id)::int as members,
      (select count(*)::int from referrals where partner_id = ${partnerId} and reward_id is not null) as dines
    from ledger_postings posting
    join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
      and entry.counts_at = posting.counts_at
      and entry.account = 'member_rewards'
    where posting.partner_id = ${partnerId} and posting.kind = 'referral'`.execute(db)
  return rows[0]!
}

export async function selectBudgetSums(db: Db, { partnerId, kind, code }: BudgetOwner): Promise<Sums> {
  if (kind === 'referral') return selectReferralSums(db, partnerId)
  const { rows } = await sql<Sums>`
    select coalesce(sum(units) filter (where is_pending), 0)::bigint as promised_units,
      coalesce(sum(paid), 0)::bigint as paid_units, coalesce(sum(taken_back), 0)::bigint as taken_back_units,
      count(distinct member_id) filter (where units > 0)::int as members, count(*) filter (where units > 0)::int as dines
    from (
      select component.member_id, component.units, dine.status = 'Pending' as is_pending, posted.*
      from dine_components component
      join dines dine on dine.partner_id = component.partner_id and dine.id = component.dine_id
      cross join lateral (
        select sum(entry.units) filter (where entry.units > 0) as paid,
          -sum(entry.units) filter (where entry.units < 0) as taken_back
        from ledger_postings posting
        join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
          and entry.counts_at = posting.counts_at
          and entry.account = 'member_rewards'
        where posting.partner_id = component.partner_id and posting.correlation_id = component.id) posted
      where component.partner_id = ${partnerId} and component.kind in ${kindsOf[kind]} and component.code = ${code}
    ) component`.execute(db)
  return rows[0]!
}

export interface ReachedBudget extends Pick<BudgetRow, 'kind' | 'code' | 'promisedUnits' | 'toldPercent'> {
  readonly partnerId: string
  readonly limitUnits: number
  /** Of an offer; a bonus has its code only. */
  readonly name: string | null
}

/** Who reached another share since staff were told; they are taken as told, in the transaction that tells them. */
export async function markReachedBudgets(db: Db, partnerId: string, now: Date): Promise<ReachedBudget[]> {
  const { rows } = await sql<ReachedBudget>`
    update reward_budgets budget set told_percent = reached.percent, told_at = ${now}
    from (
      select kind, code, case
        when limit_units - promised_units < coalesce(refused_units, 1) then 100
        when promised_units >= 0.8 * limit_units then 80 else 0 end as percent
      from reward_budgets where partner_id = ${partnerId} and limit_units is not null
    ) reached
    where budget.partner_id = ${partnerId} and budget.kind = reached.kind and budget.code = reached.code
      and reached.percent > budget.told_percent
    returning budget.*, (select name from offers
      where offers.partner_id = budget.partner_id and offers.id = budget.code and budget.kind = 'offer') as name`.execute(
    db,
  )
  return rows
}
