import { addPattern, type FactCounts } from './search-facts.ts'
import type { Segment } from './segment.ts'

const group = 9
const patterns = 1 << group

/**
 * Adds what was found to the counts. Patterns are counted, not facts: three groups of nine bits for each row instead of
 * two dozen facts, then a few hundred patterns are taken apart; and sets of cuisines, of which there are few.
 */
export function countFacts(segment: Segment, found: Uint32Array, count: number, counts: FactCounts): void {
  const low = new Uint32Array(patterns)
  const middle = new Uint32Array(patterns)
  const high = new Uint32Array(patterns)
  const { facts } = segment
  for (let at = 0; at < count; at++) {
    const bits = facts[found[at]!]!
    low[bits & (patterns - 1)]!++
    middle[(bits >>> group) & (patterns - 1)]!++
    high[(bits >>> (2 * group)) & (patterns - 1)]!++
  }
  for (let pattern = 1; pattern < patterns; pattern++) {
    addPattern(counts.ofBit, pattern, low[pattern]!)
    addPattern(counts.ofBit, pattern << group, middle[pattern]!)
    addPattern(counts.ofBit, pattern << (2 * group), high[pattern]!)
  }
  countCuisines(segment, found, count, counts.ofCuisine as Map<string, number>)
}

function countCuisines(
  { cuisines, setStart, setCuisines, lists }: Segment,
  found: Uint32Array,
  count: number,
  counts: Map<string, number>,
): void {
  const sets = setStart.length - 1
  const ofCuisine = new Uint32Array(lists.cuisines.length)
  if (count < sets / 4) {
    for (let at = 0; at < count; at++) addSet(cuisines[found[at]!]!, 1)
  } else {
    const ofSet = new Uint32Array(sets)
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
