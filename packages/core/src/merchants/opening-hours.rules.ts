import { weekdays } from '../shared/local-date.ts'
import type { Merchant } from './merchants.contract.ts'

type Hours = Merchant['hours']
type Weekday = (typeof weekdays)[number]

const time = '(?:[01]\\d|2[0-3]):[0-5]\\d'
const sittingPattern = new RegExp(`^(${time})-(${time}|24:00)$`)
const mostSittings = 6

/** `Mon-Thu 17:00-22:00|Sat Sun 11:00-15:00`. Closing at or before opening means the next day. Null where invalid. */
export function readOpeningHours(text: string): Hours | null {
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

/** "Mon", or "Fri-Sun"; "Sat-Mon" wraps around the week. */
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
