import { instantOf } from '../rewards/dine-time.rules.ts'
import { type LocalDate, localTimeAt, weekdayOf, type weekdays } from '../shared/local-date.ts'
import { dayAfter } from './restaurant-time.rules.ts'

export type OpeningHours = Partial<
  Record<(typeof weekdays)[number], readonly { readonly opens: string; readonly closes: string }[]>
>

/** Minutes are multiples of 15, the length of a table slot. */
export interface BookTerms {
  readonly slotMinutes: number
  readonly seatingMinutes: number
  /** The last seating, before closing. */
  readonly lastSeatingMinutes: number
  readonly minPartySize: number
  readonly maxPartySize: number
  readonly maxDaysAhead: number
  /** Minimum time from booking to meal. */
  readonly leadMinutes: number
}

/** Of sittings that begin on this day. Skipped hours are left out; a repeated one appears once, the later time. */
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

/** Minutes after midnight. Closing at or before opening means on the next day. */
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

/** Null for a time that a clock change skips. */
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
