import { buildVocabulary, type Vocabulary } from '@dineward/core/merchants/vocabulary.rules.ts'
import type { Db } from '../../../db/open-database.ts'
import { type Seen, selectTerms, type TermRow } from './search-rows.repository.ts'

/** The words that restaurants are found by, as this process knows them. */
export interface SearchWords {
  add(terms: readonly TermRow[]): void
  /** Reads all of them. The moment at which they were all. */
  refresh(): Promise<Seen>
  /** For each word the terms it may mean. `areKept`: somebody else brings new ones, and nobody needs to ask for them. */
  termsOf(words: readonly string[], areKept: boolean): Promise<readonly (readonly number[])[]>
}

export function createWords(db: Db): SearchWords {
  let terms: TermRow[] = []
  let vocabulary: Vocabulary | null = null
  let seen: Seen | null = null

  async function learn(since: Seen | null): Promise<Seen> {
    const found = await selectTerms(db, since)
    if (since === null) terms = []
    add(found.terms)
    seen = found.seen
    return found.seen
  }

  function add(found: readonly TermRow[]): void {
    if (found.length > 0) vocabulary = null
    for (const term of found) terms.push(term)
  }

  return {
    add,
    refresh: () => learn(null),
    async termsOf(words, areKept) {
      if (!areKept || seen === null) await learn(seen)
      vocabulary ??= buildVocabulary(terms)
      const { termsFor } = vocabulary
      return words.map(word => termsFor(word))
    },
  }
}
