import type { LedgerAccountName, PostingKind } from '../ledger/postings.ts'
import type { GeneralLedger as Codes } from '../partner/settings/exports.settings.ts'

type Cost = keyof Codes['costs']

/** Each has a code of its own: its balance is one that the liability report shows. */
export const balanceAccounts = [
  'memberRewards',
  'payoutsInFlight',
  'settledRewards',
  'statementCredits',
  'partnerRewards',
] as const

/** What the program pays is a cost by its cause. */
const costOf: Readonly<Record<PostingKind, Cost>> = {
  adjustment: 'adjustments',
  bonus: 'bonuses',
  bonus_correction: 'bonuses',
  corporate: 'bonuses',
  corporate_correction: 'bonuses',
  dine_adjustment: 'dines',
  dine_reward: 'dines',
  erasure: 'returned',
  manual: 'adjustments',
  payout: 'returned',
  referral: 'referrals',
  settlement: 'returned',
}

const codeOf: Readonly<Record<LedgerAccountName, (codes: Codes, kind: PostingKind) => string>> = {
  member_rewards: codes => codes.memberRewards,
  partner_rewards: codes => codes.partnerRewards,
  payouts_in_flight: codes => codes.payoutsInFlight,
  program_rewards: (codes, kind) => codes.costs[costOf[kind]],
  settled_rewards: codes => codes.settledRewards,
  statement_credits: codes => codes.statementCredits,
}

/** @returns the program's code of the general ledger for an entry */
export const generalLedgerCode = (
  codes: Codes,
  { account, kind }: { readonly account: LedgerAccountName; readonly kind: PostingKind },
): string => codeOf[account](codes, kind)

/** @returns the first account whose code is also another one's; null where all differ as they must */
export function repeatedAccount(codes: Codes): (typeof balanceAccounts)[number] | null {
  const costs = Object.values(codes.costs)
  const isRepeated = (name: (typeof balanceAccounts)[number], index: number) =>
    costs.includes(codes[name]) ||
    balanceAccounts.slice(0, index).some(before => codes[before] === codes[name])
  return balanceAccounts.find(isRepeated) ?? null
}

/** Units of the entries of a day, by what they were posted for. An amount is zero or more. */
export interface JournalEntry {
  /** A local date of the program. */
  readonly date: string
  readonly kind: PostingKind
  readonly account: LedgerAccountName
  readonly debit: number
  readonly credit: number
}

export interface JournalLine {
  readonly date: string
  readonly account: string
  readonly debit: number
  readonly credit: number
  /** Lines with the same one balance. */
  readonly reference: string
  readonly description: string
}

/**
 * A line has a debit or a credit: what the program owes more is a credit, what it owes less a debit.
 * @param slug is of the program, so that journals of several can be in one ledger
 */
export function journalLines(
  { slug, codes }: { readonly slug: string; readonly codes: Codes },
  entries: readonly JournalEntry[],
): JournalLine[] {
  return entries.flatMap(entry => {
    const { date, kind, account, debit, credit } = entry
    const line = {
      date,
      account: generalLedgerCode(codes, entry),
      reference: `${slug}-${date}-${kind}`,
      description: `${words(account)}: ${words(kind)}`,
    }
    return [
      ...(debit > 0 ? [{ ...line, debit, credit: 0 }] : []),
      ...(credit > 0 ? [{ ...line, debit: 0, credit }] : []),
    ]
  })
}

const words = (name: string): string => name.replaceAll('_', ' ')
