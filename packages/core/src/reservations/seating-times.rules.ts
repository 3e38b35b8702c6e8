import { instantOf, localTimeAt, weekdayOf } from '../rewards/dine-time.rules.ts'
import type { LocalDate, weekdays } from '../shared/local-date.ts'
import { dayAfter } from './restaurant-time.rules.ts'

export type OpeningHours = Partial<
  Record<(typeof weekdays)[number], readonly { readonly opens: string; readonly closes: string }[]>
>

/** How a restaurant's book is kept. Minutes are whole quarters of an hour, so that tables are kept by the quarter. */
export interface BookTerms {
  /** From one time that is offered to the next. */
  readonly slotMinutes: number
  /** How long a table is a party's. */
  readonly seatingMinutes: number
  /** The last party sits down this long before closing. */
  readonly lastSeatingMinutes: number
  readonly minPartySize: number
  /** No table, and no wish of the restaurant's, is for more. */
  readonly maxPartySize: number
  readonly maxDaysAhead: number
  /** Later than this before the meal, people call. */
  readonly leadMinutes: number
}

/**
 * The instants at which parties may sit down in the sittings that begin on this day, in order. Times are the
 * restaurant's: an hour that a clock change skips is never among them, one that it repeats is once, at its later pass.
 * A sitting that closes after midnight belongs to the day it began on.
 */
export function seatingTimes(
  place: { readonly timezone: string; readonly hours: OpeningHours },
  terms: Pick<BookTerms, 'slotMinutes' | 'lastSeatingMinutes'>,
  date: LocalDate,
): Date[] {
  const instants = new Set<number>()
  for (const { opens, closes } of place.hours[weekdayOf(date)] ?? [])
    for (const minute of wallMinutes(minuteOf(opens), minuteOf(closes), terms)) {
      const instant = shown(place.timezone, date, minute)
      if (instant !== null) instants.add(instant)
    }
  return [...instants].toSorted((a, b) => a - b).map(instant => new Date(instant))
}

/** Minutes after midnight, on the book's grid. Closing at or before opening is closing on the next day. */
function wallMinutes(
  opens: number,
  closes: number,
  { slotMinutes, lastSeatingMinutes }: Pick<BookTerms, 'slotMinutes' | 'lastSeatingMinutes'>,
): number[] {
  const last = (closes > opens ? closes : closes + minutesOfDay) - lastSeatingMinutes
  const first = Math.ceil(opens / slotMinutes) * slotMinutes
  const count = Math.max(0, Math.floor((last - first) / slotMinutes) + 1)
  return Array.from({ length: count }, (_, i) => first + i * slotMinutes)
}

/** Null where the clock never shows this time. */
function shown(timezone: string, date: LocalDate, minute: number): number | null {
  const day = dayAfter(date, Math.floor(minute / minutesOfDay))
  const time = `${day}T${clock(minute % minutesOfDay)}:00`
  const instant = instantOf(timezone, time)
  return localTimeAt(timezone, instant) === time ? instant.getTime() : null
}

const minutesOfDay = 24 * 60
const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
