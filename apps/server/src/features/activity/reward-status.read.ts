import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import { sql } from 'kysely'
import { rejectionReason } from './dine-history.read.ts'

/*
 * This says what became of `reward`, a row of account_rewards. Its posting is told to the partner, or taken by payouts,
 * as those of dines are. What a payout took that is not on its way any more, or a debit of another kind, is used up.
 */
export const outcomeOfReward = sql`
  left join ledger_postings posting
    on posting.partner_id = reward.partner_id and posting.idempotency_key = 'reward:' || reward.id
  left join lateral (
    select accrual.*, file.sent_at from accruals accrual
    join accrual_files file on file.partner_id = accrual.partner_id and file.id = accrual.file_id
    where accrual.partner_id = posting.partner_id and accrual.posting_id = posting.id
    order by accrual.state = 'rejected' limit 1
  ) accrual on true
  left join lateral (
    select max(coalesce(credit.settled_at, credit.created_at)) filter (where credit.status = 'completed') as paid_at
    from ledger_allocations taken
    join ledger_postings debit on debit.partner_id = taken.partner_id and debit.id = taken.debit_id
    left join statement_credits credit on credit.partner_id = debit.partner_id and credit.id = debit.correlation_id
    where taken.partner_id = posting.partner_id and taken.earning_id = posting.id and taken.freed_at is null
    having sum(taken.units) filter (where credit.id is null or credit.status = 'completed') >= reward.units
  ) payout on true`

export const statusOfReward = sql<string>`case
  when accrual.state = 'confirmed' or payout.paid_at is not null then 'Paid'
  when accrual.state in ('sent', 'rejected') then 'Deferred' else 'Awarded' end`

export const paidAtOfReward = sql`coalesce(
  case when accrual.state = 'confirmed' then accrual.answered_at end, payout.paid_at)`

/** When the partner was told or answered, or a payout arrived. */
export const outcomeAtOfReward = sql`coalesce(accrual.answered_at, accrual.sent_at, payout.paid_at)`

export const reasonOfReward = sql`
  case when accrual.state = 'rejected' then ${rejectionReason(sql`accrual.partner_code`)} end`

/** It sums what `dine`, a row of dines, earned beside its base: its components, and adjustments about it. */
export const unitsBesideBase = sql<number>`(dine.component_units + (
  select coalesce(sum(adjustment.units), 0)::bigint from account_rewards adjustment
  where adjustment.partner_id = dine.partner_id and adjustment.dine_id = dine.id))`

/** A dine that earned only beside its base has the status of that: an honored booking, or an adjustment. */
export const statusOfDine = sql<DineStatus>`case
  when dine.status <> 'Forfeit' or ${unitsBesideBase} = 0 then dine.status else (
  select case when bool_and(accrual.state is not distinct from 'confirmed' or payout.is_completed) then 'Paid'
    when bool_or(accrual.state is not null) then 'Deferred' else 'Awarded' end
  from ledger_postings posting
  left join lateral (
    select state from accruals
    where partner_id = posting.partner_id and posting_id = posting.id order by state = 'rejected' limit 1
  ) accrual on true
  cross join lateral (
    select exists (select from ledger_allocations taken
      join ledger_postings debit on debit.partner_id = taken.partner_id and debit.id = taken.debit_id
      join statement_credits credit on credit.partner_id = debit.partner_id and credit.id = debit.correlation_id
        and credit.status = 'completed'
      where taken.partner_id = posting.partner_id and taken.earning_id = posting.id and taken.freed_at is null
    ) as is_completed
  ) payout
  where posting.partner_id = dine.partner_id and posting.kind <> 'settlement' and posting.correlation_id in (
    select component.id from dine_components component
    where component.partner_id = dine.partner_id and component.dine_id = dine.id
    union all select adjustment.id from account_rewards adjustment
    where adjustment.partner_id = dine.partner_id and adjustment.dine_id = dine.id)) end`
