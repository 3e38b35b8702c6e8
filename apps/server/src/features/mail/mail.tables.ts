import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface MailTables {
  outgoingMails: OutgoingMailsTable
}

/** The outbox. One mail for each `cause`: `welcome:<member id>`. */
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
