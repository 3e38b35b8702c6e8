import type { FactCounts } from './place-search.rules.ts'
import type { Segment } from './snapshot/segment.snapshot.ts'
import type { Scratch } from './snapshot/segment-search.snapshot.ts'

const group = 9
const patterns = 1 << group

/**
 * Counts patterns, not facts: three groups of nine bits for each restaurant instead of two dozen facts, then a few hundred
 * patterns are taken apart.
 */
export interface PatternCounts {
  readonly low: Int32Array
  readonly middle: Int32Array
  readonly high: Int32Array
}

export const newPatternCounts = (): PatternCounts => ({
  low: new Int32Array(patterns),
  middle: new Int32Array(patterns),
  high: new Int32Array(patterns),
})

export function addFacts({ low, middle, high }: PatternCounts, facts: number): void {
  low[facts & (patterns - 1)]!++
  middle[(facts >>> group) & (patterns - 1)]!++
  high[(facts >>> (2 * group)) & (patterns - 1)]!++
}

/** In how many restaurants each bit is set. Takes the patterns apart: they are used up. */
export function addToBits({ low, middle, high }: PatternCounts, ofBit: Float64Array): void {
  addPatterns(ofBit, 0, low)
  addPatterns(ofBit, group, middle)
  addPatterns(ofBit, 2 * group, high)
}

/** Adds what was found to the counts: its facts, and its cuisines by sets, of which there are few. */
export function countFacts(segment: Segment, scratch: Scratch, count: number, counts: FactCounts): void {
  const { found, ofPattern } = scratch
  for (const patterns of Object.values(ofPattern)) patterns.fill(0)
  const { facts } = segment
  for (let at = 0; at < count; at++) addFacts(ofPattern, facts[found[at]!]!)
  addToBits(ofPattern, counts.ofBit)
  countCuisines(segment, scratch, count, counts.ofCuisine)
}

/** Bit by bit from the highest: patterns that have it are the upper half, which is then laid over the lower. */
function addPatterns(ofBit: Float64Array, first: number, ofPattern: Int32Array): void {
  for (let bit = group - 1; bit >= 0; bit--) {
    const half = 1 << bit
    let sum = 0
    for (let pattern = 0; pattern < half; pattern++) {
      const upper = ofPattern[half + pattern]!
      sum += upper
      ofPattern[pattern]! += upper
    }
    ofBit[first + bit]! += sum
  }
}

function countCuisines(
  { cuisines, setStart, setCuisines, lists }: Segment,
  { found, ofSet }: Scratch,
  count: number,
  counts: Map<string, number>,
): void {
  const sets = setStart.length - 1
  const ofCuisine = new Int32Array(lists.cuisines.length)
  if (count < sets / 4) {
    for (let at = 0; at < count; at++) addSet(cuisines[found[at]!]!, 1)
  } else {
    ofSet.fill(0, 0, sets)
    for (let at = 0; at < count; at++) ofSet[cuisines[found[at]!]!]!++
    for (let set = 0; set < sets; set++) if (ofSet[set]! > 0) addSet(set, ofSet[set]!)
  }
  for (let cuisine = 0; cuisine < ofCuisine.length; cuisine++) {
    const name = lists.cuisines[cuisine]!
    if (ofCuisine[cuisine]! > 0) counts.set(name, (counts.get(name) ?? 0) + ofCuisine[cuisine]!)
  }

  function addSet(set: number, times: number): void {
    const end = setStart[set + 1]!
    for (let at = setStart[set]!; at < end; at++) ofCuisine[setCuisines[at]!]! += times
  }
}
