/* One partner's restaurants as columns of numbers, sorted by grid cells, so that a region is a few runs of rows. */

/** Cells are 1/64 degree wide and high: about a mile. */
export const cellsPerDegree = 64
export const gridColumns = 360 * cellsPerDegree
export const gridBands = 180 * cellsPerDegree

export interface Segment {
  readonly size: number
  /** The place as a unit vector (`sphere.rules.ts`), and in degrees. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  /** `search-flags.rules.ts`. `applyDates` sets the two that depend on the date. */
  readonly flags: Uint32Array
  /** Number of a cuisine set. Set n is `setCuisines` from `setStart[n]` to `setStart[n + 1]`: indexes of `lists`. */
  readonly cuisines: Uint32Array
  readonly setStart: Uint32Array
  readonly setCuisines: Uint32Array
  /** Indexes of `lists`. */
  readonly campaigns: Uint32Array
  readonly timezone: Uint32Array
  /** Tenths; -1 where there is none. */
  readonly rating: Int32Array
  /** Days since 1970; `leftOn` may be `noLastDay` or `removed`. */
  readonly joinedOn: Int32Array
  readonly leftOn: Int32Array
  /** In the partner's unit; `noBonus` where there is none. */
  readonly bonus: Int32Array
  /** Number of the restaurant's text. */
  readonly text: Uint32Array
  /** Rank of each row in four orders, each with ties broken by id. */
  readonly byId: Uint32Array
  readonly byRating: Uint32Array
  readonly byName: Uint32Array
  readonly byNewest: Uint32Array
  /** Rows sorted by id. */
  readonly rowsById: Uint32Array
  /** Cells that are not empty, ascending; `cellStart[n]` is the first row of `cells[n]`, `bandStart[n]` the first cell of band n. */
  readonly cells: Int32Array
  readonly cellStart: Uint32Array
  readonly bandStart: Uint32Array
  /** Rows with a term: `termRows` from `termStart[id]` to `termStart[id + 1]`, ascending. */
  readonly termStart: Uint32Array
  readonly termRows: Uint32Array
  readonly lists: SegmentLists
}

export interface SegmentLists {
  readonly cuisines: readonly string[]
  readonly campaigns: readonly (readonly string[])[]
  readonly timezones: readonly string[]
}

export const noLastDay = 2 ** 31 - 1
/** Before any day. */
export const removed = -(2 ** 31)
export const noBonus = -(2 ** 31)

export const bandOf = (latitude: number): number =>
  Math.max(0, Math.min(gridBands - 1, Math.floor((latitude + 90) * cellsPerDegree)))
export const columnOf = (longitude: number): number =>
  Math.max(0, Math.min(gridColumns - 1, Math.floor((longitude + 180) * cellsPerDegree)))

/** The first index in `[from, to)` of an ascending list whose value is at least this, else `to`. */
export function lowerBound(list: Int32Array | Uint32Array, value: number, from: number, to: number): number {
  let low = from
  let high = to
  while (low < high) {
    const middle = (low + high) >>> 1
    if (list[middle]! < value) low = middle + 1
    else high = middle
  }
  return low
}
