import { type Weekday, weekdays } from '../shared/local-date.ts'
import type { Merchant } from './merchants.contract.ts'

type Hours = Merchant['hours']
/** Hours go by weekday, as books and pages have them. */
type ReadonlyHours = { readonly [Day in Weekday]?: readonly { opens: string; closes: string }[] | undefined }

const time = '(?:[01]\\d|2[0-3]):[0-5]\\d'
const sittingPattern = new RegExp(`^(${time})-(${time}|24:00)$`)
const mostSittings = 6

/** Sittings that touch or overlap become one. @returns null where they are invalid. */
export function readOpeningHours(text: string): Hours | null {
  const hours = writtenHours(text)
  return hours && joinedHours(hours)
}

/** @returns the days with two sittings at the same time: one of them was meant to replace the other. */
export function daysThatOverlap(text: string): Weekday[] {
  const hours = writtenHours(text) ?? {}
  return weekdays.filter(day => {
    const sittings = sittingsAround(hours, day)
    return sittings.some(
      (one, index) =>
        one.day === day && sittings.slice(index + 1).some(({ from, to }) => from < one.to && one.from < to),
    )
  })
}

/** Hours are written `Mon-Thu 17:00-22:00|Sat Sun 11:00-15:00`. Closing at or before opening means the next day. */
function writtenHours(text: string): Hours | null {
  const hours: Hours = {}
  for (const part of text.split('|').map(each => each.trim())) {
    if (part === '') continue
    const words = part.split(/[\s,]+/)
    const first = words.findIndex(word => /^\d/.test(word))
    const days = first < 1 ? [null] : words.slice(0, first).map(daysOf)
    const sittings = words.slice(first).map(sittingOf)
    if (days.includes(null) || sittings.includes(null)) return null
    for (const day of new Set(days.flatMap(each => each ?? [])))
      hours[day] = [...(hours[day] ?? []), ...sittings.flatMap(each => each ?? [])].toSorted((a, b) =>
        a.opens < b.opens ? -1 : 1,
      )
  }
  return Object.values(hours).some(sittings => sittings.length > mostSittings) ? null : hours
}

/** A word is "Mon" or "Fri-Sun"; "Sat-Mon" wraps around the week. */
function daysOf(word: string): Weekday[] | null {
  const [from = -1, to = from, ...more] = word.split('-').map(day => weekdays.indexOf(day as Weekday))
  if (from < 0 || to < 0 || more.length > 0) return null
  const count = ((to - from + 7) % 7) + 1
  return Array.from({ length: count }, (_, i) => weekdays[(from + i) % 7]!)
}

function sittingOf(word: string): { opens: string; closes: string } | null {
  const [, opens, closes] = sittingPattern.exec(word) ?? []
  return opens !== undefined && closes !== undefined
    ? { opens, closes: closes === '24:00' ? '00:00' : closes }
    : null
}

const aDay = 24 * 60
/** What goes on until then after midnight belongs to the evening before. */
const endOfNight = 6 * 60

/** @returns sittings from two days before to that day next week, in minutes since the day began. */
export function sittingsAround(hours: ReadonlyHours, day: Weekday) {
  return Array.from({ length: 10 }, (_, index) => index - 2).flatMap(days => {
    const weekday = weekdays[(weekdays.indexOf(day) + days + 14) % 7]!
    return (hours[weekday] ?? []).map(({ opens, closes }) => {
      const from = minuteOf(opens)
      // Forms without 24:00 have a minute less.
      const to = closes === '23:59' ? aDay : minuteOf(closes)
      return { day: weekday, from: days * aDay + from, to: days * aDay + to + (to <= from ? aDay : 0) }
    })
  })
}

const aWeek = 7 * aDay

/** @returns sittings in minutes since Sunday began; those of Saturday night end after the week. */
export const weekOpenings = (hours: ReadonlyHours): Span[] =>
  sittingsAround(hours, 'Sun')
    .filter(({ from }) => from >= 0 && from < aWeek)
    .map(({ from, to }) => ({ from, to }))

export const isOpenAt = (openings: readonly Span[], minuteOfWeek: number): boolean =>
  openings.some(
    ({ from, to }) =>
      (from <= minuteOfWeek && minuteOfWeek < to) ||
      (from <= minuteOfWeek + aWeek && minuteOfWeek + aWeek < to),
  )

/** When it closes that is open until `minute`: sittings that touch or overlap are one. */
export function closingAfter(
  sittings: readonly { readonly from: number; readonly to: number }[],
  minute: number,
): number {
  return sittings
    .toSorted((a, b) => a.from - b.from)
    .reduce((end, { from, to }) => (from <= end && to > end ? to : end), minute)
}

/** Each sitting under the day on which it begins, also where it was written as two that meet at midnight. */
export function joinedHours(hours: ReadonlyHours): Hours {
  const joined: Hours = {}
  for (const day of weekdays) {
    const sittings = sittingsAround(hours, day)
    const ofDay = openOn(sittings).map(({ from, to }) => ({ opens: timeAt(from), closes: timeAt(to) }))
    if (ofDay.length > 0) joined[day] = ofDay
  }
  return joined
}

export interface Span {
  readonly from: number
  readonly to: number
}

/** What begins that day, with the night after it, and without the night before. */
function openOn(sittings: readonly Span[]): Span[] {
  const spans: Span[] = []
  for (const { from, to } of sittings.toSorted((a, b) => a.from - b.from)) {
    const last = spans.at(-1)
    if (last && from <= last.to) spans.splice(-1, 1, { from: last.from, to: Math.max(last.to, to) })
    else spans.push({ from, to })
  }
  return spans.flatMap(span => {
    const { from, to } = span
    const isNightBefore = from < 0 && closingOn(-1, span, sittings) === to
    if (from >= aDay || to <= 0 || isNightBefore) return []
    return { from: Math.max(0, from), to: closingOn(0, span, sittings) }
  })
}

/** When what begins within the span on that day ends: with the night after it, or at midnight. */
function closingOn(day: number, { from, to }: Span, sittings: readonly Span[]): number {
  const midnight = (day + 1) * aDay
  const isEvening = to <= midnight + endOfNight && to - Math.max(day * aDay, from) <= aDay
  const isOneSitting = sittings.some(sitting => sitting.from === from && sitting.to === to)
  return isEvening || isOneSitting ? to : Math.min(to, midnight)
}

export const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

function timeAt(minute: number): string {
  const ofDay = minute % aDay
  return [Math.floor(ofDay / 60), ofDay % 60].map(part => String(part).padStart(2, '0')).join(':')
}
