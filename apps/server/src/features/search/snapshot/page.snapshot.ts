import type { SearchQuery } from '../search-query.rules.ts'
import { chordSquared } from '../sphere.rules.ts'
import { runsAround } from './grid.snapshot.ts'
import { chordTo, type SegmentSearch } from './matches.snapshot.ts'
import { lowerBound, type Segment } from './segment.snapshot.ts'

/** The first `most` matches in the order of the search, ties by id. */
export function firstRows(
  segment: Segment,
  search: SegmentSearch,
  matches: Uint32Array,
  most: number,
): Uint32Array {
  const { sortBy } = search.query
  const first = new TopRows(Math.min(most, matches.length), segment.byId)
  if (sortBy === 'distance') offerByDistance(segment, search, matches, first)
  else {
    const rank = rankOf(segment, sortBy)
    for (const row of matches) first.offer(row, rank[row]!)
  }
  return first.sorted()
}

const rankOf = (segment: Segment, sortBy: Exclude<SearchQuery['sortBy'], 'distance'>): Uint32Array =>
  ({ rating: segment.byRating, name: segment.byName, newest: segment.byNewest })[sortBy]

/** From this many matches on, nearby ones are searched first. */
const manyMatches = 1_024

/** Search a circle that should hold enough matches, then double its radius: most are never measured (decision 016). */
function offerByDistance(
  segment: Segment,
  search: SegmentSearch,
  matches: Uint32Array,
  first: TopRows,
): void {
  const { query, center } = search
  const wanted = query.offset + query.limit
  if (query.radiusMiles !== null && search.words === null && matches.length > manyMatches) {
    // A quarter of the radius that an even distribution would need: centers are denser than outskirts.
    let miles = (query.radiusMiles * Math.sqrt(wanted / matches.length)) / 4
    for (; miles < query.radiusMiles; miles *= 2) {
      const near = rowsWithin(segment, search, matches, miles)
      if (near.length < wanted) continue
      for (const row of near) first.offer(row, chordTo(segment, center, row))
      return
    }
  }
  for (const row of matches) first.offer(row, chordTo(segment, center, row))
}

/** `matches` ascending. */
function rowsWithin(
  segment: Segment,
  { query, center }: SegmentSearch,
  matches: Uint32Array,
  miles: number,
): number[] {
  const maxChord = chordSquared(miles)
  const runs = runsAround(segment, query.from, miles)
  const near: number[] = []
  let at = 0
  for (let run = 0; run < runs.length; run += 3) {
    at = lowerBound(matches, runs[run]!, at, matches.length)
    for (; at < matches.length && matches[at]! < runs[run + 1]!; at++)
      if (chordTo(segment, center, matches[at]!) <= maxChord) near.push(matches[at]!)
  }
  return near
}

/** The `most` rows with the lowest keys, in a heap with the last on top. */
class TopRows {
  readonly #keys: Float64Array
  readonly #rows: Uint32Array
  readonly #rank: Uint32Array
  #count = 0

  constructor(most: number, rank: Uint32Array) {
    this.#keys = new Float64Array(most)
    this.#rows = new Uint32Array(most)
    this.#rank = rank
  }

  offer(row: number, key: number): void {
    const most = this.#rows.length
    if (this.#count < most) this.#siftUp(this.#count++, key, row)
    else if (most > 0 && key <= this.#keys[0]! && this.#isBefore(key, row, 0)) this.#siftDown(key, row, most)
  }

  sorted(): Uint32Array {
    for (let last = this.#count - 1; last > 0; last--) {
      const [key, row] = [this.#keys[last]!, this.#rows[last]!]
      this.#move(0, last)
      this.#siftDown(key, row, last)
    }
    return this.#rows.subarray(0, this.#count)
  }

  #isBefore(key: number, row: number, at: number): boolean {
    const other = this.#keys[at]!
    return key < other || (key === other && this.#rank[row]! < this.#rank[this.#rows[at]!]!)
  }

  #siftUp(from: number, key: number, row: number): void {
    let child = from
    while (child > 0) {
      const parent = (child - 1) >> 1
      if (this.#isBefore(key, row, parent)) break
      this.#move(parent, child)
      child = parent
    }
    this.#set(child, key, row)
  }

  #siftDown(key: number, row: number, size: number): void {
    let parent = 0
    for (let child = 1; child < size; child = 2 * parent + 1) {
      if (child + 1 < size && this.#isBefore(this.#keys[child]!, this.#rows[child]!, child + 1)) child++
      if (!this.#isBefore(key, row, child)) break
      this.#move(child, parent)
      parent = child
    }
    this.#set(parent, key, row)
  }

  #move(from: number, to: number): void {
    this.#set(to, this.#keys[from]!, this.#rows[from]!)
  }

  #set(at: number, key: number, row: number): void {
    this.#keys[at] = key
    this.#rows[at] = row
  }
}
