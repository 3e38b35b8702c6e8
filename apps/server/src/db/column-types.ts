import type { ColumnType, Generated, JSONColumnType } from 'kysely'

export type Timestamp = ColumnType<Date, Date | string, Date | string>
export type NullableTimestamp = ColumnType<
  Date | null,
  Date | string | null | undefined,
  Date | string | null
>
export type Json<T extends object> = JSONColumnType<T>

/** Tables of messages that wait to be sent have these: `db/outbox.ts` takes, sends and clears them. */
export interface OutboxColumns {
  id: string
  partnerId: string
  /** There is one message for each cause. */
  cause: string
  recipient: string
  createdAt: Timestamp
  sentAt: NullableTimestamp
  attempts: Generated<number>
  nextAttemptAt: Timestamp
  /** Delivery was given up at this time. */
  failedAt: NullableTimestamp
  lastError: string | null
}
