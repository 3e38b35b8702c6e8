import type { DineRecord } from '@dineward/core/activity/dine-history.rules.ts'
import { sql } from 'kysely'

export type StoredHistory = Pick<DineRecord, 'movements' | 'postings' | 'accruals' | 'review'>

/** `dine` is a row of dines: its history has amounts, postings, and what the partner was told and answered. */
export const storedHistory = sql<StoredHistory>`(
  with posting as (
    select posting.id, posting.posted_at, posting.reason_code, entry.units
    from ledger_postings posting
    join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
      and entry.counts_at = posting.counts_at
      and entry.account = 'member_rewards'
    where posting.partner_id = dine.partner_id
      and posting.kind in ('dine_reward', 'dine_adjustment', 'bonus', 'bonus_correction', 'corporate', 'corporate_correction',
        'adjustment')
      and posting.correlation_id = any(array(
        select id from dine_components component
        where component.partner_id = dine.partner_id and component.dine_id = dine.id
        union all select id from account_rewards reward
        where reward.partner_id = dine.partner_id and reward.dine_id = dine.id) || dine.id)
  )
  select json_build_object(
    'review', (
      select json_build_object('openedAt', opened_at, 'dueAt', due_at, 'decidedAt', decided_at, 'reason', reason)
      from dine_holds hold where hold.partner_id = dine.partner_id and hold.dine_id = dine.id),
    'movements', coalesce((
      select json_agg(json_build_object('at', created_at, 'kind', kind, 'cents', amount_cents))
      from dine_amounts amount
      where amount.partner_id = dine.partner_id and amount.dine_id = dine.id and kind <> 'authorization'), '[]'::json),
    'postings', coalesce((
      select json_agg(json_build_object('at', posted_at, 'units', units, 'reasonCode', reason_code) order by id)
      from posting), '[]'::json),
    'accruals', coalesce((
      select json_agg(json_build_object('sentAt', file.sent_at,
        'rejectedAt', case accrual.state when 'rejected' then accrual.answered_at end,
        'reasonCode', ${rejectionReason(sql`accrual.partner_code`)}))
      from posting
      join accruals accrual on accrual.partner_id = dine.partner_id and accrual.posting_id = posting.id
      join accrual_files file on file.partner_id = accrual.partner_id and file.id = accrual.file_id
    ), '[]'::json)))`

export function rejectionReason(partnerCode: ReturnType<typeof sql>) {
  return sql`case ${partnerCode} when 'unknown_member_number' then 'member_number_unknown' else 'partner_rejected' end`
}
