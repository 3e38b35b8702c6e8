import { queryWords } from '@dineward/core/search/query-words.rules.ts'
import { foldText, matchesText } from '@dineward/core/search/search-text.rules.ts'

/** Those whose names match before those of a cuisine or a neighborhood of that name; else in the given order. */
export function namedFirst<Restaurant extends { readonly name: string }>(
  found: readonly Restaurant[],
  typed: string,
): Restaurant[] {
  const start = foldText(typed)
  const words = queryWords(typed)
  const rank = ({ name }: Restaurant) => {
    const folded = foldText(name)
    if (folded.startsWith(start)) return 0
    return matchesText(folded, words) ? 1 : 2
  }
  return found.toSorted((a, b) => rank(a) - rank(b))
}
