import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

/** Written by this feature only. */
export interface MailTables {
  outgoingMails: OutgoingMailsTable
}

/** The outbox. `cause` makes each mail one: `welcome:<member id>`. */
export interface OutgoingMailsTable {
  id: string
  partnerId: string
  cause: string
  recipient: string
  subject: string
  textBody: string
  htmlBody: string
  createdAt: Timestamp
  sentAt: NullableTimestamp
  attempts: Generated<number>
  nextAttemptAt: Timestamp
  lastError: string | null
}
