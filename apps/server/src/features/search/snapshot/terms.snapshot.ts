import type { Wording } from '@dineward/core/search/search-tiers.rules.ts'
import type { TierWords } from '../search-query.rules.ts'
import type { TermRows } from './segment.snapshot.ts'

export interface TermScratch {
  matches: Uint32Array
  marks: Uint32Array
  mark: number
  collected: Uint32Array
  isCollected: Uint8Array
}

/** Writes to `scratch.matches`. @returns how many rows have all terms of a wording, and of none that is excluded. */
export function rowsWithWords(segment: TermRows, { anyOf, noneOf }: TierWords, scratch: TermScratch): number {
  if (anyOf.length === 1 && noneOf.length === 0) return rowsWithTerms(segment, anyOf[0]!, scratch)
  const { matches, collected, isCollected } = scratch
  let count = 0
  const collect = (wording: Wording) => {
    const size = rowsWithTerms(segment, wording, scratch)
    for (let at = 0; at < size; at++) {
      const row = matches[at]!
      if (isCollected[row] === 1) continue
      isCollected[row] = 1
      collected[count++] = row
    }
  }
  for (const wording of noneOf) collect(wording)
  const excluded = count
  for (const wording of anyOf) collect(wording)
  for (let at = 0; at < count; at++) isCollected[collected[at]!] = 0
  matches.set(collected.subarray(excluded, count))
  return count - excluded
}

/** Marks count up with each word, so that no list is sorted or intersected. @returns how many. */
function rowsWithTerms(segment: TermRows, words: Wording, scratch: TermScratch): number {
  const { termStart, termRows } = segment
  const { marks, matches } = scratch
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
      for (let at = termStart[term] ?? end; at < end; at++) {
        const row = termRows[at]!
        if (place === 0 ? marks[row] === mark : marks[row] !== mark - 1) continue
        marks[row] = mark
        matches[count++] = row
      }
    }
    if (count === 0) return 0
  }
  return count
}

const highestMark = 4_000_000_000

/** The rarest words go first, so that the others mark few rows. */
function rarestFirst({ termStart }: TermRows, words: readonly (readonly number[])[]) {
  const rowsOf = (terms: readonly number[]) =>
    terms.reduce((rows, term) => rows + (termStart[term + 1] ?? 0) - (termStart[term] ?? 0), 0)
  return words.length === 1 ? words : words.toSorted((a, b) => rowsOf(a) - rowsOf(b))
}
