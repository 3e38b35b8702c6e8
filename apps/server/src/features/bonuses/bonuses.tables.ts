import type { PromisedBonus } from '@dineward/core/partner/bonus-definition.ts'
import type { BonusProgress } from '@dineward/core/rewards/components/bonus/bonus.rules.ts'
import type { Generated } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface BonusesTables {
  memberBonuses: MemberBonusesTable
  memberBonusChanges: MemberBonusChangesTable
}

/** A bonus that a member registered for, or has a part in. Others are open by the partner's settings alone. */
export interface MemberBonusesTable {
  partnerId: string
  memberId: string
  code: string
  bonusStatus: 'Enrolled' | 'Qualified'
  /** As the member read it. */
  description: string
  isNewMemberBonus: boolean
  createdAt: Timestamp
  definition: Json<PromisedBonus>
  enrolledAt: Timestamp
  /** When the dine that reached it took place. */
  qualifiedAt: NullableTimestamp
  progress: Json<BonusProgress> | null
}

/** The history is append-only. */
export interface MemberBonusChangesTable {
  id: Generated<number>
  partnerId: string
  memberId: string
  code: string
  bonusStatus: MemberBonusesTable['bonusStatus']
  changedAt: Timestamp
}
