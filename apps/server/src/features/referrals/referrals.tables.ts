import type { ReferralRefusal, ReferrerRefusal } from '@dineward/core/referrals/referrals.rules.ts'
import type { Generated } from 'kysely'
import type { Timestamp } from '../../db/column-types.ts'

export interface ReferralsTables {
  referrals: ReferralsTable
}

/** A member who was invited, once a dine of theirs has earned. */
export interface ReferralsTable {
  partnerId: string
  /** This is the friend. */
  memberId: string
  referrerId: string
  /** Why neither is rewarded, for operators. */
  refusal: ReferralRefusal | null
  referrerRefusal: ReferrerRefusal | null
  /** The friend's first dine that has earned, and its local date; null: none has any more. */
  dineId: string | null
  dinedOn: string | null
  /** What the friend has, and what the referrer has. */
  rewardId: string | null
  referrerRewardId: string | null
  /** What the referrer is promised and has not got yet: the budget keeps it. */
  reservedUnits: Generated<number>
  createdAt: Timestamp
  updatedAt: Timestamp
}
