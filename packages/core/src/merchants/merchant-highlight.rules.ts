import { daysBetween, type LocalDate } from '../shared/local-date.ts'

/** How long a restaurant counts as new, and how long before its last day it is said to leave. */
export const newForDays = 60
export const leavingWithinDays = 14

/** Restaurant-local dates: `joinedOn` is the first day in the program, `leftOn` the first day no longer in it. */
export interface Membership {
  readonly joinedOn: LocalDate
  readonly leftOn: LocalDate | null
}

export type MerchantHighlight = 'comingSoon' | 'leavingSoon' | 'new'

/** The one thing worth saying of a restaurant today (shell §3.3). Leaving is more urgent than being new. */
export function merchantHighlight(membership: Membership, today: LocalDate): MerchantHighlight | null {
  if (hasLeft(membership, today)) return null
  if (membership.joinedOn > today) return 'comingSoon'
  if (isLeavingSoon(membership, today)) return 'leavingSoon'
  return isNew(membership, today) ? 'new' : null
}

export const hasLeft = ({ leftOn }: Membership, today: LocalDate): boolean =>
  leftOn !== null && leftOn <= today

/** Joined, and not longer ago than 60 days. */
export const isNew = ({ joinedOn }: Membership, today: LocalDate): boolean =>
  joinedOn <= today && daysBetween(joinedOn, today) <= newForDays

const isLeavingSoon = ({ leftOn }: Membership, today: LocalDate): boolean =>
  leftOn !== null && daysBetween(today, leftOn) <= leavingWithinDays
