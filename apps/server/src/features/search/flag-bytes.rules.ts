import { addFacts, addToBits, newPatternCounts } from './flag-counts.rules.ts'
import type { FactCounts } from './place-search.rules.ts'
import { cuisinesMask, factBits, noCounts, timezoneShift } from './search-flags.rules.ts'
import type { SearchNumbers } from './search-ids.repository.ts'

/** `facts` of everything found, eight bytes each, the highest first. */
export type FactBytes = Buffer
export const bytesEach = 8

/**
 * Counts what the database found; handing it over takes the database a third of the time that counting takes it. Null
 * where a number is none of those that are known.
 */
export function countFactBytes(bytes: FactBytes, { cuisines, timezones }: SearchNumbers): FactCounts | null {
  const counts = noCounts()
  const ofPattern = newPatternCounts()
  const ofSet = new Uint32Array(cuisines.length)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at < view.byteLength; at += bytesEach) {
    const upper = view.getUint32(at)
    const set = upper & cuisinesMask
    if (set >= ofSet.length || upper >>> (timezoneShift - 32) >= timezones.length) return null
    addFacts(ofPattern, view.getUint32(at + 4) & factBits)
    ofSet[set]!++
  }
  addToBits(ofPattern, counts.ofBit)
  for (let set = 0; set < ofSet.length; set++) {
    if (ofSet[set] === 0) continue
    for (const cuisine of cuisines[set] ?? [])
      counts.ofCuisine.set(cuisine, (counts.ofCuisine.get(cuisine) ?? 0) + ofSet[set]!)
  }
  return counts
}
