import { newPatternCounts, type PatternCounts } from '../flag-counts.rules.ts'
import type { PlaceSearch } from '../place-search.rules.ts'
import { isThere, type WantedFacts } from '../search-flags.rules.ts'
import { chordSquared, type Spot, spotOf } from '../sphere.rules.ts'
import { type Runs, runsAround, runsInBox } from './grid.snapshot.ts'
import type { Segment } from './segment.snapshot.ts'
import { rowsWithTerms } from './terms.snapshot.ts'

/** What all searches of the process use in turn: none of them waits for anything while it does. */
export interface Scratch {
  /** Rows that were found, ascending unless words were asked for. */
  found: Uint32Array
  marks: Uint32Array
  mark: number
  readonly ofPattern: PatternCounts
  ofSet: Int32Array
}

export const newScratch = (): Scratch => ({
  found: new Uint32Array(0),
  marks: new Uint32Array(0),
  mark: 0,
  ofPattern: newPatternCounts(),
  ofSet: new Int32Array(0),
})

function makeRoom(scratch: Scratch, { size, setStart }: Segment): void {
  if (scratch.ofSet.length < setStart.length) scratch.ofSet = new Int32Array(setStart.length)
  if (scratch.found.length >= size) return
  scratch.found = new Uint32Array(size)
  scratch.marks = new Uint32Array(size)
  scratch.mark = 0
}

/** A search as a segment understands it. */
export interface SegmentSearch {
  readonly search: PlaceSearch
  readonly wanted: WantedFacts
  readonly spot: Spot
  /** The square of the straight line to the edge; null for a box. */
  readonly limit: number | null
}

export function segmentSearch(search: PlaceSearch, wanted: WantedFacts): SegmentSearch {
  return {
    search,
    wanted: { all: wanted.all | isThere, prices: wanted.prices },
    spot: spotOf(search.from),
    limit: search.radiusMiles === null ? null : chordSquared(search.radiusMiles),
  }
}

/** Everything that fits, into `scratch.found`. Returns how many. */
export function findRows(segment: Segment, asked: SegmentSearch, scratch: Scratch): number {
  const { search } = asked
  makeRoom(scratch, segment)
  const runs = runsOf(segment, search)
  const count = search.terms
    ? keepFitting(segment, asked, scratch, rowsWithTerms(segment, search.terms, hullOf(runs), scratch))
    : collect(segment, asked, runs, scratch.found)
  return search.campaignCode ? keepCampaign(segment, search.campaignCode, scratch.found, count) : count
}

function runsOf(segment: Segment, { from, radiusMiles, bounds }: PlaceSearch): Runs {
  return radiusMiles === null ? runsInBox(segment, bounds) : runsAround(segment, from, radiusMiles)
}

/** The rows between the first and the last run: with the region, all that is at its latitudes. */
const hullOf = (runs: Runs): readonly [from: number, to: number] => [runs[0] ?? 0, runs.at(-2) ?? 0]

function collect(segment: Segment, asked: SegmentSearch, runs: Runs, found: Uint32Array): number {
  const { facts } = segment
  const { all, prices } = asked.wanted
  let count = 0
  for (let at = 0; at < runs.length; at += 3) {
    const to = runs[at + 1]!
    if (runs[at + 2] === 1) {
      for (let row = runs[at]!; row < to; row++)
        if (fits(facts[row]!, all, prices) === 1 && isInside(segment, asked, row)) found[count++] = row
    } else {
      // Each is written down, and stays where it fits: a jump that nobody can foresee costs more than that.
      for (let row = runs[at]!; row < to; row++) {
        found[count] = row
        count += fits(facts[row]!, all, prices)
      }
    }
  }
  return count
}

/** 1 or 0, without a jump: facts are far from the sign. */
const fits = (bits: number, all: number, prices: number): number =>
  ((((bits & all) ^ all) - 1) >>> 31) & (-(bits & prices) >>> 31)

/** Of the first so many of `scratch.found`, those that fit in all but words. */
function keepFitting(segment: Segment, asked: SegmentSearch, { found }: Scratch, size: number): number {
  const { all, prices } = asked.wanted
  let count = 0
  for (let at = 0; at < size; at++) {
    const row = found[at]!
    const bits = segment.facts[row]!
    if (fits(bits, all, prices) === 1 && isInside(segment, asked, row)) found[count++] = row
  }
  return count
}

function isInside(segment: Segment, { search, spot, limit }: SegmentSearch, row: number): boolean {
  if (limit !== null) return chordTo(segment, spot, row) <= limit
  const { west, south, east, north } = search.bounds
  const latitude = segment.latitude[row]!
  const longitude = segment.longitude[row]!
  if (latitude < south || latitude > north) return false
  return west <= east ? longitude >= west && longitude <= east : longitude >= west || longitude <= east
}

/** The square of the straight line: the operations of the database's search, in its order. */
export function chordTo(segment: Segment, { x, y, z }: Spot, row: number): number {
  const dx = segment.x[row]! - x
  const dy = segment.y[row]! - y
  const dz = segment.z[row]! - z
  return dx * dx + dy * dy + dz * dz
}

function keepCampaign({ campaigns, lists }: Segment, code: string, found: Uint32Array, size: number): number {
  const fits = lists.campaigns.map(codes => codes.includes(code))
  let count = 0
  for (let at = 0; at < size; at++) if (fits[campaigns[found[at]!]!]) found[count++] = found[at]!
  return count
}
