import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { type Weekday, weekdays } from '@dineward/core/shared/local-date.ts'
import type { LocalMoment } from './opening-hours.rules.ts'

/** Whether a dinner counts today, and if not, what stands in its way. */
export type EarnsToday =
  | { readonly kind: 'left'; readonly since: LocalDate }
  | { readonly kind: 'from'; readonly date: LocalDate }
  /** Acclaimed, and the member's tier does not cover it: what they lack. */
  | { readonly kind: 'locked'; readonly tier: 2 | 3 }
  | { readonly kind: 'noCard' }
  /** The month's limit is used up, until a new one begins. */
  | { readonly kind: 'used'; readonly limit: 'visits' | 'spend'; readonly again: LocalDate }
  | { readonly kind: 'otherDays'; readonly days: readonly Weekday[] }
  | { readonly kind: 'today' }

type Terms = Pick<Merchant, 'benefitAvailability' | 'joinedOn' | 'leftOn'> &
  Partial<Pick<Merchant, 'yourMonth' | 'unlockTier'>>

/**
 * By the restaurant's terms and, for a member, by what is left of their month. What stands in the way for longest is
 * said first: there is no use in coming on another day if no card is linked.
 */
export function earnsToday(merchant: Terms, now: LocalMoment): EarnsToday {
  const { benefitAvailability, joinedOn, leftOn, unlockTier, yourMonth } = merchant
  if (leftOn !== null) return { kind: 'left', since: leftOn }
  if (joinedOn > now.date) return { kind: 'from', date: joinedOn }
  if (unlockTier) return { kind: 'locked', tier: unlockTier }
  if (yourMonth?.cards.length === 0) return { kind: 'noCard' }
  const again = firstOfNextMonth(now.date)
  if (yourMonth?.visitsLeft === 0) return { kind: 'used', limit: 'visits', again }
  if (yourMonth?.spendLeftCents === 0) return { kind: 'used', limit: 'spend', again }
  const days = weekdays.filter(day => benefitAvailability.weekdays.includes(day))
  return days.includes(now.weekday) ? { kind: 'today' } : { kind: 'otherDays', days }
}

function firstOfNextMonth(date: LocalDate): LocalDate {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
