import { setImmediate as nextTurn } from 'node:timers/promises'
import { searchWords } from '@dineward/core/search/search-text.rules.ts'
import { type SearchTiers, searchTiers } from '@dineward/core/search/search-tiers.rules.ts'
import { buildVocabulary, type Vocabulary } from '@dineward/core/search/vocabulary.rules.ts'
import type { TermIds } from './snapshot/term-ids.snapshot.ts'

/** A mistyped word takes milliseconds: let other requests run in between. */
const yieldAfterMs = 5
const maxCachedTiers = 1_000

export class SearchWords {
  readonly terms: TermIds
  readonly #cuisineWords = new Set<string>()
  #vocabulary: Vocabulary | null = null
  #vocabularySize = 0
  #tiers = new Map<string, SearchTiers>()

  constructor(terms: TermIds) {
    this.terms = terms
  }

  addCuisines(cuisines: readonly string[]): void {
    for (const word of cuisines.flatMap(searchWords)) {
      if (this.#cuisineWords.has(word)) continue
      this.#cuisineWords.add(word)
      this.#vocabulary = null
    }
  }

  async tiersOf(words: readonly string[]): Promise<SearchTiers> {
    if (!this.#vocabulary || this.#vocabularySize !== this.terms.size) {
      this.#vocabulary = buildVocabulary(this.terms.all())
      this.#vocabularySize = this.terms.size
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
