/*
 * Days as the restaurant counts them: `YYYY-MM-DD`, without a time zone. Days, caps and campaigns go by the local date
 * of the restaurant, wherever the server or the member may be.
 */

export type LocalDate = string

export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
export type Weekday = (typeof weekdays)[number]

export function weekdayOf(date: LocalDate): Weekday {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]!
}

/** The date on a calendar that hangs in this time zone (IANA name, which must be valid) at that instant. */
export function localDateAt(timezone: string, instant: Date): LocalDate {
  let calendar = calendars.get(timezone)
  if (!calendar) {
    // en-CA writes dates as YYYY-MM-DD.
    calendar = new Intl.DateTimeFormat('en-CA', {
      timeZone: timezone,
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    calendars.set(timezone, calendar)
  }
  return calendar.format(instant)
}

/** Whole days from one date to another; negative when the other is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

export function isTimezone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en-CA', { timeZone: name })
    return true
  } catch {
    return false
  }
}

/** Making one costs more than a thousand uses of it. */
const calendars = new Map<string, Intl.DateTimeFormat>()
