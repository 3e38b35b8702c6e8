import type { PayoutDelivery, PayoutReason, PayoutStatus } from '@dineward/core/payouts/payouts.rules.ts'
import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface PayoutsTables {
  statementCredits: StatementCreditsTable
}

export interface StatementCreditsTable {
  id: string
  partnerId: string
  memberId: string
  amountCents: number
  targetType: PayoutDelivery
  targetLabel: string
  /** The card's token, or the email address. */
  targetRef: Generated<string>
  /** The processor is MasterCard, Visa or Tremendous. */
  benefitProcessor: string
  status: PayoutStatus
  /** Why it came back. */
  reasonCode: PayoutReason | null
  externalId: string
  attempts: Generated<number>
  /** Null once it is decided. */
  nextAttemptAt: NullableTimestamp
  /** When the provider first said that it has the order. */
  receivedAt: NullableTimestamp
  settledAt: NullableTimestamp
  createdAt: Timestamp
}
