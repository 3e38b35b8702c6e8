import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../../db/column-types.ts'

/** Written by this feature only. */
export interface RewardsTables {
  cardEvents: CardEventsTable
  dines: DinesTable
  dineAmounts: DineAmountsTable
  statementCredits: StatementCreditsTable
}

/** What the card network sent, word for word, and what became of it. */
export interface CardEventsTable {
  id: Generated<number>
  provider: string
  event: string
  dedupeKey: string
  body: string
  receivedAt: Timestamp
  status: 'received' | 'processed' | 'parked' | 'refused'
  reasonCode: string | null
  /** As the body says; null where it says nothing we understand. */
  transactionId: string | null
  amountCents: number | null
  /** Whose it turned out to be, once worked on. */
  partnerId: string | null
  linkedCardId: string | null
  merchantId: string | null
  /** The movement it tells of (`dine_amounts`): several events may tell of one. */
  sourceKey: string | null
  dineId: string | null
  processedAt: NullableTimestamp
  /** Failed tries so far, and when the next one may be. */
  attempts: Generated<number>
  retryAt: NullableTimestamp
  lastError: string | null
}

export type DineStatus = 'Pending' | 'Awarded' | 'Deferred' | 'Paid' | 'Forfeit'

/** One visit, as its events have made it so far. Money that it earned is in the ledger. */
export interface DinesTable {
  id: string
  partnerId: string
  memberId: string
  linkedCardId: string
  cardLastFour: string
  merchantId: string | null
  merchantName: string
  sourceTransactionId: string
  authCode: string | null
  /** Local time at the restaurant, without an offset. */
  dinedAt: string
  authorizedCents: number | null
  clearedCents: number | null
  refundedCents: Generated<number>
  /** In the partner's unit: an estimate while pending, else what the ledger says. */
  rewardUnits: Generated<number>
  status: DineStatus
  reasonCode: string | null
  /** What the reward was decided on, to answer "why" years later. */
  decision: Json<Record<string, unknown>>
  paidAt: NullableTimestamp
  createdAt: Timestamp
  updatedAt: Timestamp
}

/** Every amount that ever changed a dine, once each. */
export interface DineAmountsTable {
  partnerId: string
  dineId: string
  /** Names the movement (`movementKey`): one clearing or refund counts once however often it is reported. */
  sourceKey: string
  kind: 'authorization' | 'clearing' | 'refund'
  /** Positive, refunds too. */
  amountCents: number
  transactionId: string
  originalTransactionId: string | null
  authCode: string | null
  /** Local time at the restaurant, without an offset. */
  occurredAt: string
  linkedCardId: string
  merchantId: string | null
  /** The event whose version counts, and how new that version is (decision 015). */
  cardEventId: number | null
  reportedAt: NullableTimestamp
  createdAt: Timestamp
}

export interface StatementCreditsTable {
  id: string
  partnerId: string
  memberId: string
  amountCents: number
  targetType: 'Card' | 'Email'
  targetLabel: string
  benefitProcessor: string
  status: 'pending' | 'completed' | 'rejected'
  createdAt: Timestamp
}
