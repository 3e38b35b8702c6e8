import { lowerBound, type Segment } from './segment.snapshot.ts'
import type { Scratch } from './segment-search.snapshot.ts'

/**
 * Rows of a stretch that have one of the terms of each word, once each, into `scratch.found`. Returns how many. A row
 * carries the mark of the last word that it had a term of, so a word is a walk over its terms' rows and nothing is sorted.
 */
export function rowsWithTerms(
  segment: Segment,
  words: readonly (readonly number[])[],
  [from, to]: readonly [from: number, to: number],
  scratch: Scratch,
): number {
  const { termStart, termRows } = segment
  const { marks, found } = scratch
  if (scratch.mark > highestMark) {
    marks.fill(0)
    scratch.mark = 0
  }
  let count = 0
  for (const [place, terms] of rarestFirst(segment, words).entries()) {
    const mark = ++scratch.mark
    count = 0
    for (const term of terms) {
      const end = termStart[term + 1] ?? 0
      for (let at = firstFrom(termRows, from, termStart[term] ?? 0, end); at < end; at++) {
        const row = termRows[at]!
        if (row >= to) break
        if (place === 0 ? marks[row] === mark : marks[row] !== mark - 1) continue
        marks[row] = mark
        found[count++] = row
      }
    }
    if (count === 0) return 0
  }
  return count
}

/** Marks fit into 32 bits. */
const highestMark = 4_000_000_000

/** Looking for the beginning pays for long lists only. */
function firstFrom(rows: Uint32Array, from: number, start: number, end: number): number {
  return end - start < 16 ? walkTo(rows, from, start, end) : lowerBound(rows, from, start, end)
}

function walkTo(rows: Uint32Array, from: number, start: number, end: number): number {
  let at = start
  while (at < end && rows[at]! < from) at++
  return at
}

/** The word that fewest restaurants have comes first: the marks of the others mean little work then. */
function rarestFirst({ termStart }: Segment, words: readonly (readonly number[])[]) {
  const rowsOf = (terms: readonly number[]) =>
    terms.reduce((rows, term) => rows + (termStart[term + 1] ?? 0) - (termStart[term] ?? 0), 0)
  return words.length === 1 ? words : words.toSorted((a, b) => rowsOf(a) - rowsOf(b))
}
