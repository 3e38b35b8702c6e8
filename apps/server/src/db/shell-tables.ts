import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from './column-types.ts'

/** Tables of what stands around the pages (migration 002). */
export interface ShellTables {
  trackingEvents: TrackingEventsTable
  prospectEmails: ProspectEmailsTable
  outgoingMails: OutgoingMailsTable
  surveyAnswers: SurveyAnswersTable
  usedBotChecks: UsedBotChecksTable
  staff: StaffTable
  staffSessions: StaffSessionsTable
}

/** What a page measured (shell §3.8). `memberId` only of who was signed in. */
export interface TrackingEventsTable {
  id: Generated<string>
  partnerId: string
  event: string
  channel: string
  memberId: string | null
  merchantId: string | null
  userAgent: string
  happenedAt: Timestamp
  receivedAt: Timestamp
  properties: Json<Record<string, unknown>>
}

/** Addresses left on the home page before joining. */
export interface ProspectEmailsTable {
  partnerId: string
  email: string
  firstLeftAt: Timestamp
  lastLeftAt: Timestamp
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

export interface SurveyAnswersTable {
  id: string
  partnerId: string
  surveyId: string
  memberId: string | null
  answers: Json<Record<string, unknown>>
  context: Json<Record<string, unknown>>
  answeredAt: Timestamp
}

/** Answers of the bot check that were used: each counts once. */
export interface UsedBotChecksTable {
  partnerId: string
  answerHash: string
  expiresAt: Timestamp
}

/** People who run programs. `partnerIds` null: all of them. */
export interface StaffTable {
  id: string
  email: string
  name: string
  passwordHash: string
  partnerIds: string[] | null
  createdAt: Timestamp
}

export interface StaffSessionsTable {
  tokenHash: string
  staffId: string
  expiresAt: Timestamp
}
