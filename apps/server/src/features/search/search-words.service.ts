import { setImmediate as nextTurn } from 'node:timers/promises'
import { buildVocabulary, type Vocabulary } from '@dineward/core/search/vocabulary.rules.ts'
import type { Db } from '../../db/open-database.ts'
import { type Seen, selectTerms, type TermRow } from './search-rows.read.ts'

/** The words that restaurants are found by, as this process knows them. */
export interface SearchWords {
  add(terms: readonly TermRow[]): void
  /** Reads all of them. What was there at the answered moment is known. */
  readAll(): Promise<Seen>
  /** For each word the terms it may mean. `areKept`: somebody brings the new ones, and nobody needs to ask for them. */
  termsOf(words: readonly string[], areKept: boolean): Promise<readonly TermIds[]>
}

type TermIds = readonly number[]

/** So that nobody waits long for reading them, nor for the meaning of many mistyped words. */
const readAtOnce = 10_000
const breakAfterMs = 5
const meaningsKept = 5_000

export function createWords(db: Db): SearchWords {
  let terms: TermRow[] = []
  let seen: Seen | null = null
  let vocabulary: Vocabulary | null = null
  let meanings = new Map<string, TermIds>()

  /** In their order, which spares the vocabulary the sorting. */
  async function read(since: Seen | null): Promise<{ at: Seen; found: TermRow[] }> {
    const found: TermRow[] = []
    let at: Seen | null = null
    for (;;) {
      const after = found.at(-1)?.[0] ?? ''
      const next = await selectTerms(db, { seen: since, after, limit: readAtOnce })
      at ??= next.seen
      for (const term of next.terms) found.push(term)
      if (next.terms.length < readAtOnce) return { at, found }
    }
  }

  function add(found: readonly TermRow[]): void {
    if (found.length === 0) return
    for (const term of found) terms.push(term)
    vocabulary = null
  }

  function meaningOf(word: string): TermIds {
    if (!vocabulary) {
      vocabulary = buildVocabulary(terms)
      meanings = new Map()
    }
    let meaning = meanings.get(word)
    if (meaning) return meaning
    meaning = vocabulary.termsFor(word)
    if (meanings.size >= meaningsKept) meanings.clear()
    meanings.set(word, meaning)
    return meaning
  }

  return {
    add,
    async readAll() {
      const { at, found } = await read(null)
      terms = found
      vocabulary = null
      seen = at
      return at
    },
    async termsOf(words, areKept) {
      if (!areKept || seen === null) {
        const { at, found } = await read(seen)
        add(found)
        seen = at
      }
      const meant: TermIds[] = []
      let since = performance.now()
      for (const word of words) {
        meant.push(meaningOf(word))
        if (performance.now() - since < breakAfterMs) continue
        await nextTurn()
        since = performance.now()
      }
      return meant
    },
  }
}
