import { formatClock, formatDate } from '@dineward/core/shared/format.ts'

/* Times at the restaurant, whatever the reader's zone: "2026-11-20T19:00:00-05:00" carries both. */

export const clockText = (time: string): string => formatClock(time)

/** Many would say that it is still the day before. */
export const isNight = (time: string): boolean => time < '06:00'

export const isEvening = (time: string): boolean => time >= '17:00'

export function clockAt(moment: string): string {
  return clockText(moment.slice(11, 16))
}

/** It reads "Friday, November 20", and has the year if it is not that of `now`. */
export function dayText(date: string, now: number): string {
  const isThisYear = Number(date.slice(0, 4)) === new Date(now).getUTCFullYear()
  return formatDate(date, isThisYear ? 'longWeekday' : 'full')
}

export function dateText(date: string): string {
  return formatDate(date, 'long')
}

export function weekdayText(date: string): string {
  return formatDate(date, 'weekday')
}

export function shortDayText(date: string): string {
  return formatDate(date, 'shortWeekday')
}

export function minutesLeftText(leftMs: number): string {
  const seconds = Math.max(0, Math.ceil(leftMs / 1_000))
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, '0')}`
}

/** As the clock beside it shows it: a hold of 5:00 that was answered in a moment has 4:59 left, which are 5 minutes. */
export function wholeMinutesText(leftMs: number): string {
  return String(Math.max(1, Math.round(leftMs / 60_000)))
}

export const inOneLine = (text: string): string => text.replaceAll(' ', '\u00a0')
