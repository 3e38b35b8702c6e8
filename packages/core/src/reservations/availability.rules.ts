import { instantOf } from '../rewards/dines/dine-time.rules.ts'
import { daysBetween, type LocalDate, localDateAt } from '../shared/local-date.ts'
import { dayAfter } from './restaurant-time.rules.ts'
import { type BookTerms, type OpeningHours, seatingTimes } from './seating-times.rules.ts'

/** A restaurant with its book, narrowed to the partner's limits (shell §4 Reservation availability). */
export interface BookablePlace {
  readonly timezone: string
  readonly hours: OpeningHours
  readonly terms: BookTerms
  /** These are the first day in the program and the first one after it. */
  readonly joinedOn: LocalDate
  readonly leftOn: LocalDate | null
}

export interface TableQuestion {
  readonly date: LocalDate
  /** `HH:mm` on the restaurant's clock. */
  readonly time: string
  readonly partySize: number
}

/** Times further from the requested one are another meal. */
export const searchWindowMinutes = 150

/** Dates begin with yesterday (shell §9): in some time zone it is still that day. */
export function isBeforeYesterday(timezone: string, date: LocalDate, now: Date): boolean {
  return daysBetween(localDateAt(timezone, now), date) < -1
}

/** It does not depend on free tables; the first reason that applies is returned. */
export function unavailableReason(
  { timezone, terms }: Pick<BookablePlace, 'timezone' | 'terms'>,
  { date, time, partySize }: TableQuestion,
  now: Date,
): 'too_big' | 'too_small' | 'too_far' | 'too_close' | null {
  if (partySize > terms.maxPartySize) return 'too_big'
  if (partySize < Math.max(1, terms.minPartySize)) return 'too_small'
  if (daysBetween(localDateAt(timezone, now), date) > terms.maxDaysAhead) return 'too_far'
  if (instantOf(timezone, `${date}T${time}:00`) < earliestStart(terms, now)) return 'too_close'
  return null
}

/** It has another party size, or the first or last day. */
export function nearestQuestion(
  place: Pick<BookablePlace, 'timezone' | 'terms'>,
  { date, time, partySize }: TableQuestion,
  now: Date,
): TableQuestion | null {
  const { minPartySize, maxPartySize, maxDaysAhead } = place.terms
  const today = localDateAt(place.timezone, now)
  const lastDay = dayAfter(today, maxDaysAhead)
  const nearest = {
    date: date < today ? today : date > lastDay ? lastDay : date,
    time,
    partySize: Math.min(Math.max(partySize, 1, minPartySize), maxPartySize),
  }
  for (; nearest.date <= lastDay; nearest.date = dayAfter(nearest.date))
    if (unavailableReason(place, nearest, now) === null) return nearest
  return null
}

/**
 * @returns seating times around the requested one, nearest first, and the earlier of two at the same distance first.
 */
export function timesAround(
  place: BookablePlace,
  { date, time }: TableQuestion,
  now: Date,
  windowMinutes = searchWindowMinutes,
): Date[] {
  const asked = instantOf(place.timezone, `${date}T${time}:00`).getTime()
  const distance = (start: Date) => Math.abs(start.getTime() - asked)
  const times = [-1, 0, 1].flatMap(days => seatingTimes(place, place.terms, dayAfter(date, days)))
  // Sittings of two days may overlap.
  return [...new Map(times.map(start => [start.getTime(), start])).values()]
    .filter(start => distance(start) <= windowMinutes * 60_000)
    .filter(start => isOffered(place, start, now))
    .toSorted((a, b) => distance(a) - distance(b) || a.getTime() - b.getTime())
}

/** Refuses invented slot ids. */
export function isSeatingTime(place: BookablePlace, start: Date, now: Date): boolean {
  if (!isOffered(place, start, now)) return false
  const date = localDateAt(place.timezone, start)
  // Times after midnight belong to the sitting of the day before.
  return [-1, 0].some(days =>
    seatingTimes(place, place.terms, dayAfter(date, days)).some(time => time.getTime() === start.getTime()),
  )
}

export function isBookableSize({ minPartySize, maxPartySize }: BookTerms, partySize: number): boolean {
  return partySize >= Math.max(1, minPartySize) && partySize <= maxPartySize
}

/** A table booked now has the bonus when it is at least `leadHours` ahead (decisions: six hours). */
export function bonusFor(
  terms: { readonly amount: number | null; readonly leadHours: number },
  start: Date,
  now: Date,
): number | null {
  const earns = start.getTime() - now.getTime() >= terms.leadHours * 3_600_000
  return earns && terms.amount !== null && terms.amount > 0 ? terms.amount : null
}

/** `bonus` is the restaurant's, before lead times. */
export function stateOf(
  slots: readonly { readonly bonus: number | null }[],
  bonus: number | null,
): 'none' | 'no_bonus' | 'available' {
  if (slots.length === 0) return 'none'
  return bonus !== null && bonus > 0 && slots.every(slot => slot.bonus === null) ? 'no_bonus' : 'available'
}

function isOffered({ timezone, terms, joinedOn, leftOn }: BookablePlace, start: Date, now: Date): boolean {
  if (start < earliestStart(terms, now)) return false
  const date = localDateAt(timezone, start)
  if (date < joinedOn || (leftOn !== null && date >= leftOn)) return false
  return daysBetween(localDateAt(timezone, now), date) <= terms.maxDaysAhead
}

function earliestStart({ leadMinutes }: BookTerms, now: Date): Date {
  return new Date(now.getTime() + leadMinutes * 60_000)
}
