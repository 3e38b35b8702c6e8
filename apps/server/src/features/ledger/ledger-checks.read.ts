import { accountRewardKinds } from '@dineward/core/account-rewards/account-rewards.rules.ts'
import { openStatuses } from '@dineward/core/payouts/payouts.rules.ts'
import { lookUp } from '@dineward/core/shared/look-up.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { componentKinds } from './ledger.repository.ts'
import { causeChecks } from './ledger-cause-checks.read.ts'

const listOf = (texts: readonly string[]) => sql.join(texts.map(text => sql.lit(text)))
const accountRewards = listOf(accountRewardKinds)
const openPayouts = listOf(openStatuses)
const baseKinds = listOf(componentKinds.base)
const componentPostings = listOf(componentKinds.component)

/** Each selects rows that must not exist, named in a column `row`. */
const checks = {
  'a posting does not sum to zero': sql`
    select posting.partner_id || ' ' || posting.id as row
    from ledger_postings posting left join ledger_entries entry on entry.partner_id = posting.partner_id
      and entry.posting_id = posting.id and entry.counts_at = posting.counts_at
    group by posting.partner_id, posting.id
    having count(entry.units) < 2 or sum(entry.units) <> 0`,
  'an entry is not of the time of its posting': sql`
    select entry.partner_id || ' posting ' || entry.posting_id as row
    from ledger_entries entry
    join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
    where posting.counts_at <> entry.counts_at`,
  'an entry is of no member of its partner': sql`
    select entry.partner_id || ' posting ' || entry.posting_id as row
    from ledger_entries entry
    left join members member on member.partner_id = entry.partner_id and member.id = entry.member_id
    where (entry.account = 'member_rewards') <> (member.id is not null)`,
  'a balance is not the sum of its entries': sql`
    select coalesce(balance.partner_id, posted.partner_id) || ' member ' || coalesce(balance.member_id, posted.member_id)
      as row
    from member_balances balance
    full join (
      select partner_id, member_id, sum(units) as units, sum(in_flight_units) as in_flight_units,
        max(changed_at) as changed_at
      from (
        select entry.partner_id, coalesce(entry.member_id, credit.member_id) as member_id,
          case entry.account when 'member_rewards' then entry.units else 0 end as units,
          case entry.account when 'payouts_in_flight' then entry.units else 0 end as in_flight_units,
          posting.counts_at as changed_at
        from ledger_entries entry
        join ledger_postings posting on posting.partner_id = entry.partner_id and posting.id = entry.posting_id
          and posting.counts_at = entry.counts_at
        left join statement_credits credit on entry.account = 'payouts_in_flight'
          and credit.partner_id = posting.partner_id and credit.id = posting.correlation_id
        where entry.account in ('member_rewards', 'payouts_in_flight')
      ) part
      where member_id is not null
      group by partner_id, member_id
    ) posted on posted.partner_id = balance.partner_id and posted.member_id = balance.member_id
    where (balance.units, balance.in_flight_units, balance.changed_at)
      is distinct from (posted.units::bigint, posted.in_flight_units::bigint, posted.changed_at)`,
  'the posted balance of a dine is not its reward': sql`
    select dine.partner_id || ' ' || dine.id as row
    from dines dine
    left join ledger_postings posting
      on posting.partner_id = dine.partner_id and posting.correlation_id = dine.id and posting.kind in (${baseKinds})
    left join ledger_entries entry
      on entry.partner_id = posting.partner_id and entry.posting_id = posting.id and entry.counts_at = posting.counts_at
        and entry.account = 'member_rewards' and entry.member_id = dine.member_id
    group by dine.partner_id, dine.id, dine.status, dine.reward_units
    having coalesce(sum(entry.units), 0) <>
      case when dine.status in ('Awarded', 'Deferred', 'Paid') then dine.reward_units else 0 end`,
  'a balance is posted for a dine that does not exist': sql`
    select posting.partner_id || ' ' || posting.correlation_id as row
    from ledger_postings posting
    join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
      and entry.counts_at = posting.counts_at
      and entry.account = 'member_rewards'
    left join dines dine
      on dine.partner_id = posting.partner_id and dine.id = posting.correlation_id and dine.member_id = entry.member_id
    where posting.kind in (${baseKinds}) and dine.id is null
    group by posting.partner_id, posting.correlation_id
    having sum(entry.units) <> 0`,
  'the posted balance of a component is not its units': sql`
    select component.partner_id || ' ' || component.id as row
    from dine_components component
    join dines dine on dine.partner_id = component.partner_id and dine.id = component.dine_id
    left join ledger_postings posting on posting.partner_id = component.partner_id
      and posting.correlation_id = component.id and posting.kind in (${componentPostings})
    left join ledger_entries entry
      on entry.partner_id = posting.partner_id and entry.posting_id = posting.id and entry.counts_at = posting.counts_at
        and entry.account = 'member_rewards' and entry.member_id = dine.member_id
    group by component.partner_id, component.id, component.units, component.kind, dine.status, dine.cleared_cents
    having coalesce(sum(entry.units), 0) <>
      case when dine.status in ('Awarded', 'Deferred', 'Paid')
        or (component.kind = 'reservation' and dine.cleared_cents is not null) then component.units else 0 end`,
  'a balance is posted for a component that does not exist': sql`
    select posting.partner_id || ' ' || posting.correlation_id as row
    from ledger_postings posting
    join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
      and entry.counts_at = posting.counts_at
      and entry.account = 'member_rewards'
    left join dine_components component on component.partner_id = posting.partner_id
      and component.id = posting.correlation_id and component.member_id = entry.member_id
    where posting.kind in (${componentPostings}) and component.id is null
    group by posting.partner_id, posting.correlation_id
    having sum(entry.units) <> 0`,
  'an account reward is not its posting': sql`
    select coalesce(reward.partner_id, posted.partner_id) || ' ' || coalesce(reward.id, posted.idempotency_key) as row
    from account_rewards reward
    full join (
      select posting.partner_id, posting.idempotency_key, entry.member_id, entry.units
      from ledger_postings posting
      join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
        and entry.counts_at = posting.counts_at
        and entry.account = 'member_rewards'
      where posting.kind in (${accountRewards})
    ) posted on posted.partner_id = reward.partner_id and posted.idempotency_key = 'reward:' || reward.id
      and posted.member_id = reward.member_id
    where reward.units is distinct from posted.units`,
  'a correction is not what it takes back': sql`
    select correction.partner_id || ' ' || correction.id as row
    from account_rewards correction
    join account_rewards reward on reward.partner_id = correction.partner_id and reward.id = correction.corrects_id
    where (reward.partner_id, reward.member_id, reward.units) <>
      (correction.partner_id, correction.member_id, -correction.units)`,
  'an adjustment is not its reward': sql`
    select coalesce(adjustment.partner_id, reward.partner_id) || ' ' || coalesce(adjustment.id, reward.id) as row
    from adjustments adjustment
    full join (select * from account_rewards where kind = 'adjustment' and corrects_id is null) reward
      on reward.partner_id = adjustment.partner_id and reward.id = adjustment.reward_id
    where reward.units is distinct from adjustment.units or reward.member_id is distinct from adjustment.member_id
      or (adjustment.reversed_at is not null) <>
        exists (select from account_rewards other where other.partner_id = reward.partner_id and other.corrects_id = reward.id)`,
  'a referral reward is not that of its referral': sql`
    select coalesce(reward.partner_id, referral.partner_id) || ' ' || coalesce(reward.id, referral.reward_id) as row
    from (
      select * from account_rewards reward
      where kind = 'referral' and corrects_id is null
        and not exists (select from account_rewards other where other.partner_id = reward.partner_id and other.corrects_id = reward.id)
    ) reward
    full join (
      select partner_id, member_id, reward_id from referrals where reward_id is not null
      union all
      select partner_id, referrer_id, referrer_reward_id from referrals where referrer_reward_id is not null
    ) referral on referral.reward_id = reward.id and referral.partner_id = reward.partner_id
      and referral.member_id = reward.member_id
    where reward.id is null or referral.reward_id is null`,
  'a dine does not carry the sum of its components': sql`
    select dine.partner_id || ' ' || dine.id as row
    from dines dine
    left join dine_components component on component.partner_id = dine.partner_id and component.dine_id = dine.id
    group by dine.partner_id, dine.id, dine.component_units
    having coalesce(sum(component.units), 0) <> dine.component_units`,
  'a budget is not what was promised and posted of it, or less': sql`
    select coalesce(budget.partner_id, promised.partner_id) || ' ' || coalesce(budget.kind, promised.kind) || ' ' ||
      coalesce(budget.code, promised.code) as row
    from (select * from reward_budgets where kind <> 'referral') budget
    full join (
      select partner_id, case kind when 'offer' then 'offer' else 'bonus' end as kind, code, sum(units) as units
      from (
        select component.partner_id, component.kind, component.code,
          case when dine.status in ('Awarded', 'Deferred', 'Paid') then coalesce(sum(entry.units), 0)
            else component.units end as units
        from dine_components component
        join dines dine on dine.partner_id = component.partner_id and dine.id = component.dine_id
        left join ledger_postings posting on posting.partner_id = component.partner_id
          and posting.correlation_id = component.id and posting.kind in (${componentPostings})
        left join ledger_entries entry
          on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
            and entry.counts_at = posting.counts_at and entry.account = 'member_rewards'
        where component.kind in ('bonus', 'corporate') or (component.kind = 'offer' and exists (
          select from offers where offers.partner_id = component.partner_id and offers.id = component.code))
        group by component.partner_id, component.id, component.kind, component.code, component.units, dine.status
      ) component
      group by 1, 2, 3
    ) promised on promised.partner_id = budget.partner_id and promised.kind = budget.kind
      and promised.code = budget.code
    where coalesce(budget.promised_units, 0) <> coalesce(promised.units, 0)
      or promised.units > budget.limit_units`,
  'the budget of referrals is not what was promised and posted of it, or less': sql`
    select coalesce(budget.partner_id, promised.partner_id) as row
    from (select * from reward_budgets where kind = 'referral') budget
    full join (
      select partner_id, sum(units) as units
      from (
        select posting.partner_id, entry.units
        from ledger_postings posting
        join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
          and entry.counts_at = posting.counts_at
          and entry.account = 'member_rewards'
        where posting.kind = 'referral'
        union all select partner_id, reserved_units from referrals
      ) referral
      group by 1
    ) promised on promised.partner_id = budget.partner_id
    where coalesce(budget.promised_units, 0) <> coalesce(promised.units, 0)
      or promised.units > budget.limit_units`,
  'the posted balance of a statement credit is not its amount': sql`
    select credit.partner_id || ' ' || credit.id as row
    from statement_credits credit
    left join ledger_postings posting on posting.partner_id = credit.partner_id
      and posting.correlation_id = credit.id and posting.kind = 'payout'
    left join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
      and entry.counts_at = posting.counts_at
    group by credit.partner_id, credit.id, credit.status, credit.amount_cents
    having coalesce(sum(entry.units) filter (where entry.account = 'payouts_in_flight'), 0) <>
        case when credit.status in (${openPayouts}) then credit.amount_cents else 0 end
      or coalesce(sum(entry.units) filter (where entry.account = 'statement_credits'), 0) <>
        case when credit.status = 'completed' then credit.amount_cents else 0 end`,
  'payouts in flight are not the open ones': sql`
    select coalesce(entry.partner_id, credit.partner_id) as row
    from (select partner_id, sum(units) as units from ledger_entries where account = 'payouts_in_flight' group by 1) entry
    full join (
      select partner_id, sum(amount_cents) as units from statement_credits where status in (${openPayouts}) group by 1
    ) credit on credit.partner_id = entry.partner_id
    where coalesce(entry.units, 0) <> coalesce(credit.units, 0)`,
  'a payout is not the sum of its allocations': sql`
    select credit.partner_id || ' ' || credit.id as row
    from statement_credits credit
    left join ledger_postings posting on posting.partner_id = credit.partner_id
      and posting.correlation_id = credit.id and posting.kind = 'payout'
    left join ledger_allocations allocation on allocation.partner_id = posting.partner_id
      and allocation.debit_id = posting.id and allocation.freed_at is null
    where credit.external_id is not null
    group by credit.partner_id, credit.id, credit.status, credit.amount_cents
    having coalesce(sum(allocation.units), 0) <> case when credit.status = 'rejected' then 0 else credit.amount_cents end`,
  'an allocation takes more than there is': sql`
    select allocated.partner_id || ' posting ' || allocated.posting_id as row
    from (
      select partner_id, member_id, debit_id as posting_id, -sum(units) as units
      from ledger_allocations where freed_at is null group by 1, 2, 3
      union all
      select partner_id, member_id, earning_id, sum(units)
      from ledger_allocations where freed_at is null group by 1, 2, 3
    ) allocated
    left join ledger_entries entry on entry.partner_id = allocated.partner_id
      and entry.posting_id = allocated.posting_id
      and entry.account = 'member_rewards' and entry.member_id = allocated.member_id
    where entry.units is null or sign(entry.units) <> sign(allocated.units) or abs(allocated.units) > abs(entry.units)`,
  'a confirmed accrual is not settled, or another one is': sql`
    select coalesce(accrual.partner_id, settled.partner_id) || ' posting ' ||
      coalesce(accrual.posting_id::text, settled.of_posting) as row
    from (
      select partner_id, posting_id, coalesce(sum(units) filter (where state = 'confirmed'), 0) as units
      from accruals group by partner_id, posting_id
    ) accrual
    full join (
      select posting.partner_id, substr(posting.idempotency_key, 12) as of_posting, sum(entry.units) as units
      from ledger_postings posting
      join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
        and entry.counts_at = posting.counts_at
        and entry.account = 'settled_rewards'
      group by 1, 2
    ) settled on settled.partner_id = accrual.partner_id and settled.of_posting = accrual.posting_id::text
    where coalesce(accrual.units, 0) <> coalesce(settled.units, 0)`,
  'an accrual is not its posting': sql`
    select accrual.partner_id || ' ' || accrual.file_id || ' posting ' || accrual.posting_id as row
    from accruals accrual
    left join ledger_entries entry on entry.partner_id = accrual.partner_id and entry.posting_id = accrual.posting_id
      and entry.account = 'member_rewards' and entry.member_id = accrual.member_id
    where entry.units is distinct from accrual.units`,
  'an accrual file is not the sum of its rows': sql`
    select file.partner_id || ' ' || file.id as row
    from accrual_files file
    left join accruals accrual on accrual.partner_id = file.partner_id and accrual.file_id = file.id
    group by file.partner_id, file.id, file.row_count, file.total_units
    having count(accrual.units) <> file.row_count or coalesce(sum(accrual.units), 0) <> file.total_units`,
  'a dine is Paid before the partner confirmed all of it': sql`
    select distinct dine.partner_id || ' ' || dine.id as row
    from dines dine
    join ledger_postings posting on posting.partner_id = dine.partner_id and posting.correlation_id = dine.id
      and posting.posted_at < dine.paid_at
    join accruals accrual on accrual.partner_id = posting.partner_id and accrual.posting_id = posting.id
    where dine.status = 'Paid'
    group by dine.partner_id, dine.id, posting.id
    having not bool_or(accrual.state = 'confirmed')`,
  'a dine is not the sum of its amounts': sql`
    select dine.partner_id || ' ' || dine.id as row
    from dines dine
    left join dine_amounts amount on amount.partner_id = dine.partner_id and amount.dine_id = dine.id
    group by dine.partner_id, dine.id, dine.authorized_cents, dine.cleared_cents, dine.refunded_cents, dine.cleared_at
    having max(amount_cents) filter (where kind = 'authorization') is distinct from dine.authorized_cents
      or sum(amount_cents) filter (where kind = 'clearing') is distinct from dine.cleared_cents
      or coalesce(sum(amount_cents) filter (where kind = 'refund'), 0) <> dine.refunded_cents
      or min(occurred_at) filter (where kind = 'clearing') is distinct from dine.cleared_at`,
  'a source event counts twice': sql`
    select 'event ' || card_event_id as row from dine_amounts where card_event_id is not null
    group by card_event_id having count(*) > 1`,
  'a closed month is not what it was': sql`
    select period.partner_id || ' ' || period.month as row
    from closed_periods period
    left join ledger_postings posting on posting.partner_id = period.partner_id
      and posting.counts_at < period.until_at
    left join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
      and entry.counts_at = posting.counts_at
      and entry.account in ('member_rewards', 'payouts_in_flight')
    group by period.partner_id, period.month, period.closing_units
    having coalesce(sum(entry.units), 0) <> period.closing_units`,
  'a reward total is not its postings': sql`
    select coalesce(total.partner_id, posted.partner_id) || ' ' || coalesce(total.kind, posted.kind) as row
    from (select partner_id, kind, sum(units) as units from reward_totals group by 1, 2) total
    full join (
      select posting.partner_id, posting.kind, sum(entry.units) as units
      from ledger_postings posting
      join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
        and entry.counts_at = posting.counts_at
        and entry.account in ('program_rewards', 'partner_rewards')
      where posting.id <= (select until_id from reward_totals_until)
      group by 1, 2
    ) posted on posted.partner_id = total.partner_id and posted.kind = total.kind
    where coalesce(total.units, 0) <> coalesce(posted.units, 0)`,
  'an approved claim has no dine': sql`
    select claim.partner_id || ' claim ' || claim.id as row
    from claims claim
    left join card_event_keys key
      on key.dedupe_key = 'claim:' || substr(claim.transaction_id, 7) and claim.transaction_id like 'claim-%'
    left join card_events event on event.id = key.event_id and event.received_at = key.received_at
    left join dine_amounts amount
      on amount.partner_id = claim.partner_id
      and amount.transaction_id = coalesce(event.transaction_id, claim.transaction_id)
    where claim.state = 'approved' and amount.dine_id is null`,
  'a claimed charge counts that was not approved': sql`
    select amount.partner_id || ' ' || amount.transaction_id as row
    from dine_amounts amount
    join claims claim on claim.partner_id = amount.partner_id and 'claim-' || claim.id = amount.transaction_id
    where claim.decided_at is null`,
  'an event is not the one of its key': sql`
    select 'event ' || event.id as row
    from card_events event
    left join card_event_keys key on key.dedupe_key = event.dedupe_key
    where (key.event_id, key.received_at) is distinct from (event.id, event.received_at)`,
  'a processed event has no movement': sql`
    select 'event ' || event.id as row
    from card_events event
    left join dine_amounts amount
      on amount.partner_id = event.partner_id and amount.source_key = event.source_key
    where event.status = 'processed' and amount.dine_id is distinct from event.dine_id`,
  ...causeChecks,
} satisfies Record<string, RawBuilder<unknown>>

export interface LedgerProblem {
  readonly rule: string
  /** Begins with the partner; an event of the network does not. */
  readonly row: string
}

export async function ledgerProblems(db: Db): Promise<string[]> {
  const problems = await findLedgerProblems(db, null)
  return problems.map(({ rule, row }) => `${rule}: ${row}`)
}

/** @param partnerIds null: of all partners, and of none */
export async function findLedgerProblems(
  db: Db,
  partnerIds: readonly string[] | null,
): Promise<LedgerProblem[]> {
  const problems: LedgerProblem[] = []
  for (const rule of ledgerRules) problems.push(...(await findViolations(db, rule, partnerIds)))
  return problems
}

/** Each is a statement that reads whole tables. */
export const ledgerRules: readonly string[] = Object.keys(checks)

export const selectViolations = (rule: string): RawBuilder<unknown> => lookUp(checks, rule)!

export async function findViolations(
  db: Db,
  rule: string,
  partnerIds: readonly string[] | null,
): Promise<LedgerProblem[]> {
  const isAsked = partnerIds === null ? sql`true` : sql`partner_id = any(${partnerIds}::text[])`
  const { rows } = await sql<{ row: string }>`
    select row from (
      select row, split_part(row, ' ', 1) as partner_id from (${selectViolations(rule)}) as violations
    ) violation where ${isAsked} order by row`.execute(db)
  return rows.map(({ row }) => ({ rule, row }))
}
