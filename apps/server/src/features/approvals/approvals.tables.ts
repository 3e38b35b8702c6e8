import type { EffectInWords } from '@dineward/core/approvals/approvals.contract.ts'
import type { ControlledAction, Person } from '@dineward/core/approvals/approvals.rules.ts'
import type { ColumnType } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ApprovalsTables {
  approvals: ApprovalsTable
  approvalRules: ApprovalRulesTable
}

/** `alone`: done by one person within the rule. `working`: approved, and being done. */
export type StoredState = 'alone' | 'waiting' | 'working' | 'approved' | 'refused' | 'withdrawn' | 'failed'

export interface ApprovalsTable {
  partnerId: string
  id: string
  action: ControlledAction
  /** It is method and path of the contract. */
  call: string
  state: StoredState
  /** What was sent: params, query and body; null once it is decided. */
  input: ColumnType<unknown, string | null, string | null>
  inputDigest: string
  idempotencyKey: string | null
  amount: number | null
  memberId: string | null
  effect: ColumnType<EffectInWords, string, string>
  reason: string | null
  /** It changes their rights. */
  about: ColumnType<Person | null, string | null, never>
  askedBy: string
  askedByEmail: string
  askedByName: string
  askedAt: Timestamp
  expiresAt: Timestamp
  decidedBy: string | null
  decidedByEmail: string | null
  decidedAt: NullableTimestamp
  decisionReason: string | null
}

export interface ApprovalRulesTable {
  partnerId: string
  action: ControlledAction
  perAction: number
  perMemberDay: number
  perPersonDay: number
}
