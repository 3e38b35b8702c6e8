import type { TextKeyword } from '@dineward/core/text-messages/text-keywords.rules.ts'
import type { OutboxColumns, Timestamp } from '../../db/column-types.ts'

export interface TextMessagesTables {
  outgoingTexts: OutgoingTextsTable
  receivedTexts: ReceivedTextsTable
}

/** This is the outbox. Each `cause` has one text: `opt-in:<member id>:<time>`. */
export interface OutgoingTextsTable extends OutboxColumns {
  /** It is in E.164. */
  recipient: string
  body: string
}

export interface ReceivedTextsTable {
  partnerId: string
  providerId: string
  keyword: TextKeyword
  receivedAt: Timestamp
}
