import type { TextKeyword } from '@dineward/core/text-messages/text-keywords.rules.ts'
import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface TextMessagesTables {
  outgoingTexts: OutgoingTextsTable
  receivedTexts: ReceivedTextsTable
}

/** The outbox. One text for each `cause`: `opt-in:<member id>:<time>`. */
export interface OutgoingTextsTable {
  id: string
  partnerId: string
  cause: string
  /** E.164. */
  recipient: string
  body: string
  createdAt: Timestamp
  sentAt: NullableTimestamp
  attempts: Generated<number>
  nextAttemptAt: Timestamp
  /** Given up. */
  failedAt: NullableTimestamp
  lastError: string | null
}

export interface ReceivedTextsTable {
  partnerId: string
  providerId: string
  keyword: TextKeyword
  receivedAt: Timestamp
}
