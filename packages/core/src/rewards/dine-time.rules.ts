import { type LocalDate, weekdays } from '../shared/local-date.ts'

/*
 * When a dine took place, as the restaurant's clock showed it: `YYYY-MM-DDTHH:mm:ss`, without an offset. Days, terms
 * and tiers go by this time; only what happened elsewhere (a card linked on a phone) has to be compared as an instant.
 */

export type LocalTime = string

export const dateOf = (time: LocalTime): LocalDate => time.slice(0, 10)

export const weekdayOf = (date: LocalDate): (typeof weekdays)[number] =>
  weekdays[new Date(`${date}T00:00:00Z`).getUTCDay()]!

/** What the clock on the wall shows in this zone at that instant. */
export function localTimeAt(timezone: string, instant: Date): LocalTime {
  let wall = walls.get(timezone)
  if (!wall) {
    // sv-SE writes "2026-03-10 19:05:00".
    wall = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
    walls.set(timezone, wall)
  }
  return wall.format(instant).replace(' ', 'T')
}

/**
 * The instant at which the clock showed this time. An hour that a clock change repeats is read as its later pass, one
 * that it skips as the time after the change: a member who linked a card minutes before is never told otherwise.
 */
export function instantOf(timezone: string, time: LocalTime): Date {
  const asIfUtc = Date.parse(`${time}Z`)
  const candidates = [-day, day].map(shift => asIfUtc - offsetAt(timezone, asIfUtc + shift))
  const exact = candidates.filter(instant => instant + offsetAt(timezone, instant) === asIfUtc)
  return new Date(Math.max(...(exact.length > 0 ? exact : candidates)))
}

/** A time as the network wrote it: local already, or an instant when it carries an offset. */
export function readDineTime(timezone: string | null, text: string): LocalTime {
  if (!/(Z|[+-]\d\d:\d\d)$/.test(text)) return (text.length === 16 ? `${text}:00` : text).slice(0, 19)
  return localTimeAt(timezone ?? 'UTC', new Date(text))
}

const day = 86_400_000

/** Milliseconds that the zone is ahead of UTC at this instant. */
function offsetAt(timezone: string, instant: number): number {
  const wholeSeconds = Math.floor(instant / 1_000) * 1_000
  return Date.parse(`${localTimeAt(timezone, new Date(wholeSeconds))}Z`) - wholeSeconds
}

/** Making one costs more than a thousand uses of it. */
const walls = new Map<string, Intl.DateTimeFormat>()
