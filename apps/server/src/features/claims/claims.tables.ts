import type { ClaimAnswer, ClaimState } from '@dineward/core/claims/claims.rules.ts'
import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ClaimsTables {
  claims: ClaimsTable
  claimNotes: ClaimNotesTable
}

/** Staff write them for each other. None is ever changed. */
export interface ClaimNotesTable {
  partnerId: string
  id: Generated<string>
  memberId: string
  claimId: string
  author: string
  text: string
  createdAt: Timestamp
}

export interface ClaimsTable {
  id: string
  partnerId: string
  memberId: string
  merchantId: string
  dinedOn: string
  amountCents: number
  linkedCardId: string | null
  note: string
  receiptType: string | null
  state: ClaimState
  answer: ClaimAnswer
  answerValues: Json<AnswerValues>
  nextBy: string | null
  requestId: string | null
  transactionId: string | null
  /** The email address of staff. */
  assignee: string | null
  createdAt: Timestamp
  decidedAt: NullableTimestamp
}

/** What a sentence is filled with. */
export interface AnswerValues {
  readonly amountCents?: number
  readonly currency?: string
  readonly lastFour?: string
  readonly rewardUnits?: number
  /** When the card was linked, or removed. */
  readonly linkDate?: string
  /** The reward rules gave this code. */
  readonly reasonCode?: string
  /** In a person's own words. */
  readonly reason?: string
}
