/* `YYYY-MM-DD` by the restaurant's local date: days, caps and campaigns. */

export type LocalDate = string

export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
export type Weekday = (typeof weekdays)[number]

export function weekdayOf(date: LocalDate): Weekday {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]!
}

/** `timezone` is a valid IANA name. */
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

/** Whether a text is one, and on the calendar. */
export function isLocalDate(text: string): boolean {
  const date = /^\d{4}-\d\d-\d\d$/.test(text) ? new Date(`${text}T00:00:00Z`) : null
  return date !== null && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text)
}

/** Negative when `to` is earlier. */
export function daysBetween(from: LocalDate, to: LocalDate): number {
  return (Date.parse(to) - Date.parse(from)) / 86_400_000
}

/** By name: PostgreSQL reads the sign of an offset such as -05:00 the other way around. */
export function isTimezone(name: string): boolean {
  if (timezones.has(name)) return true
  if (!/^[A-Z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-CA', { timeZone: name })
    timezones.add(name)
    return true
  } catch {
    return false
  }
}

/** Known to be valid: an import asks for each of its restaurants. */
const timezones = new Set<string>()

/** Creating one costs more than a thousand uses. */
const calendars = new Map<string, Intl.DateTimeFormat>()
