import type { HoldState } from '@dineward/core/rewards/holds/stored-hold.rules.ts'
import type { VelocityHit, VelocityLimits } from '@dineward/core/rewards/holds/velocity.rules.ts'
import type { Json, NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface HoldsTables {
  dineHolds: DineHoldsTable
}

/** The case of a dine whose reward waits for a person, or waited. */
export interface DineHoldsTable {
  partnerId: string
  dineId: string
  memberId: string
  merchantId: string | null
  state: HoldState
  hits: Json<VelocityHit[]>
  limits: Json<VelocityLimits>
  /** It is the base that a release would post. */
  units: number
  openedAt: Timestamp
  dueAt: Timestamp
  /** The email addresses of staff. */
  assignee: string | null
  decidedBy: string | null
  decidedAt: NullableTimestamp
  reason: string | null
  overdueMailedAt: NullableTimestamp
  updatedAt: Timestamp
}
