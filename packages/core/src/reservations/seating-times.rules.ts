import { closingAfter, sittingsAround } from '../merchants/opening-hours.rules.ts'
import { instantOf } from '../rewards/dines/dine-time.rules.ts'
import { type LocalDate, localTimeAt, type Weekday, weekdayOf } from '../shared/local-date.ts'
import { dayAfter } from './restaurant-time.rules.ts'

export type OpeningHours = Partial<
  Record<Weekday, readonly { readonly opens: string; readonly closes: string }[]>
>

/** Minutes are multiples of 15, the length of a table slot. */
export interface BookTerms {
  readonly slotMinutes: number
  readonly seatingMinutes: number
  /** It counts from the last seating to closing. */
  readonly lastSeatingMinutes: number
  readonly minPartySize: number
  readonly maxPartySize: number
  readonly maxDaysAhead: number
  /** It is the minimum time from booking to meal. */
  readonly leadMinutes: number
  /** Members can wait for the next table of this evening. */
  readonly hasWaitlist?: boolean
}

/**
 * These are times of sittings that begin on this day. Where the next one begins at the end of one, the last seating is
 * before the end of both. Skipped hours are left out; a repeated one appears once, the later time.
 */
export function seatingTimes(
  place: { readonly timezone: string; readonly hours: OpeningHours },
  terms: Pick<BookTerms, 'slotMinutes' | 'lastSeatingMinutes'>,
  date: LocalDate,
): Date[] {
  const instants = seatingMinutes(place.hours, terms, weekdayOf(date))
    .map(minute => seatingInstant(place.timezone, date, minute))
    .filter(instant => instant !== null)
  return [...new Set(instants)].toSorted((a, b) => a - b).map(instant => new Date(instant))
}

/** They count from midnight of the weekday on which the sitting begins, by the restaurant's clock. */
export function seatingMinutes(
  hours: OpeningHours,
  terms: Pick<BookTerms, 'slotMinutes' | 'lastSeatingMinutes'>,
  weekday: Weekday,
): number[] {
  const sittings = sittingsAround(hours, weekday)
  return sittings
    .filter(({ from }) => from >= 0 && from < minutesOfDay)
    .flatMap(sitting => wallMinutes(sitting, closingAfter(sittings, sitting.to), terms))
}

/** All are in minutes after midnight. */
function wallMinutes(
  { from, to }: { readonly from: number; readonly to: number },
  closes: number,
  { slotMinutes, lastSeatingMinutes }: Pick<BookTerms, 'slotMinutes' | 'lastSeatingMinutes'>,
): number[] {
  // Where another sitting goes on, `to` is a time of that one.
  const last = Math.min(closes - lastSeatingMinutes, closes > to ? to - 1 : to)
  const first = Math.ceil(from / slotMinutes) * slotMinutes
  const count = Math.max(0, Math.floor((last - first) / slotMinutes) + 1)
  return Array.from({ length: count }, (_, i) => first + i * slotMinutes)
}

/** @returns null for a time that a clock change skips. */
export function seatingInstant(timezone: string, date: LocalDate, minute: number): number | null {
  const day = dayAfter(date, Math.floor(minute / minutesOfDay))
  const time = `${day}T${clock(minute % minutesOfDay)}:00`
  const instant = instantOf(timezone, time)
  return localTimeAt(timezone, instant) === time ? instant.getTime() : null
}

const minutesOfDay = 24 * 60
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
