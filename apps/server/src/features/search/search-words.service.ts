import { setImmediate as nextTurn } from 'node:timers/promises'
import { buildVocabulary, type Vocabulary } from '@dineward/core/search/vocabulary.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { type Cursor, selectTerms, type TermRow } from './search-rows.read.ts'

type TermIds = readonly number[]

const batchSize = 10_000
/** A mistyped word takes milliseconds: let other requests run in between. */
const yieldAfterMs = 5
const maxCachedMatches = 5_000

export class SearchWords {
  readonly #db: Db
  #terms: TermRow[] = []
  #cursor: Cursor | null = null
  #vocabulary: Vocabulary | null = null
  #matches = new Map<string, TermIds>()

  constructor(db: Db) {
    this.#db = db
  }

  add(terms: readonly TermRow[]): void {
    if (terms.length === 0) return
    for (const term of terms) this.#terms.push(term)
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
  async termsOf(words: readonly string[], isUpToDate: boolean): Promise<readonly TermIds[]> {
    if (!isUpToDate || this.#cursor === null) {
      const { cursor, terms } = await this.#read(this.#cursor)
      this.add(terms)
      this.#cursor = cursor
    }
    const found: TermIds[] = []
    let since = performance.now()
    for (const word of words) {
      found.push(this.#match(word))
      if (performance.now() - since < yieldAfterMs) continue
      await nextTurn()
      since = performance.now()
    }
    return found
  }

  #match(word: string): TermIds {
    if (!this.#vocabulary) {
      this.#vocabulary = buildVocabulary(this.#terms)
      this.#matches = new Map()
    }
    const known = this.#matches.get(word)
    if (known) return known
    const found = this.#vocabulary.termsFor(word)
    if (this.#matches.size >= maxCachedMatches) this.#matches.clear()
    this.#matches.set(word, found)
    return found
  }

  /** In alphabetical order, which is fast to sort. */
  async #read(since: Cursor | null): Promise<{ cursor: Cursor; terms: TermRow[] }> {
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
