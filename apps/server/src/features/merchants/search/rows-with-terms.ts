import type { Scratch } from './search-segment.ts'
import type { Segment } from './segment.ts'

/**
 * Rows that have one of the terms of each word, once each, into `scratch.found`. Returns how many. A row carries the mark
 * of the last word that it had a term of, so a word is a walk over its terms' rows and nothing is sorted.
 */
export function rowsWithTerms(
  segment: Segment,
  words: readonly (readonly number[])[],
  scratch: Scratch,
): number {
  if (words.length === 0) return 0
  const { termStart, termRows } = segment
  const { marks, found } = scratch
  if (scratch.mark > 4_000_000_000) {
    marks.fill(0)
    scratch.mark = 0
  }
  const before = scratch.mark
  scratch.mark += words.length
  // The word that fewest restaurants have comes first: the marks of the others mean little work then.
  const rarestFirst = words.toSorted((a, b) => rowsOf(segment, a) - rowsOf(segment, b))
  let count = 0
  for (const [place, terms] of rarestFirst.entries()) {
    const mark = before + place + 1
    count = 0
    for (const term of terms) {
      const end = termStart[term + 1] ?? 0
      for (let at = termStart[term] ?? 0; at < end; at++) {
        const row = termRows[at]!
        const marked = marks[row]!
        if (place === 0 ? marked === mark : marked !== mark - 1) continue
        marks[row] = mark
        found[count++] = row
      }
    }
    if (count === 0) return 0
  }
  return count
}

function rowsOf({ termStart }: Segment, terms: readonly number[]): number {
  let rows = 0
  for (const term of terms) rows += (termStart[term + 1] ?? 0) - (termStart[term] ?? 0)
  return rows
}
