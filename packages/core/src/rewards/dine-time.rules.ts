import type { LocalDate } from '../shared/local-date.ts'

/* Days, terms and tiers go by the restaurant's local time; a card linked elsewhere is compared as an instant. */

/** `YYYY-MM-DDTHH:mm:ss`, without an offset. */
export type LocalTime = string

export const dateOf = (time: LocalTime): LocalDate => time.slice(0, 10)

export function localTimeAt(timezone: string, instant: Date): LocalTime {
  let wall = walls.get(timezone)
  if (!wall) {
    // sv-SE writes "2026-03-10 19:05:00".
    wall = new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' })
    walls.set(timezone, wall)
  }
  return wall.format(instant).replace(' ', 'T')
}

/** Of a repeated hour the later instant, of a skipped one the time after: a card linked minutes before counts. */
export function instantOf(timezone: string, time: LocalTime): Date {
  const asIfUtc = Date.parse(`${time}Z`)
  const candidates = [-day, day].map(shift => asIfUtc - offsetAt(timezone, asIfUtc + shift))
  const exact = candidates.filter(instant => instant + offsetAt(timezone, instant) === asIfUtc)
  return new Date(Math.max(...(exact.length > 0 ? exact : candidates)))
}

export const isInstant = (text: string): boolean => /(Z|[+-]\d\d:\d\d)$/.test(text)

/** The network's time is local, or an instant when it has an offset. */
export function readDineTime(timezone: string | null, text: string): LocalTime {
  if (!isInstant(text)) return (text.length === 16 ? `${text}:00` : text).slice(0, 19)
  return localTimeAt(timezone ?? 'UTC', new Date(text))
}

const day = 86_400_000

/** Milliseconds that the zone is ahead of UTC at this instant. */
function offsetAt(timezone: string, instant: number): number {
  const wholeSeconds = Math.floor(instant / 1_000) * 1_000
  return Date.parse(`${localTimeAt(timezone, new Date(wholeSeconds))}Z`) - wholeSeconds
}

/** Creating a formatter costs more than a thousand uses. */
const walls = new Map<string, Intl.DateTimeFormat>()
