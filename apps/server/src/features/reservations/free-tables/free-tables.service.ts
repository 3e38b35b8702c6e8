import { setTimeout as sleep } from 'node:timers/promises'
import type { TableQuestion } from '@dineward/core/reservations/availability.rules.ts'
import {
  freeStarts,
  type ParticipationDays,
  SeatingSchedule,
  type TableBook,
  type TableSearch,
  type TakenQuarter,
  TimesAround,
} from '@dineward/core/reservations/free-tables.rules.ts'
import type { BookTerms } from '@dineward/core/reservations/seating-times.rules.ts'
import type { RestaurantTable } from '@dineward/core/reservations/tables.rules.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { LRUCache } from 'lru-cache'
import type { Db } from '../../../db/open-database.ts'
import { type BookRow, selectBooksAfter, selectBooksOf, type TakenRow } from './books.read.ts'

/** Who has a free table for one question, kept for a quarter of an hour: most visitors ask for tonight at seven. */
export interface Verdicts {
  readonly ofKind: (boolean | undefined)[]
  /** By number of the restaurant: 0 where it was not asked, else one of these. */
  readonly ofRestaurant: Uint8Array
}
const hasNone = 1
const hasOne = 2

const noBook = -1
const takenKind = -2
/** Whose hold it is decides, and when it ends; or a time becomes too soon within a quarter of an hour. */
const changingKind = -3
const always: ParticipationDays = { joinedOn: 0, leftOn: Number.POSITIVE_INFINITY }

function grown(kinds: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * kinds.length)
  larger.set(kinds)
  return larger
}

/** A member's program and id in one text. */
export const holderOf = (partnerId: string, memberId: string): string => `${partnerId} ${memberId}`

/** Other requests wait for one batch at most. */
const batchSize = 500
/** Many ask for the same evening. */
const maxQuestions = 100
/** Each takes a byte for each restaurant. */
const maxVerdicts = 16
const quarterMinutes = 15

export interface TableRequest
  extends TableQuestion,
    Omit<TableSearch, 'partySize' | 'times' | 'now' | 'todays'> {}

/** The books of all restaurants in memory: search asks for the tables of thousands of them at once. */
export class FreeTables {
  /** A restaurant keeps its number, whether it has a book or not, so that callers may keep it too. */
  readonly #numbers = new Map<string, number>()
  readonly #books: (TableBook | null)[] = []
  /** By number: what the book is like, see `#kindOf`. Thousands are looked up for one search. */
  #kinds = new Int32Array(1_024)
  readonly #kindNumbers = new Map<SeatingSchedule, Map<readonly RestaurantTable[], number>>()
  readonly #kindBooks: TableBook[] = []
  readonly #schedules = new Map<string, SeatingSchedule>()
  readonly #rooms = new Map<string, readonly RestaurantTable[]>()
  readonly #times = new LRUCache<string, TimesAround>({ max: maxQuestions })
  readonly #verdicts = new LRUCache<string, Verdicts>({ max: maxVerdicts })
  readonly #stale = new Set<string>()

  async load(db: Db, signal: AbortSignal): Promise<void> {
    let rows: BookRow[] = []
    do {
      signal.throwIfAborted()
      rows = await selectBooksAfter(db, rows.at(-1)?.merchantId ?? '', batchSize)
      for (const row of rows) this.#set(row.merchantId, this.#bookOf(row))
      await sleep(0)
    } while (rows.length === batchSize)
  }

  markStale(merchantIds: readonly string[]): void {
    for (const id of merchantIds) this.#stale.add(id)
  }

  /** Read again what is stale. What fails stays stale. */
  async refresh(db: Db): Promise<void> {
    while (this.#stale.size > 0) {
      const ids = [...this.#stale].slice(0, batchSize)
      const rows = new Map((await selectBooksOf(db, ids)).map(row => [row.merchantId, row]))
      for (const id of ids) {
        const row = rows.get(id)
        this.#set(id, row ? this.#bookOf(row) : null)
        this.#stale.delete(id)
      }
    }
  }

  numberOf(merchantId: string): number {
    const known = this.#numbers.get(merchantId)
    if (known !== undefined) return known
    const number = this.#books.push(null) - 1
    this.#numbers.set(merchantId, number)
    if (number >= this.#kinds.length) this.#grow()
    this.#kinds[number] = noBook
    return number
  }

  bookOf(merchantId: string): TableBook | null {
    return this.#books[this.numberOf(merchantId)]!
  }

  /** @param number From `numberOf`. @param verdicts Of the same question, from `verdictsFor`. */
  hasTable(
    number: number,
    days: ParticipationDays,
    { search, verdicts }: { readonly search: TableSearch; readonly verdicts: Verdicts },
  ): boolean {
    const { first, last } = search.times
    if (days.joinedOn > first || days.leftOn <= last) return this.#isFree(number, days, search)
    // A restaurant that is new since the question has no place.
    const known = verdicts.ofRestaurant[number]
    if (known) return known === hasOne
    const kind = this.#kinds[number]!
    if (kind === changingKind) return this.#isFree(number, always, search)
    const found = kind < 0 ? this.#isFree(number, always, search) : this.#isKindFree(kind, search, verdicts)
    verdicts.ofRestaurant[number] = found ? hasOne : hasNone
    return found
  }

  /** They are of one quarter of an hour, at whose ends starts become too soon. */
  verdictsFor({ date, time, ...request }: TableRequest, now: Date): Verdicts {
    const { partySize, maxPartySize, maxDaysAhead } = request
    const quarter = Math.ceil(now.getTime() / minutes(quarterMinutes))
    const key = [date, time, partySize, maxPartySize, maxDaysAhead, quarter].join(' ')
    const known = this.#verdicts.get(key)
    if (known) return known
    const verdicts = { ofKind: [], ofRestaurant: new Uint8Array(this.#kinds.length) }
    this.#verdicts.set(key, verdicts)
    return verdicts
  }

  #isFree(number: number, days: ParticipationDays, search: TableSearch): boolean {
    const book = this.#books[number]
    return !!book && freeStarts(book, days, search, 1).length > 0
  }

  #isKindFree(kind: number, search: TableSearch, { ofKind }: Verdicts): boolean {
    const known = ofKind[kind]
    if (known !== undefined) return known
    const found = freeStarts(this.#kindBooks[kind]!, always, search, 1).length > 0
    ofKind[kind] = found
    return found
  }

  #set(merchantId: string, book: TableBook | null): void {
    const number = this.numberOf(merchantId)
    this.#books[number] = book
    this.#kinds[number] = book ? this.#kindOf(book) : noBook
    for (const { ofRestaurant } of this.#verdicts.values()) ofRestaurant[number] = 0
  }

  /** Verdicts have a place for each number. */
  #grow(): void {
    this.#kinds = grown(this.#kinds)
    this.#verdicts.clear()
  }

  /** Books of the same schedule and tables are alike while no table is taken. */
  #kindOf(book: TableBook): number {
    if (book.schedule.terms.leadMinutes % quarterMinutes !== 0 || isHeld(book)) return changingKind
    if (book.taken) return takenKind
    const ofSchedule = this.#kindNumbers.get(book.schedule) ?? new Map<readonly RestaurantTable[], number>()
    this.#kindNumbers.set(book.schedule, ofSchedule)
    const known = ofSchedule.get(book.tables)
    if (known !== undefined) return known
    const kind = this.#kindBooks.push(book) - 1
    ofSchedule.set(book.tables, kind)
    return kind
  }

  searchFor({ date, time, ...request }: TableRequest, now: Date): TableSearch {
    const key = `${date} ${time}`
    const times = this.#times.get(key) ?? new TimesAround({ date, time })
    this.#times.set(key, times)
    return { ...request, times, now: now.getTime(), todays: new Map() }
  }

  #bookOf({ timezone, hours, terms, tables, taken }: BookRow): TableBook {
    const schedule = `${timezone} ${terms} ${hours}`
    return {
      schedule: shared(
        this.#schedules,
        schedule,
        () => new SeatingSchedule(timezone, JSON.parse(hours), termsOf(terms)),
      ),
      tables: shared(this.#rooms, tables, () => tablesOf(tables)),
      taken: taken === null ? null : takenOf(JSON.parse(taken)),
    }
  }
}

const isHeld = ({ taken }: TableBook): boolean =>
  taken !== null && [...taken.values()].some(quarters => quarters.some(({ heldBy }) => heldBy !== null))

function shared<T>(known: Map<string, T>, key: string, make: () => T): T {
  const found = known.get(key) ?? make()
  known.set(key, found)
  return found
}

function termsOf(text: string): BookTerms {
  const row: Record<string, number> = JSON.parse(text)
  return {
    slotMinutes: row.slot_minutes!,
    seatingMinutes: row.seating_minutes!,
    lastSeatingMinutes: row.last_seating_minutes!,
    minPartySize: row.min_party_size!,
    maxPartySize: row.max_party_size!,
    maxDaysAhead: row.max_days_ahead!,
    leadMinutes: row.lead_minutes!,
  }
}

function tablesOf(text: string): RestaurantTable[] {
  const pairs: readonly (readonly [number, number])[] = JSON.parse(text)
  return pairs.map(([tableNo, seats]) => ({ tableNo, seats }))
}

function takenOf(rows: readonly TakenRow[]): Map<number, TakenQuarter[]> {
  const taken = new Map<number, TakenQuarter[]>()
  for (const [tableNo, quarter, until, heldBy] of rows) {
    const slot = { tableNo, until: until ?? Number.POSITIVE_INFINITY, heldBy }
    const ofQuarter = taken.get(quarter)
    if (ofQuarter) ofQuarter.push(slot)
    else taken.set(quarter, [slot])
  }
  return taken
}
