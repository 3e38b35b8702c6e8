import { setTimeout as sleep } from 'node:timers/promises'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Db } from '../../db/open-database.ts'
import { type FoundMerchants, nothingFound, requiredFlags, type SearchQuery } from './search-query.rules.ts'
import { type Cursor, type SearchChanges, selectChanges, selectCursor } from './search-rows.read.ts'
import { SearchWords } from './search-words.service.ts'
import { newScratch } from './snapshot/matches.snapshot.ts'
import { PartnerSnapshot } from './snapshot/partner.snapshot.ts'
import type { SearchRow } from './snapshot/segment.builder.ts'
import { buildSnapshot } from './snapshot/snapshot.builder.ts'
import { TermIds } from './snapshot/term-ids.snapshot.ts'

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
  /** Too many changes: it serves until the next is loaded. */
  isStale: boolean
  readonly serial: number
}

/** More than the changes of one generation. */
const versionsPerGeneration = 1_000_000_000

export class SearchIndex {
  readonly #db: Db
  readonly #scratch = newScratch()
  readonly #abort = new AbortController()
  #generation: Generation | null = null
  #polling: Promise<void> = Promise.resolve()
  #loading: Promise<void> | null = null
  #watching: Promise<void> | null = null
  #log: SearchLog | null = null

  constructor(db: Db) {
    this.#db = db
  }

  /** It searches without asking the database. @throws `unavailable` until the first snapshot is loaded. */
  async search(query: SearchQuery): Promise<FoundMerchants> {
    const generation = this.#generation
    if (!generation) throw new AppError('unavailable')
    const required = requiredFlags(query)
    const partner = generation.partners.get(query.partnerId)
    if (!partner || !required) return nothingFound
    const tiers = query.words && (await generation.words.tiersOf(query.words))
    return partner.search(query, tiers, required, this.#scratch)
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
    if (generation && !generation.isStale)
      apply(generation, await selectChanges(this.#db, generation.cursor, maxChanges + 1))
    if (!generation || generation.isStale)
      this.#loading ??= this.#load().finally(() => {
        this.#loading = null
      })
    this.#loading?.catch(() => {})
  }

  async #load(): Promise<void> {
    const readAt = performance.now()
    const cursor = await selectCursor(this.#db)
    const { partners, texts, terms, termIds } = await buildSnapshot(this.#db, this.#abort.signal)
    const words = new SearchWords(new TermIds(terms, termIds))
    for (const [, segment] of partners) words.addCuisines(segment.lists.cuisines)
    this.#generation = {
      cursor,
      readAt,
      words,
      isStale: false,
      serial: (this.#generation?.serial ?? 0) + 1,
      partners: new Map(
        partners.map(([id, segment]) => [id, new PartnerSnapshot(words.terms, { segment, texts })]),
      ),
    }
    const rows = partners.reduce((sum, [, { size }]) => sum + size, 0)
    this.#log?.info({ ms: Math.round(performance.now() - readAt), rows }, 'search: snapshot loaded')
  }
}

function apply(generation: Generation, { cursor, rows, merchantIds }: SearchChanges): void {
  const { partners, words } = generation
  const ids = merchantIds.filter(id => id !== null)
  generation.isStale = ids.length < merchantIds.length || ids.length > maxChanges
  if (generation.isStale) return
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
