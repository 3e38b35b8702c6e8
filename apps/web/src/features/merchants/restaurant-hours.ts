import { type LocalDate, localDateAt } from '@dineward/core/merchants/local-date.rules.ts'
import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'

export type Weekday = Merchant['benefitAvailability']['weekdays'][number]
type Hours = Merchant['hours']

export const weekdays: readonly Weekday[] = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat']

/** A moment as the restaurant's own clock and calendar show it. */
export interface LocalMoment {
  readonly date: LocalDate
  readonly weekday: Weekday
  /** Since midnight. */
  readonly minutes: number
}

export function localMomentAt(timezone: string, instant: Date): LocalMoment {
  const date = localDateAt(timezone, instant)
  const clock = instant.toLocaleTimeString('en-GB', {
    timeZone: timezone,
    hour: '2-digit',
    minute: '2-digit',
  })
  return { date, weekday: weekdays[new Date(date).getUTCDay()] ?? 'Sun', minutes: minutesOf(clock) }
}

/** What a sign on the door would say. Times are "HH:mm" of the restaurant; `day` is null for later today. */
export type DoorSign =
  | { readonly kind: 'open'; readonly until: string }
  | { readonly kind: 'opens'; readonly at: string; readonly day: Weekday | null }
  | { readonly kind: 'closed' }

export function doorSign(hours: Hours, now: LocalMoment): DoorSign {
  const today = weekdays.indexOf(now.weekday)
  const dayAfter = (days: number) => weekdays[(today + days + 7) % 7] ?? 'Sun'
  for (const { opens, closes } of hours[dayAfter(-1)] ?? [])
    if (minutesOf(closes) <= minutesOf(opens) && now.minutes < minutesOf(closes))
      return { kind: 'open', until: closes }
  for (const { opens, closes } of hours[now.weekday] ?? []) {
    const end = minutesOf(closes) <= minutesOf(opens) ? 24 * 60 : minutesOf(closes)
    if (now.minutes >= minutesOf(opens) && now.minutes < end) return { kind: 'open', until: closes }
  }
  for (let days = 0; days <= 7; days++) {
    const next = (hours[dayAfter(days)] ?? []).find(({ opens }) => days > 0 || minutesOf(opens) > now.minutes)
    if (next) return { kind: 'opens', at: next.opens, day: days === 0 ? null : dayAfter(days) }
  }
  return { kind: 'closed' }
}

/** "17:30" as "5:30 PM", "22:00" as "10 PM". */
export function clockTime(time: string): string {
  const minutes = minutesOf(time)
  const hour = Math.floor(minutes / 60) % 24
  const rest = minutes % 60
  return `${hour % 12 || 12}${rest ? `:${String(rest).padStart(2, '0')}` : ''} ${hour < 12 ? 'AM' : 'PM'}`
}

function minutesOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}
