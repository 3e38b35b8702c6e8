import { instantOf } from '../rewards/dines/dine-time.rules.ts'
import { asUtc, type Weekday, weekdayOf, zoneOffsetAt } from '../shared/local-date.ts'
import { searchWindowMinutes, type TableQuestion } from './availability.rules.ts'
import { dayAfter } from './restaurant-time.rules.ts'
import { type BookTerms, type OpeningHours, seatingInstant, seatingMinutes } from './seating-times.rules.ts'
import type { RestaurantTable } from './tables.rules.ts'

/*
 * Free tables of many restaurants at once, from books in memory: the times of `timesAround` and the tables of
 * `smallestFreeTable`, without a list for each restaurant.
 */

/** Restaurants with the same hours, zone and terms share one. */
export class SeatingSchedule {
  readonly timezone: string
  readonly terms: BookTerms
  readonly #hours: OpeningHours
  readonly #minutes = new Map<Weekday, readonly number[]>()

  constructor(timezone: string, hours: OpeningHours, terms: BookTerms) {
    this.timezone = timezone
    this.terms = terms
    this.#hours = hours
  }

  minutesOn(weekday: Weekday): readonly number[] {
    const known = this.#minutes.get(weekday)
    if (known) return known
    const minutes = seatingMinutes(this.#hours, this.terms, weekday)
    this.#minutes.set(weekday, minutes)
    return minutes
  }
}

/** A table is taken for a quarter of an hour. */
export interface TakenQuarter {
  readonly tableNo: number
  /** Milliseconds since 1970; infinite where it is booked. */
  readonly until: number
  /** The member who holds it; null where it is booked. */
  readonly heldBy: string | null
}

export interface TableBook {
  readonly schedule: SeatingSchedule
  readonly tables: readonly RestaurantTable[]
  /** By quarters of an hour since 1970; null where none is taken. */
  readonly taken: ReadonlyMap<number, readonly TakenQuarter[]> | null
}

const minuteMs = 60_000
const quarterMs = 15 * minuteMs
const dayMs = 86_400_000
const dayMinutes = 24 * 60
/** Clocks change by less. */
const slackMinutes = 120

interface Start {
  /** Milliseconds since 1970. */
  readonly at: number
  /** The restaurant's day, since 1970. */
  readonly day: number
}

/** Seating times around an asked one, which all schedules of a zone share. */
export class TimesAround {
  /** Starts are on these days, since 1970, or between them. */
  readonly first: number
  readonly last: number
  readonly #question: Pick<TableQuestion, 'date' | 'time'>
  readonly #days: readonly { readonly weekday: Weekday; readonly shift: number }[]
  readonly #instants = new Map<string, Map<number, number | null>>()
  readonly #starts = new Map<SeatingSchedule, readonly Start[]>()

  constructor(question: Pick<TableQuestion, 'date' | 'time'>) {
    this.#question = question
    const day = dayNumber(question.date)
    this.first = day - 1
    this.last = day + 1
    this.#days = [-1, 0, 1].map(days => ({
      weekday: weekdayOf(dayAfter(question.date, days)),
      shift: days * dayMinutes,
    }))
  }

  /** The nearest is first, and the earlier of two at the same distance. */
  startsOf(schedule: SeatingSchedule): readonly Start[] {
    const known = this.#starts.get(schedule)
    if (known) return known
    const { timezone } = schedule
    const { date, time } = this.#question
    const asked = instantOf(timezone, `${date}T${time}:00`).getTime()
    const askedMinute = minuteOf(time)
    const distance = (start: number) => Math.abs(start - asked)
    const starts = this.#days
      .flatMap(({ weekday, shift }) => schedule.minutesOn(weekday).map(minute => minute + shift))
      .filter(minute => Math.abs(minute - askedMinute) <= searchWindowMinutes + slackMinutes)
      .map(minute => this.#instantOf(timezone, minute))
      .filter(start => start !== null)
      .filter(start => distance(start) <= searchWindowMinutes * minuteMs)
    const sorted = [...new Set(starts)]
      .toSorted((a, b) => distance(a) - distance(b) || a - b)
      .map(at => ({ at, day: localDay(timezone, at) }))
    this.#starts.set(schedule, sorted)
    return sorted
  }

  /** `minute` counts from midnight of the asked day, and may be of the day before. */
  #instantOf(timezone: string, minute: number): number | null {
    const ofZone = this.#instants.get(timezone) ?? new Map<number, number | null>()
    this.#instants.set(timezone, ofZone)
    const known = ofZone.get(minute)
    if (known !== undefined) return known
    const days = Math.floor(minute / dayMinutes)
    const date = dayAfter(this.#question.date, days)
    const instant = seatingInstant(timezone, date, minute - days * dayMinutes)
    ofZone.set(minute, instant)
    return instant
  }
}

const minuteOf = (time: string): number => Number(time.slice(0, 2)) * 60 + Number(time.slice(3, 5))

/** When a restaurant takes part, in days since 1970: from the first, before the last. */
export interface ParticipationDays {
  readonly joinedOn: number
  readonly leftOn: number
}

export const dayNumber = (date: string): number => asUtc(date).getTime() / dayMs

export interface TableSearch {
  readonly partySize: number
  readonly times: TimesAround
  readonly now: number
  /** Days since 1970 by time zone: thousands of restaurants share one. */
  readonly todays: Map<string, number>
  /** They are the partner's limits. */
  readonly maxPartySize: number
  readonly maxDaysAhead: number
  /** The member who asks: their own hold takes no table from them. */
  readonly holder: string | null
}

/** @returns at most `most` starts, nearest first. */
export function freeStarts(
  book: TableBook,
  days: ParticipationDays,
  search: TableSearch,
  most: number,
): number[] {
  const { schedule, tables, taken } = book
  const { timezone, terms } = schedule
  const { partySize, now } = search
  if (partySize > terms.maxPartySize || partySize > search.maxPartySize) return []
  if (partySize < 1 || partySize < terms.minPartySize) return []
  const earliest = now + terms.leadMinutes * minuteMs
  const lastDay = todayAt(search, timezone) + Math.min(terms.maxDaysAhead, search.maxDaysAhead)
  const found: number[] = []
  for (const { at, day } of search.times.startsOf(schedule)) {
    if (at < earliest || day > lastDay || day < days.joinedOn || day >= days.leftOn) continue
    const busy = taken && busyTables(taken, at, at + terms.seatingMinutes * minuteMs, search)
    if (!tables.some(({ tableNo, seats }) => seats >= partySize && !busy?.has(tableNo))) continue
    if (found.push(at) === most) break
  }
  return found
}

function todayAt({ todays, now }: TableSearch, timezone: string): number {
  const known = todays.get(timezone)
  if (known !== undefined) return known
  const today = localDay(timezone, now)
  todays.set(timezone, today)
  return today
}

function localDay(timezone: string, instant: number): number {
  return Math.floor((instant + zoneOffsetAt(timezone, instant)) / dayMs)
}

function busyTables(
  taken: ReadonlyMap<number, readonly TakenQuarter[]>,
  start: number,
  end: number,
  { now, holder }: TableSearch,
): ReadonlySet<number> {
  const busy = new Set<number>()
  for (let quarter = Math.floor(start / quarterMs); quarter < Math.ceil(end / quarterMs); quarter++)
    for (const { tableNo, until, heldBy } of taken.get(quarter) ?? [])
      if (until > now && (heldBy === null || heldBy !== holder)) busy.add(tableNo)
  return busy
}
