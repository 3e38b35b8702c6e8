import { setImmediate as nextTurn } from 'node:timers/promises'
import { searchWords } from '@dineward/core/search/search-text.rules.ts'
import { type SearchTiers, searchTiers } from '@dineward/core/search/search-tiers.rules.ts'
import { buildVocabulary, type Vocabulary } from '@dineward/core/search/vocabulary.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { type Cursor, selectCuisines, selectTerms, type TermRow } from './search-rows.read.ts'

const batchSize = 10_000
/** A mistyped word takes milliseconds: let other requests run in between. */
const yieldAfterMs = 5
const maxCachedTiers = 1_000

export class SearchWords {
  readonly #db: Db
  #terms: TermRow[] = []
  #cursor: Cursor | null = null
  #vocabulary: Vocabulary | null = null
  readonly #cuisineWords = new Set<string>()
  #tiers = new Map<string, SearchTiers>()

  constructor(db: Db) {
    this.#db = db
  }

  add(terms: readonly TermRow[]): void {
    if (terms.length === 0) return
    for (const term of terms) this.#terms.push(term)
    this.#vocabulary = null
  }

  addCuisines(cuisines: readonly string[]): void {
    const words = cuisines.flatMap(searchWords).filter(word => !this.#cuisineWords.has(word))
    if (words.length === 0) return
    for (const word of words) this.#cuisineWords.add(word)
    this.#vocabulary = null
  }

  /** @returns the cursor from which on changes are missing. */
  async load(): Promise<Cursor> {
    const { cursor, terms } = await this.#read(null)
    this.#terms = terms
    this.#vocabulary = null
    this.#cursor = cursor
    return cursor
  }

  /** Reads new terms unless the caller adds them. */
  async tiersOf(words: readonly string[], isUpToDate: boolean): Promise<SearchTiers> {
    if (!isUpToDate || this.#cursor === null) {
      const { cursor, terms } = await this.#read(this.#cursor)
      this.add(terms)
      this.#cursor = cursor
    }
    if (!this.#vocabulary) {
      this.#vocabulary = buildVocabulary(this.#terms)
      this.#tiers = new Map()
    }
    const cache = this.#tiers
    const key = words.join(' ')
    const cached = cache.get(key)
    if (cached) return cached
    const tiers = await runInSlices(searchTiers(this.#vocabulary, words, this.#cuisineWords))
    if (cache.size >= maxCachedTiers) cache.clear()
    cache.set(key, tiers)
    return tiers
  }

  /** In alphabetical order, which is fast to sort. */
  async #read(since: Cursor | null): Promise<{ cursor: Cursor; terms: TermRow[] }> {
    this.addCuisines(await selectCuisines(this.#db))
    const terms: TermRow[] = []
    let cursor: Cursor | null = null
    for (;;) {
      const next = await selectTerms(this.#db, { since, after: terms.at(-1)?.[0] ?? '', limit: batchSize })
      cursor ??= next.cursor
      for (const term of next.terms) terms.push(term)
      if (next.terms.length < batchSize) return { cursor, terms }
    }
  }
}

async function runInSlices<Result>(steps: Generator<void, Result>): Promise<Result> {
  let since = performance.now()
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
    if (performance.now() - since < yieldAfterMs) continue
    await nextTurn()
    since = performance.now()
  }
}
