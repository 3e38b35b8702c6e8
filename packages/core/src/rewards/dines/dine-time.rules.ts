import {
  asUtc,
  isInstant,
  type LocalDate,
  type LocalTime,
  localTimeAt,
  zoneOffsetAt,
} from '../../shared/local-date.ts'

/* Days, terms and tiers go by the restaurant's local time; a card linked elsewhere is compared as an instant. */

export const dateOf = (time: LocalTime): LocalDate => time.slice(0, 10)

/**
 * Of a repeated hour it takes the later instant, of a skipped one the time after: a card linked minutes before counts.
 */
export function instantOf(timezone: string, time: LocalTime): Date {
  const asIfUtc = asUtc(time).getTime()
  const candidates = [-day, day].map(shift => asIfUtc - zoneOffsetAt(timezone, asIfUtc + shift))
  const exact = candidates.filter(instant => instant + zoneOffsetAt(timezone, instant) === asIfUtc)
  return new Date(Math.max(...(exact.length > 0 ? exact : candidates)))
}

/** The network's time is local, or an instant when it has an offset. */
export function readDineTime(timezone: string | null, text: string): LocalTime {
  if (!isInstant(text)) return (text.length === 16 ? `${text}:00` : text).slice(0, 19)
  return localTimeAt(timezone ?? 'UTC', new Date(text))
}

const day = 86_400_000
