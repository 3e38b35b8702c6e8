import type { DineStatus } from '@dineward/core/activity/dine-statuses.ts'
import type { componentKinds } from '@dineward/core/rewards/components/component.ts'
import type { Movement } from '@dineward/core/rewards/movements/movements.rules.ts'
import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface RewardsTables {
  dines: DinesTable
  dineAmounts: DineAmountsTable
  dineComponents: DineComponentsTable
}

/** Its reward is posted in the ledger. */
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
  /** It is local time, without an offset. */
  dinedAt: string
  /** It is that of the first clearing. */
  clearedAt: string | null
  authorizedCents: number | null
  clearedCents: number | null
  refundedCents: Generated<number>
  /** The base, in the partner's unit; an estimate while pending. */
  rewardUnits: Generated<number>
  /** It is the sum of its components. */
  componentUnits: Generated<number>
  status: DineStatus
  reasonCode: string | null
  decision: Json<Record<string, unknown>>
  paidAt: NullableTimestamp
  createdAt: Timestamp
  updatedAt: Timestamp
}

export interface DineAmountsTable {
  partnerId: string
  dineId: string
  /** It is the `movementKey`: one clearing or refund counts once. */
  sourceKey: string
  kind: Movement['kind']
  /** The amount is positive, for refunds too. */
  amountCents: number
  transactionId: string
  originalTransactionId: string | null
  authCode: string | null
  occurredAt: string
  linkedCardId: string
  merchantId: string | null
  /** The event whose version counts, and how new that version is (decision 015). */
  cardEventId: number
  reportedAt: NullableTimestamp
  createdAt: Timestamp
}

/** What a dine earns beside its base. */
export interface DineComponentsTable {
  /** It is `dineId:kind:code`; its postings carry it as correlation id. */
  id: string
  partnerId: string
  memberId: string
  dineId: string
  kind: (typeof componentKinds)[number]
  /** The offer's id, the bonus's code, or the reservation's id. */
  code: string
  /** Zero once it is taken back. */
  units: number
  /** The most that was posted. */
  grantedUnits: number
  createdAt: Timestamp
  updatedAt: Timestamp
}
