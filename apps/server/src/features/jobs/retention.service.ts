import { days } from '@dineward/core/shared/clock.ts'
import { type RawBuilder, sql } from 'kysely'
import { inBatches } from '../../db/in-batches.ts'
import { dropMonths } from '../../db/months.ts'
import type { Db } from '../../db/open-database.ts'
import type { JobServices } from './jobs.service.ts'

interface Retention {
  readonly table: string
  readonly column: string
  /** How long rows are kept after the time in the column; 0 where they expire at it. */
  readonly days: number
  /** Rows that are kept all the same. */
  readonly unless?: RawBuilder<boolean>
  /** `real` where the product's clock, which a demo may move, did not write the column. */
  readonly clock?: 'real'
  /** Rows go with the partition of their month, when the last of them may. */
  readonly byMonth?: true
  /** Its rows are not of programs. */
  readonly isShared?: true
}

/** Every table whose rows are deleted by age (docs/operating.md, "What is kept how long"). */
export const retention: readonly Retention[] = [
  { table: 'tracking_events', column: 'received_at', days: 400, byMonth: true },
  // A member's leave with the member.
  { table: 'survey_answers', column: 'answered_at', days: 400, unless: sql`member_id is not null` },
  { table: 'prospect_emails', column: 'last_left_at', days: 180 },
  {
    table: 'import_runs',
    column: 'created_at',
    days: 90,
    unless: sql`state in ('reading', 'applying', 'undoing')`,
  },
  { table: 'finance_runs', column: 'finished_at', days: 90, isShared: true },
  { table: 'export_runs', column: 'finished_at', days: 400 },
  { table: 'received_texts', column: 'received_at', days: 30 },
  { table: 'dinner_votes', column: 'dine_on', days: 30 },
  { table: 'table_slots', column: 'slot_at', days: 30, isShared: true },
  // A process that could not read them for half a day loads everything again.
  { table: 'merchant_changes', column: 'changed_at', days: 1, clock: 'real', isShared: true },
  { table: 'guest_bookings', column: 'ends_at', days: 30 },
  { table: 'outgoing_mails', column: 'created_at', days: 90, unless: sql`cause not like 'guest-%'` },
  { table: 'outgoing_texts', column: 'created_at', days: 90, unless: sql`cause not like 'guest-%'` },
  { table: 'guest_codes', column: 'expires_at', days: 1 },
  { table: 'table_holds', column: 'expires_at', days: 0, isShared: true },
  { table: 'table_alerts', column: 'window_end', days: 0, isShared: true },
  // A lock lasts a day at most.
  { table: 'sign_in_failures', column: 'updated_at', days: 1 },
  { table: 'sessions', column: 'expires_at', days: 0 },
  { table: 'staff_sessions', column: 'expires_at', days: 0, isShared: true },
  { table: 'console_sessions', column: 'expires_at', days: 0, isShared: true },
  { table: 'email_confirmations', column: 'expires_at', days: 0 },
  { table: 'session_links', column: 'expires_at', days: 0 },
  { table: 'email_restore_links', column: 'expires_at', days: 0 },
  { table: 'passkey_challenges', column: 'expires_at', days: 0 },
  { table: 'staff_passkey_challenges', column: 'expires_at', days: 0, isShared: true },
  { table: 'proven_identities', column: 'expires_at', days: 0 },
  { table: 'staff_sso_attempts', column: 'expires_at', days: 0, isShared: true },
  { table: 'sso_attempts', column: 'expires_at', days: 0 },
  { table: 'sso_logout_tokens', column: 'expires_at', days: 0 },
  { table: 'used_bot_checks', column: 'expires_at', days: 0 },
  { table: 'api_answers', column: 'created_at', days: 1 },
  // Their deliveries go with them.
  { table: 'api_events', column: 'occurred_at', days: 30 },
  { table: 'used_card_tokens', column: 'expires_at', days: 0, clock: 'real' },
  { table: 'rate_limits', column: 'expire', days: 0, clock: 'real', isShared: true },
]

/** @returns how many rows of which tables, for operators. */
export async function deleteOldRows({ db, clock }: Pick<JobServices, 'db' | 'clock'>): Promise<string> {
  const deleted: string[] = []
  for (const rule of retention) {
    const now = rule.clock === 'real' ? Date.now() : clock.now().getTime()
    const before = new Date(now - days(rule.days))
    const count = rule.byMonth
      ? await dropMonths(db, rule.table, before)
      : await inBatches(limit => deleteBefore(db, rule, { before, limit }))
    if (count > 0) deleted.push(`${count} ${rule.byMonth ? 'months of ' : ''}${rule.table}`)
  }
  return deleted.join(', ') || 'none'
}

/** Rows that a request has locked wait for the next run. Each program's may be on a machine of its own. */
async function deleteBefore(
  db: Db,
  { table, column, unless = sql`false`, isShared }: Retention,
  { before, limit }: { readonly before: Date; readonly limit: number },
): Promise<number> {
  // The limiter's library writes milliseconds.
  const end = table === 'rate_limits' ? before.getTime() : before
  const isOld = sql`${sql.ref(column)} < ${end} and not (${unless})`
  const deleteOld = async (isOf: RawBuilder<unknown>) => {
    const { numAffectedRows } = await sql`
      delete from ${sql.table(table)} where ${isOf} and ctid in (
        select ctid from ${sql.table(table)} where ${isOf} and ${isOld} limit ${limit} for update skip locked
      )`.execute(db)
    return Number(numAffectedRows)
  }
  if (isShared) return deleteOld(sql`true`)
  const { rows: programs } = await sql<{ partnerId: string }>`
    select distinct partner_id from (select partner_id from ${sql.table(table)} where ${isOld} limit ${limit}) as old`.execute(
    db,
  )
  let count = 0
  for (const { partnerId } of programs) count += await deleteOld(sql`partner_id = ${partnerId}`)
  return count
}
