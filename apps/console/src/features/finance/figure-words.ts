import type { PostingFigure } from '@dineward/core/ledger/figures.ts'
import type { LedgerAccountName, PostingKind } from '@dineward/core/ledger/postings.ts'

export const figureNames: Readonly<Record<PostingFigure, string>> = {
  outstanding: 'Outstanding to members',
  earned: 'Earned by dines',
  bonuses: 'Offers and bonuses',
  takenBack: 'Taken back after refunds',
  adjusted: 'Adjusted by staff',
  paidByPartner: 'Paid by the partner itself',
  returnedToProgram: 'Given up by erased members',
  settled: 'Credited by the partner',
  paidOut: 'Paid out',
  owedToMembers: 'Owed to members',
  owedByMembers: 'Owed by members',
  expectedBreakage: 'Expected never to be claimed',
  awaitingPartner: 'Waiting for the partner’s answer',
  postedInOtherMonths: 'Dines of this month, posted in other months',
  dinesOfOtherMonths: 'Dines of other months, posted in this one',
  dinesOfNoStatement: 'Dines that are in no statement of a restaurant',
  withoutDine: 'Bonuses without a dine',
  bonusesPaidByPartner: 'Bonuses that the partner pays itself',
}

export const accountNames: Readonly<Record<LedgerAccountName, string>> = {
  member_rewards: 'Member rewards',
  partner_rewards: 'Partner rewards',
  payouts_in_flight: 'Payouts in flight',
  program_rewards: 'Program rewards',
  settled_rewards: 'Settled rewards',
  statement_credits: 'Statement credits',
}

export const kindNames: Readonly<Record<PostingKind, string>> = {
  adjustment: 'Adjustment',
  bonus: 'Bonus',
  bonus_correction: 'Bonus corrected',
  corporate: 'Partner’s bonus',
  corporate_correction: 'Partner’s bonus corrected',
  dine_adjustment: 'Dine corrected',
  dine_reward: 'Dine',
  erasure: 'Member erased',
  manual: 'By hand',
  payout: 'Payout',
  referral: 'Referral',
  settlement: 'Settlement',
}
