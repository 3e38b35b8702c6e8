import type { Wording } from '@dineward/core/search/search-tiers.rules.ts'
import { addPatterns, countPatterns, newPatternCounts, type PatternCounts } from '../flag-counts.rules.ts'
import { type FlagCounts, isListedFlag } from '../search-flags.rules.ts'
import type { RequiredFlags, SearchQuery, TierWords } from '../search-query.rules.ts'
import { chordSquared, type UnitVector, unitVector } from '../sphere.rules.ts'
import { type Runs, runsAround, runsInBox } from './grid.snapshot.ts'
import type { Segment } from './segment.snapshot.ts'
import { rowsWithWords, type TermScratch } from './terms.snapshot.ts'

/** Buffers that all searches of the process share: a search is synchronous. */
export interface Scratch extends TermScratch {
  readonly patterns: PatternCounts
  ofSet: Int32Array
}

export const newScratch = (): Scratch => ({
  matches: new Uint32Array(0),
  marks: new Uint32Array(0),
  mark: 0,
  collected: new Uint32Array(0),
  isCollected: new Uint8Array(0),
  patterns: newPatternCounts(),
  ofSet: new Int32Array(0),
})

function reserve(scratch: Scratch, { size, setStart }: Segment): void {
  if (scratch.ofSet.length < setStart.length) scratch.ofSet = new Int32Array(setStart.length)
  if (scratch.matches.length >= size) return
  scratch.matches = new Uint32Array(size)
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
  const size = rowsWithWords(segment, { anyOf, noneOf: [] }, [0, segment.size], scratch)
  let count = 0
  for (let at = 0; at < size && count < most; at++)
    if ((segment.flags[scratch.matches[at]!]! & isListedFlag) !== 0) count++
  return count
}

export interface SegmentSearch {
  readonly query: SearchQuery
  readonly required: RequiredFlags
  readonly center: UnitVector
  /** The squared chord to the edge of the radius; null for a box. */
  readonly maxChord: number | null
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
    maxChord: query.radiusMiles === null ? null : chordSquared(query.radiusMiles),
  }
}

/** Writes to `scratch.matches`. @returns how many. */
export function findMatches(segment: Segment, search: SegmentSearch, scratch: Scratch): number {
  const { from, radiusMiles, bounds, campaignCode } = search.query
  reserve(scratch, segment)
  const { matches } = scratch
  const runs = radiusMiles === null ? runsInBox(segment, bounds) : runsAround(segment, from, radiusMiles)
  let count: number
  if (search.words) {
    const size = rowsWithWords(segment, search.words, [runs[0] ?? 0, runs.at(-2) ?? 0], scratch)
    count = filterRows(segment, search, size, matches)
  } else count = filterRuns(segment, search, runs, matches)
  return campaignCode ? keepCampaign(segment, campaignCode, matches, count) : count
}

function filterRows(segment: Segment, search: SegmentSearch, size: number, matches: Uint32Array): number {
  const { flags } = segment
  const { all, anyOf } = search.required
  let count = 0
  for (let at = 0; at < size; at++) {
    const row = matches[at]!
    const bits = flags[row]!
    if ((bits & all) === all && (bits & anyOf) !== 0 && isInside(segment, search, row)) matches[count++] = row
  }
  return count
}

function filterRuns(segment: Segment, search: SegmentSearch, runs: Runs, matches: Uint32Array): number {
  const { flags } = segment
  const { all, anyOf } = search.required
  let count = 0
  for (let at = 0; at < runs.length; at += 3) {
    const to = runs[at + 1]!
    const isEdge = runs[at + 2] === 1
    for (let row = runs[at]!; row < to; row++) {
      const bits = flags[row]!
      if ((bits & all) === all && (bits & anyOf) !== 0 && (!isEdge || isInside(segment, search, row)))
        matches[count++] = row
    }
  }
  return count
}

function isInside(segment: Segment, { query, center, maxChord }: SegmentSearch, row: number): boolean {
  if (maxChord !== null) return chordTo(segment, center, row) <= maxChord
  const { west, south, east, north } = query.bounds
  const latitude = segment.latitude[row]!
  const longitude = segment.longitude[row]!
  if (latitude < south || latitude > north) return false
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
}

/** The squared chord, by the same operations as in `search.read.ts`. */
export function chordTo(segment: Segment, { x, y, z }: UnitVector, row: number): number {
  const dx = segment.x[row]! - x
  const dy = segment.y[row]! - y
  const dz = segment.z[row]! - z
  return dx * dx + dy * dy + dz * dz
}

function keepCampaign({ campaigns, lists }: Segment, code: string, rows: Uint32Array, size: number): number {
  const hasCode = lists.campaigns.map(codes => codes.includes(code))
  let count = 0
  for (let at = 0; at < size; at++) if (hasCode[campaigns[rows[at]!]!]) rows[count++] = rows[at]!
  return count
}

export function countMatches(
  segment: Segment,
  { matches, patterns, ofSet }: Scratch,
  count: number,
  counts: FlagCounts,
): void {
  const { flags, cuisines } = segment
  ofSet.fill(0)
  for (let at = 0; at < count; at++) {
    const row = matches[at]!
    countPatterns(patterns, flags[row]!)
    ofSet[cuisines[row]!]!++
  }
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
