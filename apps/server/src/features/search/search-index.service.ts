import { setTimeout as sleep } from 'node:timers/promises'
import type { SearchTiers } from '@dineward/core/search/search-tiers.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { type FoundMerchants, nothingFound, requiredFlags, type SearchQuery } from './search-query.rules.ts'
import { type Cursor, type SearchChanges, selectChanges } from './search-rows.read.ts'
import { SearchWords } from './search-words.service.ts'
import { newScratch } from './snapshot/matches.snapshot.ts'
import { PartnerSnapshot } from './snapshot/partner.snapshot.ts'
import type { SearchRow } from './snapshot/segment.builder.ts'
import { buildSnapshot } from './snapshot/snapshot.builder.ts'

export interface SearchLog {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
}

const pollIntervalMs = 1_000
/** After more changes than this everything is loaded again. */
const maxChanges = 1_000

interface Generation {
  cursor: Cursor
  readonly partners: Map<string, PartnerSnapshot>
  /** Too many changes: it serves until the next is loaded. */
  isStale: boolean
  readonly serial: number
}

/** More than the changes of one generation. */
const versionsPerGeneration = 1_000_000_000

export class SearchIndex {
  readonly #db: Db
  readonly #words: SearchWords
  readonly #scratch = newScratch()
  readonly #abort = new AbortController()
  #generation: Generation | null = null
  #polling: Promise<void> = Promise.resolve()
  #loading: Promise<void> | null = null
  #watching: Promise<void> | null = null
  #log: SearchLog | null = null

  constructor(db: Db) {
    this.#db = db
    this.#words = new SearchWords(db)
  }

  /** Synchronous, without the database. @returns null until the snapshot is loaded. */
  search(query: SearchQuery): FoundMerchants | null {
    if (!this.#generation) return null
    const required = requiredFlags(query)
    const partner = this.#generation.partners.get(query.partnerId)
    if (!partner || !required) return nothingFound
    return partner.search(query, required, this.#scratch)
  }

  /** Changes with everything that pages show of the partner's restaurants. */
  versionOf(partnerId: string): number {
    if (!this.#generation) return 0
    const { serial, partners } = this.#generation
    return serial * versionsPerGeneration + (partners.get(partnerId)?.changes ?? 0)
  }

  /** Queries the database only if nothing updates the words. */
  tiersOf(words: readonly string[]): Promise<SearchTiers> {
    return this.#words.tiersOf(words, this.#generation !== null || this.#watching !== null)
  }

  start(log: SearchLog): void {
    this.#log = log
    this.#watching ??= this.#watch()
  }

  async refresh(): Promise<void> {
    await this.#poll()
    await this.#loading
    // Rows written while loading.
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

  async #watch(): Promise<void> {
    const { signal } = this.#abort
    let hasFailed = false
    while (!signal.aborted) {
      try {
        await this.#poll()
        await (this.#generation ? null : this.#loading)
        hasFailed = false
      } catch (error) {
        if (!hasFailed && !signal.aborted)
          this.#log?.warn({ err: error }, 'search: database unavailable, serving the previous snapshot')
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
    if (generation && !generation.isStale) {
      const changes = await selectChanges(this.#db, generation.cursor, maxChanges + 1)
      this.#words.add(changes.terms)
      this.#words.addCuisines(changes.cuisines)
      apply(generation, changes)
    }
    if (!generation || generation.isStale)
      this.#loading ??= this.#load().finally(() => {
        this.#loading = null
      })
    this.#loading?.catch(() => {})
  }

  async #load(): Promise<void> {
    const startedAt = performance.now()
    const cursor = await this.#words.load()
    const { partners, texts } = await buildSnapshot(this.#db, this.#abort.signal)
    this.#generation = {
      cursor,
      isStale: false,
      serial: (this.#generation?.serial ?? 0) + 1,
      partners: new Map(partners.map(([id, segment]) => [id, new PartnerSnapshot({ segment, texts })])),
    }
    const rows = partners.reduce((sum, [, { size }]) => sum + size, 0)
    this.#log?.info({ ms: Math.round(performance.now() - startedAt), rows }, 'search: snapshot loaded')
  }
}

function apply(generation: Generation, { cursor, rows, rowCount, deleted }: SearchChanges): void {
  const { partners } = generation
  generation.isStale = rowCount > maxChanges || deleted.some(([partnerId]) => partnerId === null)
  if (generation.isStale) return
  generation.cursor = cursor
  const changed: readonly SearchRow[] = JSON.parse(rows)
  for (const partnerId of new Set([...changed.map(([id]) => id), ...deleted.map(([id]) => id ?? '')])) {
    const partner = partners.get(partnerId) ?? new PartnerSnapshot(null)
    partners.set(partnerId, partner)
    partner.change(
      changed.filter(([id]) => id === partnerId),
      deleted.flatMap(([id, merchantId]) => (id === partnerId && merchantId !== null ? merchantId : [])),
    )
  }
  const changes = [...partners.values()].reduce((sum, partner) => sum + partner.changes, 0)
  generation.isStale = changes > maxChanges
}
