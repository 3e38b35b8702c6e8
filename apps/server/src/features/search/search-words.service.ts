import { setImmediate as nextTurn } from 'node:timers/promises'
import { searchWords } from '@dineward/core/search/search-text.rules.ts'
import { type SearchTiers, searchTiers, type Wording } from '@dineward/core/search/search-tiers.rules.ts'
import { buildVocabulary, type Vocabulary } from '@dineward/core/search/vocabulary.rules.ts'
import { alikeWords, areCuisines } from '@dineward/core/search/word-meanings.rules.ts'
import { dishMark, type TermIds } from './snapshot/term-ids.snapshot.ts'

/** A mistyped word takes milliseconds: let other requests run in between. */
const yieldAfterMs = 5
const maxCachedTiers = 1_000

export class SearchWords {
  readonly terms: TermIds
  readonly #cuisineWords = new Set<string>()
  #current: { readonly vocabulary: Vocabulary; readonly dishes: DishTerms } | null = null
  #size = 0
  #tiers = new Map<string, SearchTiers>()

  constructor(terms: TermIds) {
    this.terms = terms
  }

  addCuisines(cuisines: readonly string[]): void {
    for (const word of cuisines.flatMap(searchWords)) {
      if (this.#cuisineWords.has(word)) continue
      this.#cuisineWords.add(word)
      this.#tiers = new Map()
    }
  }

  async tiersOf(words: readonly string[]): Promise<SearchTiers> {
    const { vocabulary, dishes } = this.#read()
    const cache = this.#tiers
    const key = words.join(' ')
    const cached = cache.get(key)
    if (cached) return cached
    // "Sushi" means restaurants for sushi, not each that has some.
    const onMenus = areCuisines(words, this.#cuisineWords) ? [] : dishes.with(words)
    const tiers = await runInSlices(searchTiers(vocabulary, words, this.#cuisineWords, onMenus))
    if (cache.size >= maxCachedTiers) cache.clear()
    cache.set(key, tiers)
    return tiers
  }

  begunBy(words: readonly string[]): Wording {
    const { vocabulary } = this.#read()
    return words.map(word => {
      const alike = alikeWords(word).flatMap(vocabulary.exactly)
      return [...new Set([...vocabulary.beginningWith(word), ...alike])]
    })
  }

  /** Words may be mistyped. */
  meantBy(words: readonly string[]): Wording {
    const { vocabulary } = this.#read()
    return words.map(vocabulary.termsFor)
  }

  exactly(words: readonly string[]): Wording {
    const { vocabulary } = this.#read()
    return words.map(vocabulary.exactly)
  }

  #read() {
    if (this.#current && this.#size === this.terms.size) return this.#current
    const dishes = new DishTerms()
    const words: (readonly [string, number])[] = []
    for (const [term, id] of this.terms.all()) {
      if (term.startsWith(dishMark)) dishes.add(term.slice(dishMark.length), id)
      else words.push([term, id])
    }
    this.#size = this.terms.size
    this.#tiers = new Map()
    this.#current = { vocabulary: buildVocabulary(words), dishes }
    return this.#current
  }
}

class DishTerms {
  readonly #ofWord = new Map<string, number[]>()

  /** The name is folded. */
  add(name: string, id: number): void {
    for (const word of new Set(name.split(' '))) {
      const ids = this.#ofWord.get(word)
      if (ids) ids.push(id)
      else this.#ofWord.set(word, [id])
    }
  }

  /** Dishes that have all words: "dumpling" also finds "Dumplings", and "tacos" a "Taco". */
  with(words: readonly string[]): readonly number[] {
    const [first = [], ...rest] = words.map(word => this.#withWord(word))
    const others = rest.map(ids => new Set(ids))
    return first.filter(id => others.every(ids => ids.has(id))).sort((a, b) => a - b)
  }

  #withWord(word: string): number[] {
    const single = word.length > 3 && word.endsWith('s') ? word.slice(0, -1) : `${word}s`
    return [...new Set([word, single].flatMap(form => this.#ofWord.get(form) ?? []))]
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
