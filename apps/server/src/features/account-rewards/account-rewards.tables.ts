import type {
  AccountRewardKind,
  AccountRewardSource,
} from '@dineward/core/account-rewards/account-rewards.rules.ts'
import type { Timestamp } from '../../db/column-types.ts'

export interface AccountRewardsTables {
  accountRewards: AccountRewardsTable
}

/** Append-only; each row has one posting. */
export interface AccountRewardsTable {
  /** Of a correction too: its posting carries the id of what it takes back. */
  id: string
  partnerId: string
  memberId: string
  kind: AccountRewardKind
  source: AccountRewardSource
  units: number
  /** As the member reads it. */
  description: string
  dineId: string | null
  correctsId: string | null
  /** Local time of the partner, without an offset. */
  rewardedAt: string
  createdAt: Timestamp
}
