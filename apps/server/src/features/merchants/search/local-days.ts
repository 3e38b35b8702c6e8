import { localDateAt } from '@dineward/core/merchants/local-date.rules.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** Days since 1970 of a date `YYYY-MM-DD`, and back. */
export const dayNumber = (date: string): number => Date.parse(date) / dayMs
export const dateOfDay = (day: number): string => new Date(day * dayMs).toISOString().slice(0, 10)

/** The number of today in each time zone, kept for a minute: asking a calendar costs more than a search. */
export function createLocalDays(): (timezone: string, now: Date) => number {
  let minute = Number.NaN
  const days = new Map<string, number>()
  return (timezone, now) => {
    const thisMinute = Math.floor(now.getTime() / minuteMs)
    if (thisMinute !== minute) {
      minute = thisMinute
      days.clear()
    }
    let day = days.get(timezone)
    if (day === undefined) {
      day = dayNumber(localDateAt(timezone, now))
      days.set(timezone, day)
    }
    return day
  }
}
