import { instantOf } from '../rewards/dine-time.rules.ts'
import { daysBetween, type LocalDate, localDateAt } from '../shared/local-date.ts'
import { dayAfter } from './restaurant-time.rules.ts'
import { type BookTerms, type OpeningHours, seatingTimes } from './seating-times.rules.ts'

/*
 * What is answered to "a table for so many, on that day, around that time" (shell §4 Reservation availability), apart
 * from which tables are free.
 */

/** A restaurant with its book, narrowed to what the partner allows: the smaller party, the nearer day. */
export interface BookablePlace {
  readonly timezone: string
  readonly hours: OpeningHours
  readonly terms: BookTerms
  /** First and first-no-longer day in the partner's program. */
  readonly joinedOn: LocalDate
  readonly leftOn: LocalDate | null
}

export interface TableQuestion {
  readonly date: LocalDate
  /** `HH:mm` on the restaurant's clock. */
  readonly time: string
  readonly partySize: number
}

/** Times further than this from the asked one are another meal. */
export const searchWindowMinutes = 150

/** Dates begin with yesterday (shell §9): somewhere it is still that day. Before it is no day to book at all. */
export function isBeforeYesterday(timezone: string, date: LocalDate, now: Date): boolean {
  return daysBetween(localDateAt(timezone, now), date) < -1
}

/** What speaks against a question before anyone looks for a table; null where nothing does. The first that applies. */
export function whyNotAsked(
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

/** The nearest question against which nothing speaks: another party, or the first or last day; null where there is none. */
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
    if (whyNotAsked(place, nearest, now) === null) return nearest
  return null
}

/** The times around the asked one at which the restaurant seats people, nearest first, the earlier of two as near. */
export function timesAround(
  place: BookablePlace,
  { date, time }: TableQuestion,
  now: Date,
  windowMinutes = searchWindowMinutes,
): Date[] {
  const asked = instantOf(place.timezone, `${date}T${time}:00`).getTime()
  const distance = (start: Date) => Math.abs(start.getTime() - asked)
  return [-1, 0, 1]
    .flatMap(days => seatingTimes(place, place.terms, dayAfter(date, days)))
    .filter(start => distance(start) <= windowMinutes * 60_000)
    .filter(start => isOffered(place, start, now))
    .toSorted((a, b) => distance(a) - distance(b) || a.getTime() - b.getTime())
}

/** Whether a party may sit down at this instant at all: what a made-up time is refused by. */
export function isSeatingTime(place: BookablePlace, start: Date, now: Date): boolean {
  if (!isOffered(place, start, now)) return false
  const date = localDateAt(place.timezone, start)
  // After midnight it is the sitting of the day before.
  return [-1, 0].some(days =>
    seatingTimes(place, place.terms, dayAfter(date, days)).some(time => time.getTime() === start.getTime()),
  )
}

/** Whether a size can be booked. */
export function isBookableSize({ minPartySize, maxPartySize }: BookTerms, partySize: number): boolean {
  return partySize >= Math.max(1, minPartySize) && partySize <= maxPartySize
}

/** The bonus of a table booked now; null where it earns none (decisions: at least six hours ahead). */
export function bonusFor(
  terms: { readonly amount: number | null; readonly leadHours: number },
  start: Date,
  now: Date,
): number | null {
  const earns = start.getTime() - now.getTime() >= terms.leadHours * 3_600_000
  return earns && terms.amount !== null && terms.amount > 0 ? terms.amount : null
}

/** What the free times come to. `bonus` is what the restaurant gives at all. */
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
