import { closingAfter, sittingsAround } from '../merchants/opening-hours.rules.ts'
import { instantOf } from '../rewards/dines/dine-time.rules.ts'
import { type LocalDate, localTimeAt, weekdayOf, type weekdays } from '../shared/local-date.ts'
import { dayAfter } from './restaurant-time.rules.ts'

export type OpeningHours = Partial<
  Record<(typeof weekdays)[number], readonly { readonly opens: string; readonly closes: string }[]>
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
  const instants = new Set<number>()
  const sittings = sittingsAround(place.hours, weekdayOf(date))
  for (const sitting of sittings.filter(({ from }) => from >= 0 && from < minutesOfDay))
    for (const minute of wallMinutes(sitting, closingAfter(sittings, sitting.to), terms)) {
      const instant = shown(place.timezone, date, minute)
      if (instant !== null) instants.add(instant)
    }
  return [...instants].toSorted((a, b) => a - b).map(instant => new Date(instant))
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
function shown(timezone: string, date: LocalDate, minute: number): number | null {
  const day = dayAfter(date, Math.floor(minute / minutesOfDay))
  const time = `${day}T${clock(minute % minutesOfDay)}:00`
  const instant = instantOf(timezone, time)
  return localTimeAt(timezone, instant) === time ? instant.getTime() : null
}

const minutesOfDay = 24 * 60
const clock = (minute: number): string =>
  `${String(Math.floor(minute / 60)).padStart(2, '0')}:${String(minute % 60).padStart(2, '0')}`
