import type { AdjustmentState } from '@dineward/core/adjustments/adjustments.rules.ts'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface AdjustmentsTables {
  adjustments: AdjustmentsTable
  adjustmentRequests: AdjustmentRequestsTable
}

/** What staff gives or takes by hand. */
export interface AdjustmentsTable {
  id: string
  partnerId: string
  memberId: string
  units: number
  /** The partner pays it, not the program. */
  isCorporate: boolean
  /** As the member reads it. */
  reason: string
  dineId: string | null
  state: AdjustmentState
  /** Emails of staff, or names of operators. */
  author: string
  decidedBy: string | null
  decidedAt: NullableTimestamp
  rejectionReason: string | null
  reversedBy: string | null
  reversedAt: NullableTimestamp
  reversalReason: string | null
  /** Once it is posted. */
  rewardId: string | null
  createdAt: Timestamp
}

/** A call that is repeated with the same key posts nothing. */
export interface AdjustmentRequestsTable {
  partnerId: string
  author: string
  idempotencyKey: string
  adjustmentId: string
}
