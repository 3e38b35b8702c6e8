import type { LocalDate } from '@dineward/core/merchants/local-date.rules.ts'
import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { type LocalMoment, type Weekday, weekdays } from './restaurant-hours.ts'

/** Whether a dinner counts today, from what the programme agreed with the restaurant. */
export type EarnsToday =
  | { readonly kind: 'left'; readonly since: LocalDate }
  | { readonly kind: 'from'; readonly date: LocalDate }
  | { readonly kind: 'today' }
  | { readonly kind: 'otherDays'; readonly days: readonly Weekday[] }

export function earnsToday(
  merchant: Pick<Merchant, 'benefitAvailability' | 'joinedOn' | 'leftOn'>,
  now: LocalMoment,
): EarnsToday {
  const { benefitAvailability, joinedOn, leftOn } = merchant
  if (leftOn !== null) return { kind: 'left', since: leftOn }
  if (joinedOn > now.date) return { kind: 'from', date: joinedOn }
  const days = weekdays.filter(day => benefitAvailability.weekdays.includes(day))
  return days.includes(now.weekday) ? { kind: 'today' } : { kind: 'otherDays', days }
}
