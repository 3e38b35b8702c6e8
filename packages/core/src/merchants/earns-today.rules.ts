import { type LocalDate, type Weekday, weekdays } from '../shared/local-date.ts'
import type { Merchant } from './merchants.contract.ts'

export type EarnsToday =
  | { readonly kind: 'left'; readonly since: LocalDate }
  | { readonly kind: 'from'; readonly date: LocalDate }
  /** The tier that covers Acclaimed restaurants; the member's does not. */
  | { readonly kind: 'locked'; readonly tier: 2 | 3 }
  | { readonly kind: 'noCard' }
  /** The month's limit is reached; `again` is the first day of the next month. */
  | { readonly kind: 'used'; readonly limit: 'visits' | 'spend'; readonly again: LocalDate }
  /** Earning days are for signed-in members (shell §6). */
  | { readonly kind: 'signedOut' }
  | { readonly kind: 'otherDays'; readonly days: readonly Weekday[] }
  | { readonly kind: 'today' }

type Terms = Pick<Merchant, 'benefitAvailability' | 'joinedOn' | 'leftOn'> &
  Partial<Pick<Merchant, 'yourMonth' | 'unlockTier'>>

/** It is by the restaurant's clock. */
interface LocalDay {
  readonly date: LocalDate
  readonly weekday: Weekday
}

/** The longest-lasting reason comes first: another day does not help a member without a card. */
export function earnsToday(merchant: Terms, now: LocalDay): EarnsToday {
  const { benefitAvailability, joinedOn, leftOn, unlockTier, yourMonth } = merchant
  if (leftOn !== null) return { kind: 'left', since: leftOn }
  if (joinedOn > now.date) return { kind: 'from', date: joinedOn }
  if (unlockTier) return { kind: 'locked', tier: unlockTier }
  if (yourMonth?.cards.length === 0) return { kind: 'noCard' }
  const again = firstOfNextMonth(now.date)
  if (yourMonth?.visitsLeft === 0) return { kind: 'used', limit: 'visits', again }
  if (yourMonth?.spendLeftCents === 0) return { kind: 'used', limit: 'spend', again }
  const earningDays = benefitAvailability.weekdays
  if (!earningDays) return { kind: 'signedOut' }
  const days = weekdays.filter(day => earningDays.includes(day))
  return days.includes(now.weekday) ? { kind: 'today' } : { kind: 'otherDays', days }
}

function firstOfNextMonth(date: LocalDate): LocalDate {
  const [year = 0, month = 0] = date.split('-').map(Number)
  return new Date(Date.UTC(year, month, 1)).toISOString().slice(0, 10)
}
