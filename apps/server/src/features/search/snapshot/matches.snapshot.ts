import { type Bounds, boundsAround } from '@dineward/core/merchants/distance.rules.ts'
import type { Wording } from '@dineward/core/search/search-tiers.rules.ts'
import { addPatterns, countPatterns, newPatternCounts, type PatternCounts } from '../flag-counts.rules.ts'
import { type FlagCounts, isListedFlag } from '../search-flags.rules.ts'
import type { RequiredFlags, SearchQuery, TierWords } from '../search-query.rules.ts'
import { chordSquared, type UnitVector, unitVector } from '../sphere.rules.ts'
import type { Segment } from './segment.snapshot.ts'
import { rowsWithWords, type TermScratch } from './terms.snapshot.ts'

/** All searches of the process share these buffers: a search is synchronous. */
export interface Scratch extends TermScratch {
  readonly patterns: PatternCounts
  /** Squared chords of `matches` to the center of the search. */
  chords: Float64Array
  ofSet: Int32Array
}

export const newScratch = (): Scratch => ({
  matches: new Uint32Array(0),
  chords: new Float64Array(0),
  marks: new Uint32Array(0),
  mark: 0,
  collected: new Uint32Array(0),
  isCollected: new Uint8Array(0),
  patterns: newPatternCounts(),
  ofSet: new Int32Array(0),
})

export function reserve(scratch: Scratch, { size, setStart }: Segment): void {
  if (scratch.ofSet.length < setStart.length) scratch.ofSet = new Int32Array(setStart.length)
  if (scratch.matches.length >= size) return
  scratch.matches = new Uint32Array(size)
  scratch.chords = new Float64Array(size)
  scratch.marks = new Uint32Array(size)
  scratch.mark = 0
  scratch.collected = new Uint32Array(size)
  scratch.isCollected = new Uint8Array(size)
}

/** Listed rows anywhere that match, counted up to `most`. */
export function countAnywhere(
  segment: Segment,
  anyOf: readonly Wording[],
  scratch: Scratch,
  most: number,
): number {
  reserve(scratch, segment)
  const size = rowsWithWords(segment, { anyOf, noneOf: [] }, scratch)
  let count = 0
  for (let at = 0; at < size && count < most; at++)
    if ((segment.flags[scratch.matches[at]!]! & isListedFlag) !== 0) count++
  return count
}

export interface SegmentSearch {
  readonly query: SearchQuery
  readonly required: RequiredFlags
  readonly center: UnitVector
  /** This is the box, or a box around the circle. */
  readonly bounds: Bounds
  /** This is the squared chord to the edge of the radius; it is infinite for a box. */
  readonly maxChord: number
  readonly words: TierWords | null
}

export function segmentSearch(
  query: SearchQuery,
  { all, anyOf }: RequiredFlags,
  words: TierWords | null,
): SegmentSearch {
  return {
    query,
    words,
    required: { all: all | isListedFlag, anyOf },
    center: unitVector(query.from),
    bounds: query.radiusMiles === null ? query.bounds : boundsAround(query.from, query.radiusMiles * slack),
    maxChord: query.radiusMiles === null ? Number.POSITIVE_INFINITY : chordSquared(query.radiusMiles),
  }
}

/** Rounding must not put the edge of a circle outside of its box. */
const slack = 1.000_001

/** Writes to `scratch.matches` and `scratch.chords`. `hasTable` keeps rows, null all. @returns how many. */
export function findMatches(
  segment: Segment,
  search: SegmentSearch,
  scratch: Scratch,
  hasTable: ((row: number) => boolean) | null,
): number {
  reserve(scratch, segment)
  const { flags, campaigns, lists, isOpen, hours, rating } = segment
  const { query, required, center, bounds, maxChord } = search
  const { matches, chords } = scratch
  const { campaignCode, openNow, minRating } = query
  const hasCode = campaignCode ? lists.campaigns.map(codes => codes.includes(campaignCode)) : null
  const hasCuisine = query.cuisines ? setsWithAny(segment, query.cuisines) : null
  // Ratings have one decimal: 1.1 times 10 is slightly more than 11.
  const minTenths = minRating === undefined ? -1 : Math.ceil(Number((minRating * 10).toFixed(6)))
  let count = 0
  /** @returns false, so that the index collects nothing itself. */
  const addMatch = (row: number): boolean => {
    const bits = flags[row]!
    if ((bits & required.all) !== required.all || (bits & required.anyOf) === 0) return false
    if (hasCode && !hasCode[campaigns[row]!]) return false
    if (openNow && isOpen[hours[row]!] === 0) return false
    if (rating[row]! < minTenths) return false
    if (hasCuisine && !hasCuisine[segment.cuisines[row]!]) return false
    const chord = chordTo(segment, center, row)
    if (chord > maxChord || (hasTable && !hasTable(row))) return false
    matches[count] = row
    chords[count++] = chord
    return false
  }
  if (search.words) {
    const size = rowsWithWords(segment, search.words, scratch)
    for (let at = 0; at < size; at++) if (isWithin(segment, bounds, matches[at]!)) addMatch(matches[at]!)
  } else if (segment.places)
    for (const { west, south, east, north } of boxesOf(bounds))
      segment.places.search(west, south, east, north, addMatch)
  return count
}

function setsWithAny({ setStart, setCuisines, lists }: Segment, names: readonly string[]): boolean[] {
  const isWanted = lists.cuisines.map(name => names.includes(name))
  return Array.from({ length: setStart.length - 1 }, (_, set) =>
    setCuisines.subarray(setStart[set]!, setStart[set + 1]!).some(cuisine => isWanted[cuisine]),
  )
}

function isWithin({ latitude, longitude }: Segment, bounds: Bounds, row: number): boolean {
  const [up, over] = [latitude[row]!, longitude[row]!]
  return boxesOf(bounds).some(
    ({ west, south, east, north }) => up >= south && up <= north && over >= west && over <= east,
  )
}

/** There are two where the region crosses the date line. */
function boxesOf(bounds: Bounds): readonly Bounds[] {
  if (bounds.west <= bounds.east) return [bounds]
  return [
    { ...bounds, east: 180 },
    { ...bounds, west: -180 },
  ]
}

export function chordTo(segment: Segment, { x, y, z }: UnitVector, row: number): number {
  const dx = segment.x[row]! - x
  const dy = segment.y[row]! - y
  const dz = segment.z[row]! - z
  return dx * dx + dy * dy + dz * dz
}

export function countMatches(
  segment: Segment,
  { matches, patterns, ofSet }: Scratch,
  count: number,
  counts: FlagCounts,
): void {
  const { flags, cuisines, rating, isOpen, hours } = segment
  const { ofRating } = counts
  let openNow = 0
  ofSet.fill(0)
  for (let at = 0; at < count; at++) {
    const row = matches[at]!
    countPatterns(patterns, flags[row]!)
    ofSet[cuisines[row]!]!++
    ofRating[rating[row]! + 1]!++
    openNow += isOpen[hours[row]!]!
  }
  counts.openNow += openNow
  addPatterns(patterns, counts.ofBit)
  addCuisines(segment, ofSet, counts.ofCuisine)
}

/** There are far fewer sets of cuisines than matches (docs/decisions/016-search-optimizations.md). */
function addCuisines(
  { setStart, setCuisines, lists }: Segment,
  ofSet: Int32Array,
  counts: Map<string, number>,
): void {
  const ofCuisine = new Int32Array(lists.cuisines.length)
  for (let set = 0; set < setStart.length - 1; set++) {
    const times = ofSet[set]!
    if (times === 0) continue
    const end = setStart[set + 1]!
    for (let at = setStart[set]!; at < end; at++) ofCuisine[setCuisines[at]!]! += times
  }
  for (let cuisine = 0; cuisine < ofCuisine.length; cuisine++) {
    const name = lists.cuisines[cuisine]!
    if (ofCuisine[cuisine]! > 0) counts.set(name, (counts.get(name) ?? 0) + ofCuisine[cuisine]!)
  }
}
