import type { ColumnType } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface AdjustmentsTables {
  adjustments: AdjustmentsTable
}

/** What staff gave or took by hand. */
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
  /** Emails of staff, or names of operators. */
  author: string
  /** Of the call: a second one with the same key posts nothing. */
  idempotencyKey: string | null
  /** The program's own systems know it by this id. */
  externalId: ColumnType<string | null, string | null | undefined, never>
  reversedBy: string | null
  reversedAt: NullableTimestamp
  reversalReason: string | null
  rewardId: string
  createdAt: Timestamp
}
