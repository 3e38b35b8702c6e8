import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

export interface QueueState {
  readonly inboxEvents: number
  readonly inboxOldestSeconds: number
  /** Parked events wait for a person: they are dated in the future, or failed. */
  readonly parkedEvents: number
  readonly outboxMails: number
  readonly outboxTexts: number
  readonly outboxPushes: number
  /** These are the mails that were given up. */
  readonly failedMails: number
  readonly failedTexts: number
  readonly failedPushes: number
  /** Wait for the provider. */
  readonly openPayouts: number
  /** The provider has not answered for hours. */
  readonly overduePayouts: number
}

/** `/metrics` shows these counts, each of which has a partial index. */
export async function readQueueState(db: Db, now: Date): Promise<QueueState> {
  const { rows } = await sql<{
    inbox: number
    oldest: Date | null
    parked: number
    mails: number
    failedMails: number
    texts: number
    failedTexts: number
    pushes: number
    failedPushes: number
    openPayouts: number
    overdue: number
  }>`
    select
      (select count(*) from card_events where status = 'received') as inbox,
      (select min(received_at) from card_events where status = 'received') as oldest,
      (select count(*) from card_events where status = 'parked' and reason_code is distinct from 'refund_waits') as parked,
      (select count(*) from outgoing_mails where sent_at is null and failed_at is null) as mails,
      (select count(*) from outgoing_mails where failed_at is not null) as failed_mails,
      (select count(*) from outgoing_texts where sent_at is null and failed_at is null) as texts,
      (select count(*) from outgoing_texts where failed_at is not null) as failed_texts,
      (select count(*) from outgoing_pushes where sent_at is null and failed_at is null) as pushes,
      (select count(*) from outgoing_pushes where failed_at is not null) as failed_pushes,
      (select count(*) from statement_credits where next_attempt_at is not null) as open_payouts,
      (select count(*) from statement_credits where status = 'error' and next_attempt_at is not null) as overdue`.execute(
    db,
  )
  const { inbox, oldest, parked, mails, failedMails, texts, failedTexts, ...others } = rows[0]!
  const { pushes, failedPushes, openPayouts, overdue } = others
  return {
    inboxEvents: inbox,
    inboxOldestSeconds: oldest ? Math.max(0, (now.getTime() - oldest.getTime()) / 1_000) : 0,
    parkedEvents: parked,
    outboxMails: mails,
    failedMails,
    outboxTexts: texts,
    failedTexts,
    outboxPushes: pushes,
    failedPushes,
    openPayouts,
    overduePayouts: overdue,
  }
}
