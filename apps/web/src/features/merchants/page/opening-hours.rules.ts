import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { closingAfter, minuteOf, sittingsAround } from '@dineward/core/merchants/opening-hours.rules.ts'
import { type LocalDate, localTimeAt, type Weekday, weekdayOf } from '@dineward/core/shared/local-date.ts'

type Hours = Merchant['hours']

export interface LocalMoment {
  readonly date: LocalDate
  readonly weekday: Weekday
  /** They count since midnight at the restaurant. */
  readonly minutes: number
}

export function localMomentAt(timezone: string, instant: Date): LocalMoment {
  const [date = '', clock = ''] = localTimeAt(timezone, instant).split('T')
  return { date, weekday: weekdayOf(date), minutes: minuteOf(clock) }
}

/**
 * Times are "HH:mm" of the restaurant; `until` is null if it does not close within a day, `day` is null for later
 * today.
 */
export type OpeningState =
  | { readonly kind: 'open'; readonly until: string | null }
  | { readonly kind: 'opens'; readonly at: string; readonly day: Weekday | null }
  | { readonly kind: 'closed' }

export function openingStateAt(hours: Hours, now: LocalMoment): OpeningState {
  const sittings = sittingsAround(hours, now.weekday)
  const end = closingAfter(sittings, now.minutes)
  if (end > now.minutes) return { kind: 'open', until: end - now.minutes > aDay ? null : timeAt(end) }
  const next = sittings.find(({ from }) => from > now.minutes)
  return next
    ? { kind: 'opens', at: timeAt(next.from), day: next.from < aDay ? null : next.day }
    : { kind: 'closed' }
}

export const hasHours = (hours: Hours): boolean => Object.values(hours).some(({ length }) => length > 0)

const aDay = 24 * 60

/** "17:30" gives "5:30 PM", and "22:00" gives "10 PM". */
export function clockTime(time: string): string {
  const minutes = minuteOf(time)
  const hour = Math.floor(minutes / 60) % 24
  const rest = minutes % 60
  return `${hour % 12 || 12}${rest ? `:${String(rest).padStart(2, '0')}` : ''} ${hour < 12 ? 'AM' : 'PM'}`
}

function timeAt(minutes: number): string {
  const ofDay = minutes % aDay
  return [Math.floor(ofDay / 60), ofDay % 60].map(part => String(part).padStart(2, '0')).join(':')
}
