import type { SearchQuery } from '../search-query.rules.ts'
import type { Scratch, SegmentSearch } from './matches.snapshot.ts'
import type { Segment } from './segment.snapshot.ts'

/** The first `most` of `count` matches in the order of the search, ties by id. `rewards` are `Part.rewardKeys`. */
export function firstRows(
  segment: Segment,
  { query }: SegmentSearch,
  { matches, chords }: Scratch,
  count: number,
  most: number,
  rewards: ((row: number) => number) | null,
): Uint32Array {
  const first = new TopRows(Math.min(most, count), segment.byId, rewards)
  const rank = rankOf(segment, query.sortBy)
  for (let at = 0; at < count; at++) {
    const row = matches[at]!
    first.offer(row, rank ? rank[row]! : chords[at]!)
  }
  return first.sorted()
}

/** Null: by distance. */
function rankOf(segment: Segment, sortBy: SearchQuery['sortBy']): Uint32Array | null {
  const { byRating: rating, byName: name, byNewest: newest } = segment
  return { rating, name, newest, distance: null, reward: null }[sortBy]
}

/** A heap keeps the `most` rows with the lowest keys, with the last on top. `before` is a key that comes before the key. */
class TopRows {
  readonly #keys: Float64Array
  readonly #rows: Uint32Array
  readonly #rank: Uint32Array
  readonly #before: ((row: number) => number) | null
  #count = 0

  constructor(most: number, rank: Uint32Array, before: ((row: number) => number) | null) {
    this.#keys = new Float64Array(most)
    this.#rows = new Uint32Array(most)
    this.#rank = rank
    this.#before = before
  }

  offer(row: number, key: number): void {
    const most = this.#rows.length
    if (this.#count < most) this.#siftUp(this.#count++, key, row)
    else if (most > 0 && this.#isBefore(key, row, 0)) this.#siftDown(key, row, most)
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
    if (this.#before) {
      const difference = this.#before(row) - this.#before(this.#rows[at]!)
      if (difference !== 0) return difference < 0
    }
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
