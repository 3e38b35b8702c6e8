import { days } from '../shared/clock.ts'
import { asUtc, daysBetween, type LocalDate } from '../shared/local-date.ts'

export const newForDays = 60
export const leavingWithinDays = 14

/**
 * Dates are local to the restaurant: `joinedOn` is the first day in the program, `leftOn` the first day no longer in
 * it.
 */
export interface Membership {
  readonly joinedOn: LocalDate
  readonly leftOn: LocalDate | null
}

export type MerchantHighlight = 'comingSoon' | 'leavingSoon' | 'new'

/** A restaurant has at most one label (shell §3.3); leaving takes precedence over new. */
export function merchantHighlight(membership: Membership, today: LocalDate): MerchantHighlight | null {
  if (hasLeft(membership, today)) return null
  if (membership.joinedOn > today) return 'comingSoon'
  if (isLeavingSoon(membership, today)) return 'leavingSoon'
  return isNew(membership, today) ? 'new' : null
}

/** The first day in the program of one that comes, the last one of one that leaves; null for other labels. */
export function highlightDate(membership: Membership, today: LocalDate): LocalDate | null {
  const highlight = merchantHighlight(membership, today)
  if (highlight === 'comingSoon') return membership.joinedOn
  return highlight === 'leavingSoon' && membership.leftOn !== null ? dayBefore(membership.leftOn) : null
}

export const hasLeft = ({ leftOn }: Membership, today: LocalDate): boolean =>
  leftOn !== null && leftOn <= today

/** A restaurant is new when it joined within the last 60 days. */
export const isNew = ({ joinedOn }: Membership, today: LocalDate): boolean =>
  joinedOn <= today && daysBetween(joinedOn, today) <= newForDays

const dayBefore = (date: LocalDate): LocalDate =>
  new Date(asUtc(date).getTime() - days(1)).toISOString().slice(0, 10)

const isLeavingSoon = ({ leftOn }: Membership, today: LocalDate): boolean =>
  leftOn !== null && daysBetween(today, leftOn) <= leavingWithinDays
