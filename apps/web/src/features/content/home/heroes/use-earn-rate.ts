import { tierOf } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { useCopy } from '../../../../partner/partner-context.tsx'

interface EarnRateWords {
  readonly before: string
  readonly number: string
  readonly after: string
}

/** What this visitor earns, as in "Up to 3 points per $1", divided at its first number so that it can stand out. */
export function useEarnRate(member: Member | null): EarnRateWords {
  const copy = useCopy()
  const sentence = copy(member ? rateKeys[tierOf(member)] : 'earnRate.signedOut')
  const [, before = '', number = '', after = sentence] = /^(.*?)(\d[\d.,]*%?)(.*)$/.exec(sentence) ?? []
  return { before: before.trim(), number, after }
}

const rateKeys = {
  0: 'earnRate.tier0',
  1: 'earnRate.tier1',
  2: 'earnRate.tier2',
  3: 'earnRate.tier3',
} as const
