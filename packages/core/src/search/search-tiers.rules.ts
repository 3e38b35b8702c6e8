import type { Vocabulary } from './vocabulary.rules.ts'
import { alikeWords, cuisineOnly } from './word-meanings.rules.ts'

/** Each word has the ids of terms that it means; a restaurant needs one of each. */
export type Wording = readonly (readonly number[])[]
/** What a tier finds is ranked below what the tiers before it find. Any of a tier's wordings matches. */
export type SearchTiers = readonly (readonly Wording[])[]

/** Later tiers are tried if all before find fewer restaurants than this, anywhere and whatever the filters. */
export const enoughMatches = 20

const maxWords = 10

/**
 * `dishes` are terms of dishes with all words. It tries the words as typed; a cuisine without the bar or shop after it; dishes on menus; then with unknown words
 * corrected; and with one mistake wherever it may be, since a mistyped word may exist elsewhere ("cofee"). A mistake is a letter or a space
 * too few, too many, wrong or swapped. It yields between words: each takes milliseconds.
 */
export function* searchTiers(
  vocabulary: Vocabulary,
  words: readonly string[],
  cuisineWords: ReadonlySet<string> = new Set(),
  dishes: readonly number[] = [],
): Generator<void, SearchTiers> {
  const typed: (readonly number[])[] = []
  const corrected: (readonly number[])[] = []
  for (const word of words) {
    const alike = termsAlike(vocabulary, word)
    typed.push(union(vocabulary.beginningWith(word), alike))
    corrected.push(alike.length > 0 ? typed.at(-1)! : vocabulary.termsFor(word))
    yield
  }
  const isCorrected = corrected.some((terms, at) => terms.length > typed[at]!.length)
  const mistyped: Wording[] = []
  for (const [at, word] of words.slice(0, maxWords).entries()) {
    const next = words[at + 1]
    const replaced = [
      ...(words.length > 1 || mayBeMistyped(word) ? [[vocabulary.nearTerms(word)]] : []),
      ...splits(vocabulary, word),
    ]
    mistyped.push(...replaced.map(terms => typed.toSpliced(at, 1, ...terms)))
    if (next !== undefined)
      mistyped.push(...respaced(vocabulary, word, next).map(terms => typed.toSpliced(at, 2, ...terms)))
    yield
  }
  const cuisine = cuisineOnly(words, cuisineWords)
  const cuisineTerms = cuisine?.map(word => typed[words.indexOf(word)]!)
  return [
    [typed],
    ...(cuisineTerms ? [[cuisineTerms]] : []),
    [[dishes]],
    ...(isCorrected ? [[corrected]] : []),
    mistyped,
  ]
    .map(tier => tier.filter(wording => wording.length > 0 && wording.every(terms => terms.length > 0)))
    .filter(tier => tier.length > 0)
}

/** Short ones begin too many others. */
function termsAlike(vocabulary: Vocabulary, word: string): readonly number[] {
  return alikeWords(word)
    .map(other => (other.length < 4 ? vocabulary.exactly(other) : vocabulary.beginningWith(other)))
    .reduce(union, [])
}

function union(some: readonly number[], others: readonly number[]): readonly number[] {
  return others.length === 0 ? some : [...new Set([...some, ...others])].sort((a, b) => a - b)
}

/** Alone, a short word or a number would be any other. */
const mayBeMistyped = (word: string): boolean => word.length > 3 && !/^\p{N}+$/u.test(word)

/** The space is left out, or there is another letter instead of it. */
function splits(vocabulary: Vocabulary, word: string): Wording[] {
  const found: Wording[] = []
  for (let at = 1; at < word.length; at++) {
    const first = vocabulary.exactly(word.slice(0, at))
    if (first.length === 0) continue
    for (const from of [at, at + 1]) {
      const second = from < word.length ? vocabulary.exactly(word.slice(from)) : []
      if (second.length > 0) found.push([first, second])
    }
  }
  return found
}

/** There is a space too many, instead of a letter, or swapped with one. */
function respaced(vocabulary: Vocabulary, first: string, second: string): Wording[] {
  return [
    [vocabulary.nearTerms(first + second)],
    [vocabulary.exactly(first.slice(0, -1)), vocabulary.exactly(first.slice(-1) + second)],
    [vocabulary.exactly(first + second.slice(0, 1)), vocabulary.exactly(second.slice(1))],
  ]
}
