import type { Place } from '../merchants/distance.rules.ts'
import { type LocalDate, localDateAt, localTimeAt } from '../shared/local-date.ts'
import { dayAfter } from './restaurant-time.rules.ts'

/** Shell §9 sets the default time and party size. */
export const usualTime = '19:00'
export const usualPartySize = 2

export interface UsualTable {
  readonly date: LocalDate
  readonly time: string
  readonly isTonight: boolean
}

/** Later, a dinner is tomorrow's. */
const latestTime = '21:30'
const halfHourMs = 30 * 60_000

/** Tonight at seven; from half past six the half hour after the next thirty minutes; late, tomorrow at seven. */
export function usualTable(timezone: string, now: Date): UsualTable {
  const soon = new Date(Math.ceil((now.getTime() + halfHourMs) / halfHourMs) * halfHourMs)
  const today = localTimeAt(timezone, now).slice(0, 10)
  const [date, time] = [localTimeAt(timezone, soon).slice(0, 10), localTimeAt(timezone, soon).slice(11, 16)]
  if (date > today || time > latestTime) return { date: dayAfter(today), time: usualTime, isTonight: false }
  return { date: today, time: time > usualTime ? time : usualTime, isTonight: true }
}

/** A rough zone of a place in the US, to know which day it is there. Free times go by each restaurant's own zone. */
export function zoneNear({ latitude, longitude }: Place): string {
  if (longitude > -87) return 'America/New_York'
  if (longitude > -101) return 'America/Chicago'
  if (longitude > -114.5) return 'America/Denver'
  if (longitude > -130) return 'America/Los_Angeles'
  return latitude > 40 ? 'America/Anchorage' : 'Pacific/Honolulu'
}

/** Whether it is not over yet, and not too far ahead, in some time zone that restaurants may have. */
export function isPossibleDay(date: LocalDate, now: Date, maxDaysAhead: number): boolean {
  return date >= firstDay(now) && date <= lastDay(now, maxDaysAhead)
}

export const firstDay = (now: Date): LocalDate => localDateAt('Pacific/Pago_Pago', now)
export const lastDay = (now: Date, maxDaysAhead: number): LocalDate =>
  dayAfter(localDateAt('Pacific/Kiritimati', now), maxDaysAhead)
