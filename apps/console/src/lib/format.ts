import type { Program } from '@dineward/core/console-session/console-session.contract.ts'
import { formatCents, formatNumber } from '@dineward/core/shared/format.ts'
import { asUtc } from '@dineward/core/shared/local-date.ts'

export { formatCents, formatNumber }

type Currency = Pick<Program, 'currencyType' | 'currencyWords'>

/** Whether amounts of the program are integer cents; else whole points or miles. */
export const isMoney = ({ currencyType }: Pick<Currency, 'currencyType'>): boolean =>
  currencyType === 'Dollar' || currencyType === 'Credit'

/** It reads "$12.40", "1 point" or "1,240 miles". */
export function formatReward(program: Currency, amount: number): string {
  if (isMoney(program)) return formatCents(amount)
  const { singular, plural } = program.currencyWords
  return `${formatNumber(amount)} ${amount === 1 ? singular : plural}`
}

const dateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeStyle: 'short' })
const longDateTime = new Intl.DateTimeFormat('en-US', { dateStyle: 'full', timeStyle: 'long' })
const date = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' })
const plainDate = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium', timeZone: 'UTC' })
const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' })

/** In the reader's time zone where none is given. */
export const formatTime = (at: string, zone?: string): string => inZone(dateTime, zone).format(new Date(at))
export const formatLongTime = (at: string, zone?: string): string =>
  inZone(longDateTime, zone).format(new Date(at))

const timeOfDay = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })
/** It reads "12:03 PM". */
export const formatTimeOfDay = (at: string, zone?: string): string =>
  inZone(timeOfDay, zone).format(new Date(at))

const zoned = new Map<string, Intl.DateTimeFormat>()

/** Creating a format is slow: each is created once. */
function inZone(format: Intl.DateTimeFormat, timeZone: string | undefined): Intl.DateTimeFormat {
  if (timeZone === undefined) return format
  const { dateStyle, timeStyle } = format.resolvedOptions()
  const key = `${timeZone} ${dateStyle} ${timeStyle}`
  const styles = { ...(dateStyle && { dateStyle }), ...(timeStyle && { timeStyle }) }
  const known = zoned.get(key) ?? new Intl.DateTimeFormat('en-US', { ...styles, timeZone })
  zoned.set(key, known)
  return known
}

/** It reads "Eastern Time, America/New_York". */
export function zoneName(timeZone: string): string {
  const parts = new Intl.DateTimeFormat('en-US', { timeZone, timeZoneName: 'longGeneric' }).formatToParts()
  const name = parts.find(({ type }) => type === 'timeZoneName')?.value
  return [name, timeZone.replaceAll('_', ' ')].filter(Boolean).join(', ')
}
/** Of a moment, in the reader's time zone. */
export const formatDay = (at: string): string => date.format(new Date(at))
/** It writes a date without a time, such as "2026-03-10". */
export const formatPlainDate = (day: string): string => plainDate.format(asUtc(day))

const dayOfMonth = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric', timeZone: 'UTC' })
/** It writes a date without a time and year, such as "Mar 10". */
export const formatDayOfMonth = (day: string): string => dayOfMonth.format(asUtc(day))

/** It reads "Nov 18 – Dec 16, 2026". */
export const formatPlainDates = (from: string, to: string): string =>
  plainDate.formatRange(asUtc(from), asUtc(to))

const plainTime = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
  timeZone: 'UTC',
})
/** Times at a place have no zone: "Mar 20, 2026, 7:00 – 11:30 PM". */
export const formatLocalTimes = (from: string, to: string): string =>
  plainTime.formatRange(asUtc(from), asUtc(to))

/** A time at a place has no zone: "Mar 20, 2026, 7:00 PM". */
export const formatLocalTime = (at: string): string => plainTime.format(asUtc(at.slice(0, 16)))

const steps = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
] as const

/** It reads "3 hours ago" or "in 2 days", and is null further away than 30 days. */
export function formatRelative(at: string, now = Date.now()): string | null {
  const difference = new Date(at).getTime() - now
  if (Math.abs(difference) > 30 * 86_400_000) return null
  const [unit, size] = steps.find(([, size]) => Math.abs(difference) >= size) ?? steps[2]
  return relative.format(Math.round(difference / size), unit)
}
