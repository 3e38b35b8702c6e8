import type { FactCounts } from './search-facts.ts'
import type { Segment } from './segment.ts'

const group = 9
const patterns = 1 << group

/**
 * Counts patterns, not facts: three groups of nine bits for each row instead of two dozen facts, and a few hundred
 * patterns to take apart at the end.
 */
export interface FactCounter {
  add(segment: Segment, found: Uint32Array, count: number): void
  readonly counts: FactCounts
}

export function countFacts(): FactCounter {
  const low = new Uint32Array(patterns)
  const middle = new Uint32Array(patterns)
  const high = new Uint32Array(patterns)
  const lists: { readonly ofSegment: Segment['lists']['cuisines']; readonly counts: Uint32Array }[] = []

  function* bits(): Generator<readonly [number, number]> {
    for (let pattern = 1; pattern < patterns; pattern++) {
      if (low[pattern]! > 0) yield [pattern, low[pattern]!]
      if (middle[pattern]! > 0) yield [pattern << group, middle[pattern]!]
      if (high[pattern]! > 0) yield [pattern << (2 * group), high[pattern]!]
    }
  }

  function* cuisines(): Generator<readonly [readonly string[], number]> {
    for (const { ofSegment, counts } of lists)
      for (const [list, count] of counts.entries()) if (count > 0) yield [ofSegment[list]!, count]
  }

  return {
    add(segment, found, count) {
      const ofList = new Uint32Array(segment.lists.cuisines.length)
      lists.push({ ofSegment: segment.lists.cuisines, counts: ofList })
      const { facts, cuisines: listOf } = segment
      for (let at = 0; at < count; at++) {
        const row = found[at]!
        const bits = facts[row]!
        low[bits & (patterns - 1)]!++
        middle[(bits >>> group) & (patterns - 1)]!++
        high[(bits >>> (2 * group)) & (patterns - 1)]!++
        ofList[listOf[row]!]!++
      }
    },
    counts: {
      get bits() {
        return bits()
      },
      get cuisines() {
        return cuisines()
      },
    },
  }
}
