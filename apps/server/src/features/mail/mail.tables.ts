import type { NullableTimestamp, OutboxColumns, Timestamp } from '../../db/column-types.ts'

export interface MailTables {
  outgoingMails: OutgoingMailsTable
  mailSuppressions: MailSuppressionsTable
}

/** This is the outbox. Each `cause` has one mail: `welcome:<member id>`. */
export interface OutgoingMailsTable extends OutboxColumns {
  /** Null means that the address is no member's. */
  memberId: string | null
  subject: string
  textBody: string
  htmlBody: string
  /** The bodies hold a code or a link that gives access; null: they do not. */
  secretUntil: NullableTimestamp
  /** The member who can unsubscribe from mails like this one. */
  subscriberId: string | null
  unsubscribeToken: string | null
}

export interface MailSuppressionsTable {
  partnerId: string
  /** As `normalizeSignInName` writes it. */
  email: string
  kind: 'bounce' | 'complaint'
  reason: string
  reportedAt: Timestamp
  clearedAt: NullableTimestamp
}
