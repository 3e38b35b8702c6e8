import type { TextKeyword } from '@dineward/core/text-messages/text-keywords.rules.ts'
import type { NullableTimestamp, OutboxColumns, Timestamp } from '../../db/column-types.ts'

export interface TextMessagesTables {
  outgoingTexts: OutgoingTextsTable
  receivedTexts: ReceivedTextsTable
}

/** This is the outbox. Each `cause` has one text: `opt-in:<member id>:<time>`. */
export interface OutgoingTextsTable extends OutboxColumns {
  /** It is in E.164. */
  recipient: string
  body: string
  /** The body holds a code or a link that gives access, until then. */
  secretUntil: NullableTimestamp
}

export interface ReceivedTextsTable {
  partnerId: string
  providerId: string
  keyword: TextKeyword
  receivedAt: Timestamp
}
