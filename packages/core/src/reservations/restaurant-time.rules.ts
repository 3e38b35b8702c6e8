import { formatInstant } from '../shared/format.ts'
import { asUtc, type LocalDate, localTimeAt } from '../shared/local-date.ts'

/** It is local time with its offset: `2026-03-14T19:00:00-04:00`. */
export function restaurantTime(timezone: string, instant: Date): string {
  const local = localTimeAt(timezone, instant)
  const minutes = Math.round((asUtc(local).getTime() - instant.getTime()) / 60_000)
  const size = Math.abs(minutes)
  return `${local}${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** A mail has it in words: "Saturday, March 14, 2026 at 7:00 PM". */
export function restaurantTimeInWords(timezone: string, instant: Date): string {
  return `${formatInstant(instant, 'full', timezone)} at ${formatInstant(instant, 'time', timezone)}`
}

export function dayAfter(date: LocalDate, count = 1): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + count * 86_400_000).toISOString().slice(0, 10)
}

const two = (number: number): string => String(number).padStart(2, '0')
