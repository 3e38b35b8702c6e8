/* `YYYY-MM-DD` by the restaurant's local date: days, caps and campaigns. */

export type LocalDate = string
/** It is written `YYYY-MM-DDTHH:mm:ss`, without an offset. */
export type LocalTime = string

export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
export type Weekday = (typeof weekdays)[number]

export function weekdayOf(date: LocalDate): Weekday {
  return weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]!
}

/** `timezone` is a valid IANA name. */
export const localDateAt = (timezone: string, instant: Date): LocalDate =>
  localTimeAt(timezone, instant).slice(0, 10)

/** `timezone` is a valid IANA name. */
export function localTimeAt(timezone: string, instant: Date): LocalTime {
  const time = instant.getTime()
  return new Date(time + zoneOffsetAt(timezone, time)).toISOString().slice(0, 19)
}

/** Milliseconds that the zone is ahead of UTC at this instant. */
export function zoneOffsetAt(timezone: string, instant: number): number {
  const quarter = Math.floor(instant / quarterMs)
  const known = offsets.get(timezone)?.get(quarter)
  if (known !== undefined) return known
  const wholeSeconds = Math.floor(instant / 1_000) * 1_000
  const offset = readCalendar(timezone, instant) - wholeSeconds
  const ofZone = offsets.get(timezone)
  if (ofZone && ofZone.size < maxQuarters) ofZone.set(quarter, offset)
  else offsets.set(timezone, new Map([[quarter, offset]]))
  return offset
}

/** Whether a time in the standard's form has an offset, and so is the same everywhere. */
export const isInstant = (text: string): boolean => /(Z|[+-]\d\d:\d\d)$/.test(text)

/** A local date or time as if it were one of UTC. Engines agree on texts in the standard's form only. */
export function asUtc(local: LocalDate | LocalTime): Date {
  return new Date(local.length === 10 ? `${local}T00:00:00Z` : `${local}Z`)
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

/** Timezones go by name: PostgreSQL reads the sign of an offset such as -05:00 the other way around. */
export function isTimezone(name: string): boolean {
  if (timezones.has(name)) return true
  if (!/^[A-Z]/i.test(name)) return false
  try {
    new Intl.DateTimeFormat('en-US', { timeZone: name })
    timezones.add(name)
    return true
  } catch {
    return false
  }
}

/** Known to be valid: an import asks for each of its restaurants. */
const timezones = new Set<string>()

/** Clocks change at the quarter of an hour at most. */
const quarterMs = 15 * 60_000
/** A zone with more of them begins again. A card event asks for the quarters of its member's year several times. */
const maxQuarters = 1_000
/** Offsets by zone and quarter, since formatting costs 30 times as much. */
const offsets = new Map<string, Map<number, number>>()

/** It reads the parts of a date: the text of a locale is not the same in all browsers. */
function readCalendar(timezone: string, instant: number): number {
  let calendar = calendars.get(timezone)
  if (!calendar) {
    const digits = { year: 'numeric', month: 'numeric', day: 'numeric' } as const
    const time = { hour: 'numeric', minute: 'numeric', second: 'numeric', hourCycle: 'h23' } as const
    calendar = new Intl.DateTimeFormat('en-US', { timeZone: timezone, ...digits, ...time })
    calendars.set(timezone, calendar)
  }
  const parts = new Map(calendar.formatToParts(instant).map(({ type, value }) => [type, Number(value)]))
  const [year, month, day] = [parts.get('year')!, parts.get('month')!, parts.get('day')!]
  return Date.UTC(year, month - 1, day, parts.get('hour'), parts.get('minute'), parts.get('second'))
}

/** Creating one costs more than a thousand uses. */
const calendars = new Map<string, Intl.DateTimeFormat>()
