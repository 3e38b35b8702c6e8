/** Accounts of the ledger; what each means is in the server's `accounts.rules.ts`. */
export const ledgerAccountNames = [
  'member_rewards',
  'partner_rewards',
  'payouts_in_flight',
  'program_rewards',
  'settled_rewards',
  'statement_credits',
] as const
export type LedgerAccountName = (typeof ledgerAccountNames)[number]

export const postingKinds = [
  'adjustment',
  'bonus',
  'bonus_correction',
  'corporate',
  'corporate_correction',
  'dine_adjustment',
  'dine_reward',
  'erasure',
  'manual',
  'payout',
  'referral',
  'settlement',
] as const
export type PostingKind = (typeof postingKinds)[number]
