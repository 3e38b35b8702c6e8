import { type BookablePlace, timesAround } from '@dineward/core/reservations/availability.rules.ts'
import { localDateAt, localTimeAt } from '@dineward/core/shared/local-date.ts'
import type { AlertRow } from './table-alerts.repository.ts'

type AlertWindow = Pick<AlertRow, 'windowStart' | 'windowEnd'>

/** Times at which the restaurant seats in the window, the earliest first. */
export function startsInWindow(
  place: BookablePlace,
  { windowStart, windowEnd }: AlertWindow,
  now: Date,
): Date[] {
  const { timezone } = place
  const asked = {
    date: localDateAt(timezone, windowStart),
    time: localTimeAt(timezone, windowStart).slice(11, 16),
    partySize: 1,
  }
  const windowMinutes = (windowEnd.getTime() - windowStart.getTime()) / 60_000
  return timesAround(place, asked, now, windowMinutes)
    .filter(start => start >= windowStart && start <= windowEnd)
    .toSorted((a, b) => a.getTime() - b.getTime())
}
