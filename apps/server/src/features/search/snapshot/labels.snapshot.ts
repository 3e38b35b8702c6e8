import { foldText } from '@dineward/core/search/search-text.rules.ts'

/** Texts that are suggested from any of their words on: "thai" and "pad th" find "Pad Thai". */
export interface Labels {
  /** The likeliest come first. */
  readonly texts: readonly string[]
  /** They are folded, from a word to the end of a text, and sorted. */
  readonly starts: readonly string[]
  /** The place in `texts` of each of `starts`. */
  readonly textOfStart: Uint32Array
}

/** Rarer ones are found as words of restaurants all the same. */
const mostLabels = 20_000

export function labelsByCount(counts: ReadonlyMap<string, number>): Labels {
  const texts = [...counts]
    .sort(([a, many], [b, more]) => more - many || (a < b ? -1 : 1))
    .slice(0, mostLabels)
    .map(([text]) => text)
  const starts = texts.flatMap((text, at) => {
    const words = foldText(text).split(' ')
    return words.map((_, word) => [words.slice(word).join(' '), at] as const)
  })
  starts.sort(([a], [b]) => (a < b ? -1 : a > b ? 1 : 0))
  return {
    texts,
    starts: starts.map(([start]) => start),
    textOfStart: Uint32Array.from(starts, ([, at]) => at),
  }
}

/** Those that begin with the text come first, then those with a word that does. `begun` is folded. */
export function labelsBeginning(
  { texts, starts, textOfStart }: Labels,
  begun: string,
  most: number,
): string[] {
  if (begun === '') return []
  const first = firstStart(starts, begun)
  const found = new Set<number>()
  for (let at = first; at < starts.length && starts[at]!.startsWith(begun); at++) found.add(textOfStart[at]!)
  const isBegun = (at: number) => foldText(texts[at]!).startsWith(begun)
  const likeliest = [...found].sort((a, b) => a - b).slice(0, most * 8)
  return [...likeliest.filter(isBegun), ...likeliest.filter(at => !isBegun(at))]
    .slice(0, most)
    .map(at => texts[at]!)
}

function firstStart(starts: readonly string[], begun: string): number {
  let low = 0
  let high = starts.length
  while (low < high) {
    const middle = (low + high) >>> 1
    if (starts[middle]! < begun) low = middle + 1
    else high = middle
  }
  return low
}
