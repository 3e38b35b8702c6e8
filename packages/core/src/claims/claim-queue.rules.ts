import { days } from '../shared/clock.ts'
import { daysBetween, type LocalDate } from '../shared/local-date.ts'
import type { ClaimAnswer, ClaimState } from './claims.rules.ts'

/** What a member was promised, for staff who answer claims. Dates in UTC, as they were promised. */
export interface ClaimClock {
  readonly ageDays: number
  /** They count to the promised date, and are negative once it has passed. Null means that nothing is promised. */
  readonly daysLeft: number | null
  readonly urgency: 'overdue' | 'due' | 'later' | 'answered'
}

/** The date is a day away at most. */
const dueDays = 1

export function claimClock(
  claim: { readonly createdAt: Date; readonly nextBy: LocalDate | null; readonly decidedAt: Date | null },
  now: Date,
): ClaimClock {
  const ageDays = Math.floor((now.getTime() - claim.createdAt.getTime()) / days(1))
  if (claim.decidedAt || claim.nextBy === null) return { ageDays, daysLeft: null, urgency: 'answered' }
  const daysLeft = daysBetween(now.toISOString().slice(0, 10), claim.nextBy)
  const urgency = daysLeft < 0 ? 'overdue' : daysLeft <= dueDays ? 'due' : 'later'
  return { ageDays, daysLeft, urgency }
}

export interface Finding {
  readonly state: ClaimState
  readonly answer: ClaimAnswer
}

/** It is null where the product has nothing to say for or against it. */
export interface ProposedAnswer {
  readonly approve: boolean
  /** Staff read why. */
  readonly because: string
}

/** What the product would answer, by what it finds now. A person decides. */
export function proposedAnswer(
  finding: Finding | null,
  { hasReceipt, hasCard }: { readonly hasReceipt: boolean; readonly hasCard: boolean },
): ProposedAnswer | null {
  if (finding?.state === 'declined') return { approve: false, because: 'What was found speaks against it.' }
  if (finding?.answer === 'already_earned')
    return { approve: true, because: 'The dine has earned its reward already: nothing more is posted.' }
  if (!hasCard) return { approve: false, because: 'No card of the member was linked on that day.' }
  if (finding?.answer === 'event_found')
    return {
      approve: true,
      because: 'The card network reported this payment, but its report could not be used.',
    }
  if (finding?.answer === 'pending')
    return { approve: false, because: 'The payment is not collected yet. Its reward follows by itself.' }
  if (hasReceipt)
    return {
      approve: true,
      because: 'The card was linked and the restaurant earned that day. Compare the receipt.',
    }
  return null
}
