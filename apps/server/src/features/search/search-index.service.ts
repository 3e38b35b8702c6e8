import { setTimeout as sleep } from 'node:timers/promises'
import type { Place } from '@dineward/core/merchants/distance.rules.ts'
import { dayNumber, freeStarts } from '@dineward/core/reservations/free-tables.rules.ts'
import { queryWords } from '@dineward/core/search/query-words.rules.ts'
import { foldText, searchWords } from '@dineward/core/search/search-text.rules.ts'
import type { Wording } from '@dineward/core/search/search-tiers.rules.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import type { ReadReplica } from '../../db/read-replica.ts'
import type { SummaryRow } from '../merchants/merchants.view.ts'
import { FreeTables } from '../reservations/free-tables/free-tables.service.ts'
import { type FoundMerchants, nothingFound, requiredFlags, type SearchQuery } from './search-query.rules.ts'
import { type Cursor, type SearchChanges, selectChanges, selectCursor } from './search-rows.read.ts'
import { SearchWords } from './search-words.service.ts'
import { newScratch } from './snapshot/matches.snapshot.ts'
import {
  nothingSuggested,
  PartnerSnapshot,
  type Suggested,
  type TablesAsked,
} from './snapshot/partner.snapshot.ts'
import type { SearchRow } from './snapshot/segment.builder.ts'
import { buildSnapshot } from './snapshot/snapshot.builder.ts'
import { TermIds } from './snapshot/term-ids.snapshot.ts'

export interface SearchContext extends Context {
  readonly searchIndex: SearchIndex
}

export interface SearchLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

const pollIntervalMs = 1_000
/** After more changes than this everything is loaded again. */
const maxChanges = 1_000
/** Changes are deleted a day after they were made. */
const longestGapMs = 12 * 3_600_000

interface Generation {
  cursor: Cursor
  /** The time is that of `performance.now()`. */
  readAt: number
  readonly words: SearchWords
  readonly partners: Map<string, PartnerSnapshot>
  readonly tables: FreeTables
  /** Too many changes: it serves until the next is loaded. */
  isStale: boolean
  readonly serial: number
}

/** More than the changes of one generation. */
const versionsPerGeneration = 1_000_000_000

export class SearchIndex {
  readonly #db: Db
  readonly #replica: Pick<ReadReplica, 'read'> | null
  readonly #scratch = newScratch()
  readonly #abort = new AbortController()
  #generation: Generation | null = null
  #polling: Promise<void> = Promise.resolve()
  #loading: Promise<void> | null = null
  #watching: Promise<void> | null = null
  #log: SearchLog | null = null

  /** A replica spares the primary the first load; changes are read from the primary. */
  constructor(db: Db, replica: Pick<ReadReplica, 'read'> | null = null) {
    this.#db = db
    this.#replica = replica
  }

  /** It searches without asking the database. @throws `unavailable` until the first snapshot is loaded. */
  async search(query: SearchQuery): Promise<FoundMerchants> {
    const generation = this.#generation
    if (!generation) throw new AppError('unavailable')
    const required = requiredFlags(query)
    const partner = generation.partners.get(query.partnerId)
    if (!partner || !required) return nothingFound
    const tiers = query.words && (await generation.words.tiersOf(query.words))
    const { tables } = generation
    const free: TablesAsked | null = query.table
      ? {
          tables,
          search: tables.searchFor(query.table, query.now),
          verdicts: tables.verdictsFor(query.table, query.now),
        }
      : null
    const found = partner.search(query, tiers, required, this.#scratch, free)
    return free ? { ...found, starts: startsAt(found.page, free) } : found
  }

  /** The restaurants of these ids that take part, in this order. @throws `unavailable` until the first snapshot is loaded. */
  async listed(partnerId: string, ids: readonly string[], now: Date): Promise<SummaryRow[]> {
    if (!this.#generation) throw new AppError('unavailable')
    return this.#generation.partners.get(partnerId)?.listed(ids, now) ?? []
  }

  /** It suggests without asking the database. @throws `unavailable` until the first snapshot is loaded. */
  async suggest(partnerId: string, typed: string, from: Place, now: Date): Promise<Suggested> {
    const generation = this.#generation
    if (!generation) throw new AppError('unavailable')
    const words = queryWords(typed)
    const partner = generation.partners.get(partnerId)
    if (!partner) return nothingSuggested
    const suggested = (wording: Wording) =>
      partner.suggest(words.join(' '), wording, from, now, this.#scratch)
    const isShort = typed.trim().length < 2
    const found = suggested(isShort ? [] : generation.words.begunBy(words))
    const isFound = Object.values(found).some(suggestions => suggestions.length > 0)
    return isFound || isShort ? found : suggested(generation.words.meantBy(words))
  }

  /** Whether a restaurant anywhere has all of the words in its name, and no others. */
  async namesWith(partnerId: string, typed: string): Promise<'whole' | 'part' | 'none'> {
    const generation = this.#generation
    if (!generation) throw new AppError('unavailable')
    const wording = generation.words.exactly(searchWords(typed))
    return generation.partners.get(partnerId)?.namesWith(foldText(typed), wording, this.#scratch) ?? 'none'
  }

  /** Changes with everything that pages show of the partner's restaurants. */
  versionOf(partnerId: string): number {
    if (!this.#generation) return 0
    const { serial, partners } = this.#generation
    return serial * versionsPerGeneration + (partners.get(partnerId)?.changes ?? 0)
  }

  /** @returns once the first snapshot is loaded, or the index closed. */
  start(log: SearchLog): Promise<void> {
    this.#log = log
    return new Promise(resolve => {
      this.#watching ??= this.#watch(resolve).finally(resolve)
    })
  }

  async refresh(): Promise<void> {
    await this.#poll()
    if (!this.#loading) return
    await this.#loading
    // It reads the rows that were written while loading.
    await this.#poll()
  }

  /** Because a change was announced; nothing before the start. */
  pollSoon(): void {
    if (this.#watching && !this.#abort.signal.aborted) this.#poll().catch(() => {})
  }

  async close(): Promise<void> {
    this.#abort.abort()
    await Promise.allSettled([this.#watching, this.#polling, this.#loading])
  }

  async #watch(onLoaded: () => void): Promise<void> {
    const { signal } = this.#abort
    let hasFailed = false
    while (!signal.aborted) {
      try {
        await this.#poll()
        await (this.#generation ? null : this.#loading)
        onLoaded()
        hasFailed = false
      } catch (error) {
        if (!hasFailed && !signal.aborted)
          this.#log?.warn(
            { err: error },
            `search: database unavailable, ${this.#generation ? 'serving the previous snapshot' : 'no snapshot yet'}`,
          )
        hasFailed = true
      }
      await sleep(pollIntervalMs, null, { ref: false, signal }).catch(() => {})
    }
  }

  #poll(): Promise<void> {
    this.#polling = this.#polling.catch(() => {}).then(() => this.#applyChanges())
    return this.#polling
  }

  async #applyChanges(): Promise<void> {
    const generation = this.#generation
    if (generation && performance.now() - generation.readAt > longestGapMs) generation.isStale = true
    if (generation && !generation.isStale) {
      apply(generation, await selectChanges(this.#db, generation.cursor, maxChanges + 1))
      await generation.tables.refresh(this.#db)
    }
    if (!generation || generation.isStale)
      this.#loading ??= this.#load().finally(() => {
        this.#loading = null
      })
    this.#loading?.catch(() => {})
  }

  async #load(): Promise<void> {
    const readAt = performance.now()
    const read = (db: Db) => this.#readAll(db)
    const { value } = this.#replica
      ? await this.#replica.read(this.#db, read)
      : { value: await read(this.#db) }
    const { cursor, built, tables } = value
    const { partners, texts, terms, termIds } = built
    const words = new SearchWords(new TermIds(terms, termIds))
    for (const [, segment] of partners) words.addCuisines(segment.lists.cuisines)
    this.#generation = {
      cursor,
      readAt,
      words,
      tables,
      isStale: false,
      serial: (this.#generation?.serial ?? 0) + 1,
      partners: new Map(
        partners.map(([id, segment]) => [id, new PartnerSnapshot(words.terms, { segment, texts })]),
      ),
    }
    const rows = partners.reduce((sum, [, { size }]) => sum + size, 0)
    this.#log?.info({ ms: Math.round(performance.now() - readAt), rows }, 'search: snapshot loaded')
  }

  async #readAll(db: Db) {
    const cursor = await selectCursor(db)
    const built = await buildSnapshot(db, this.#abort.signal)
    const tables = new FreeTables()
    await tables.load(db, this.#abort.signal)
    return { cursor, built, tables }
  }
}

const maxTimes = 3

/** Of restaurants that take bookings. */
function startsAt(page: readonly SummaryRow[], { tables, search }: TablesAsked): Map<string, Date[]> {
  const bookable = page.filter(({ takesBookings }) => takesBookings)
  return new Map(
    bookable.map(({ id, joinedOn, leftOn }) => {
      const book = tables.bookOf(id)
      const days = {
        joinedOn: dayNumber(joinedOn),
        leftOn: leftOn === null ? Number.POSITIVE_INFINITY : dayNumber(leftOn),
      }
      const starts = book ? freeStarts(book, days, search, maxTimes) : []
      return [id, starts.toSorted((a, b) => a - b).map(start => new Date(start))]
    }),
  )
}

function apply(generation: Generation, { cursor, rows, merchantIds, bookIds }: SearchChanges): void {
  const { partners, words, tables } = generation
  const ids = merchantIds.filter(id => id !== null)
  generation.isStale = bookIds.includes(null) || ids.length > maxChanges
  if (generation.isStale) return
  tables.markStale(bookIds.filter(id => id !== null))
  generation.cursor = cursor
  generation.readAt = performance.now()
  if (ids.length === 0) return
  const changed: readonly SearchRow[] = JSON.parse(rows)
  for (const [, merchant] of changed) words.addCuisines(merchant[11])
  for (const partnerId of new Set([...partners.keys(), ...changed.map(([id]) => id)])) {
    const partner = partners.get(partnerId) ?? new PartnerSnapshot(words.terms, null)
    partners.set(partnerId, partner)
    partner.change(
      ids,
      changed.filter(([id]) => id === partnerId),
    )
  }
  const changes = [...partners.values()].reduce((sum, partner) => sum + partner.changes, 0)
  generation.isStale = changes > maxChanges
}
