import type { BudgetKind } from '@dineward/core/rewards/components/budget.rules.ts'
import type { Generated } from 'kysely'
import type { NullableTimestamp } from '../../db/column-types.ts'

export interface BudgetsTables {
  rewardBudgets: RewardBudgetsTable
}

/** An offer has a row since it was defined, a bonus and referrals since the first promise, or since the budget was set. */
export interface RewardBudgetsTable {
  partnerId: string
  kind: BudgetKind
  code: string
  /** Null means that there is no limit. */
  limitUnits: number | null
  /**
   * It is the sum of all components of it, of pending dines and of those that were awarded; of referrals, of the rewards
   * that stand and of what referrers are still promised.
   */
  promisedUnits: Generated<number>
  refusedUnits: Generated<number | null>
  toldPercent: Generated<0 | 80 | 100>
  toldAt: NullableTimestamp
}
