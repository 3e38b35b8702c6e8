import { localDateAt } from '@dineward/core/shared/local-date.ts'

const dayMs = 86_400_000
const minuteMs = 60_000

/** Days since 1970 of a date `YYYY-MM-DD`, and back. */
const dayNumber = (date: string): number => Date.parse(date) / dayMs

export function dateOfDay(day: number): string {
  let date = dates.get(day)
  if (date === undefined) {
    date = new Date(day * dayMs).toISOString().slice(0, 10)
    dates.set(day, date)
  }
  return date
}
/** Writing one costs more than looking it up; there are only so many days. */
const dates = new Map<number, string>()

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
