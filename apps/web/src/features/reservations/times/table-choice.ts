import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { minuteOf } from '@dineward/core/merchants/opening-hours.rules.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'

export const reserveId = 'reserve'

export const reservationsPath = '/account/reservations'

export interface TableChoice {
  readonly date: LocalDate
  readonly time: string
  readonly partySize: number
}

/** A table in the address, which can be shared and survives sign-in. */
export interface AddressedTable {
  readonly choice: TableChoice
  readonly isAsked: boolean
  readonly slotId: string | null
}

/** Shell §9 sets the default time and party size. */
const usual = { time: '19:00', partySize: 2 } as const

const maxSlotIdLength = 100

/** From this hour on, the next dinner is tomorrow's. */
const lastHourOfToday = 22

interface AtRestaurant {
  /** It is the time at the restaurant, as in `2026-11-20T13:05:00`. */
  readonly now: string
  readonly hours: Merchant['hours']
}

/** It is at the usual time or the nearest when it is open, half an hour from now at the earliest. */
function nextDinner({ now, hours }: AtRestaurant): { readonly date: LocalDate; readonly time: string } {
  const today = now.slice(0, 10)
  const earliest = minuteOf(now.slice(11, 16)) + stepMinutes
  const left = openHalfHours(hours).filter(minute => minute >= earliest && minute < dayMinutes)
  return Number(now.slice(11, 13)) >= lastHourOfToday || left.length === 0
    ? { date: daysAfter(today, 1), time: usualTime(openHalfHours(hours)) }
    : { date: today, time: usualTime(left) }
}

/** Parse an address. Invalid values and past days are ignored. */
export function readTable(address: URLSearchParams, at: AtRestaurant): AddressedTable {
  const preset = nextDinner(at)
  const today = at.now.slice(0, 10)
  const date = parseFutureDay(address.get('date'), today)
  const time = timeOf(address.get('time'))
  const partySize = partySizeOf(address.get('partySize'))
  const slotId = address.get('slot')
  const isAsked = date !== null && time !== null && partySize !== null
  return {
    choice: {
      date: date ?? preset.date,
      time:
        time ?? (date === null || date === preset.date ? preset.time : usualTime(openHalfHours(at.hours))),
      partySize: partySize ?? usual.partySize,
    },
    isAsked,
    slotId: isAsked && slotId && slotId.length <= maxSlotIdLength ? slotId : null,
  }
}

export function writeTable(
  address: URLSearchParams,
  { date, time, partySize }: TableChoice,
  slotId: string | null = null,
): URLSearchParams {
  const written = new URLSearchParams(address)
  written.set('date', date)
  written.set('time', time)
  written.set('partySize', String(partySize))
  if (slotId === null) written.delete('slot')
  else written.set('slot', slotId)
  return written
}

/** Parse the form; null if a value is invalid or the day is past. */
export function tableOf(form: FormData, today: LocalDate): TableChoice | null {
  const text = (name: string) => String(form.get(name) ?? '')
  const date = parseFutureDay(text('date'), today)
  const time = timeOf(text('time'))
  const partySize = partySizeOf(text('partySize'))
  return date !== null && time !== null && partySize !== null ? { date, time, partySize } : null
}

function dayOf(text: string | null): LocalDate | null {
  if (text === null || !/^\d{4}-\d{2}-\d{2}$/.test(text)) return null
  const day = new Date(`${text}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text) ? text : null
}

/** From yesterday on, which may still be today elsewhere (shell §9). */
function parseFutureDay(text: string | null, today: LocalDate): LocalDate | null {
  const date = dayOf(text)
  return date !== null && date >= daysAfter(today, -1) ? date : null
}

const timeOf = (text: string | null) => (text && /^([01]\d|2[0-3]):[0-5]\d$/.test(text) ? text : null)

const partySizeOf = (text: string | null) => (text && /^-?\d{1,4}$/.test(text) ? Number(text) : null)

export function daysAfter(date: LocalDate, days: number): LocalDate {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
}

/** It is the smaller limit of the two. */
export const largestParty = (
  { maximumPartySize }: Pick<Merchant, 'maximumPartySize'>,
  { maxPartySize }: { readonly maxPartySize: number },
): number => Math.min(maximumPartySize ?? maxPartySize, maxPartySize)

/** Days can be booked from yesterday to a year ahead (shell §9), or to the partner's limit. */
export function bookableDays(today: LocalDate, maxDaysAhead: number): { min: LocalDate; max: LocalDate } {
  return { min: daysAfter(today, -1), max: daysAfter(today, maxDaysAhead) }
}

const stepMinutes = 30

/**
 * Every half hour of the opening times, with the night after midnight at the end, plus the requested time. All day if
 * the hours are unknown.
 */
export function offeredTimes(hours: Merchant['hours'], asked: string): string[] {
  const steps = openHalfHours(hours)
  const end = (steps.at(-1) ?? 0) + stepMinutes
  const minute = minuteOf(asked)
  const place = minute + (minute + dayMinutes < end ? dayMinutes : 0)
  return [...new Set([...steps, place].toSorted((a, b) => a - b).map(clockOf))]
}

/** The nearest to the usual time of these minutes of a day. */
function usualTime(minutes: readonly number[]): string {
  const distance = (minute: number) => Math.abs(minute - minuteOf(usual.time))
  const [nearest] = minutes.toSorted((a, b) => distance(a) - distance(b))
  return nearest === undefined ? usual.time : clockOf(nearest)
}

/** They are in minutes after the midnight before. */
function openHalfHours(hours: Merchant['hours']): number[] {
  const spans = Object.values(hours).flat()
  const opens = spans.map(span => minuteOf(span.opens))
  const closes = spans.map(span => {
    const end = minuteOf(span.closes)
    return end <= minuteOf(span.opens) ? end + dayMinutes : end
  })
  const first =
    Math.ceil(Math.min(dayMinutes, ...(spans.length > 0 ? opens : [0])) / stepMinutes) * stepMinutes
  const end = Math.min(Math.max(0, ...(spans.length > 0 ? closes : [dayMinutes])), first + dayMinutes)
  const count = Math.max(0, Math.ceil((end - first) / stepMinutes))
  return Array.from({ length: count }, (_, step) => first + step * stepMinutes)
}

const dayMinutes = 24 * 60

export function clockOf(minutes: number): string {
  const ofDay = minutes % dayMinutes
  return `${String(Math.floor(ofDay / 60)).padStart(2, '0')}:${String(ofDay % 60).padStart(2, '0')}`
}
