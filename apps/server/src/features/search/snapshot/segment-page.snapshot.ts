import type { PlaceSearch } from '../place-search.rules.ts'
import { chordSquared } from '../sphere.rules.ts'
import { runsAround } from './grid.snapshot.ts'
import { lowerBound, type Segment } from './segment.snapshot.ts'
import { chordTo, type SegmentSearch } from './segment-search.snapshot.ts'
import { type TopRows, topRows } from './top-rows.snapshot.ts'

/** The first `most` of the rows found, in the order that was asked for, ties by id. */
export function firstRows(
  segment: Segment,
  asked: SegmentSearch,
  found: Uint32Array,
  count: number,
  most: number,
): Uint32Array {
  const { sortBy } = asked.search
  const first = topRows(Math.min(most, count), segment.byId)
  if (sortBy === 'distance') offerByDistance(segment, asked, found, count, first)
  else offerByRank(rankBy(segment, sortBy), found, count, first)
  return first.sorted()
}

const rankBy = (segment: Segment, sortBy: Exclude<PlaceSearch['sortBy'], 'distance'>): Uint32Array =>
  ({ rating: segment.byRating, name: segment.byName, newest: segment.byNewest })[sortBy]

function offerByRank(rank: Uint32Array, found: Uint32Array, count: number, first: TopRows): void {
  let worst = Number.POSITIVE_INFINITY
  for (let at = 0; at < count; at++) {
    const row = found[at]!
    if (rank[row]! < worst) worst = first.offer(row, rank[row]!)
  }
}

/** So few are measured one by one. */
const fewRows = 1_024

/**
 * Around a place the nearest are looked for in a circle that should hold enough of them, or else in one of twice its
 * radius, and so on: most of what was found is never measured.
 */
function offerByDistance(
  segment: Segment,
  asked: SegmentSearch,
  found: Uint32Array,
  count: number,
  first: TopRows,
): void {
  const { search, spot } = asked
  const wanted = search.offset + search.limit
  if (search.radiusMiles !== null && search.terms === null && count > fewRows) {
    // Restaurants stand closer together in the middle of a town than around it.
    let miles = (search.radiusMiles * Math.sqrt(wanted / count)) / 4
    for (; miles < search.radiusMiles; miles *= 2) {
      const near = rowsWithin(segment, asked, found.subarray(0, count), miles)
      if (near.length < wanted) continue
      for (const row of near) first.offer(row, chordTo(segment, spot, row))
      return
    }
  }
  let worst = Number.POSITIVE_INFINITY
  for (let at = 0; at < count; at++) {
    const chord = chordTo(segment, spot, found[at]!)
    if (chord <= worst) worst = first.offer(found[at]!, chord)
  }
}

/** `found` is ascending, as runs are. */
function rowsWithin(
  segment: Segment,
  { search, spot }: SegmentSearch,
  found: Uint32Array,
  miles: number,
): number[] {
  const limit = chordSquared(miles)
  const runs = runsAround(segment, search.from, miles)
  const near: number[] = []
  let at = 0
  for (let run = 0; run < runs.length; run += 3) {
    at = lowerBound(found, runs[run]!, at, found.length)
    for (; at < found.length && found[at]! < runs[run + 1]!; at++)
      if (chordTo(segment, spot, found[at]!) <= limit) near.push(found[at]!)
  }
  return near
}
