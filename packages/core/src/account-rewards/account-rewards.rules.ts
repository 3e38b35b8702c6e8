/** What members earn without a dine. Each has a ledger kind of the same name. */
export const accountRewardKinds = ['adjustment', 'referral'] as const
export type AccountRewardKind = (typeof accountRewardKinds)[number]

/** A stands for an adjustment, B a bonus, J what was taken back of one, M manual and + corporate (shell §3.3). */
export const accountRewardSources = ['A', 'B', 'J', 'M', '+'] as const
export type AccountRewardSource = (typeof accountRewardSources)[number]

/** A row of a member's activity without a dine; a dine that was claimed is Manual too, and names its restaurant. */
export const isAccountReward = (row: {
  readonly transactionType: 'Settle' | 'Manual'
  readonly merchantId: string | null
}): boolean => row.transactionType === 'Manual' && row.merchantId === null
