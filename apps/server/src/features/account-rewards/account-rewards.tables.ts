import type {
  AccountRewardKind,
  AccountRewardSource,
} from '@dineward/core/account-rewards/account-rewards.rules.ts'
import type { Timestamp } from '../../db/column-types.ts'

export interface AccountRewardsTables {
  accountRewards: AccountRewardsTable
}

/** The table is append-only; each row has one posting. */
export interface AccountRewardsTable {
  /** A correction has its own id too: its posting carries the id of what it takes back. */
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
  /** This is the partner's local time, without an offset. */
  rewardedAt: string
  createdAt: Timestamp
}
