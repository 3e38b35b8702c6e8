import type { Span } from '@dineward/core/merchants/opening-hours.rules.ts'
import Flatbush from 'flatbush'
import type { Labels } from './labels.snapshot.ts'

/* One partner's restaurants as columns of numbers. */

/** Rows with a term are `termRows` from `termStart[id]` to `termStart[id + 1]`, ascending. */
export interface TermRows {
  readonly termStart: Uint32Array
  readonly termRows: Uint32Array
}

export interface Segment extends TermRows {
  readonly size: number
  /** The place is a unit vector (`sphere.rules.ts`), and in degrees. */
  readonly x: Float64Array
  readonly y: Float64Array
  readonly z: Float64Array
  readonly latitude: Float64Array
  readonly longitude: Float64Array
  /** See `search-flags.rules.ts`. `applyDates` sets the two that depend on the date. */
  readonly flags: Uint32Array
  /** Number of a cuisine set. Set n is `setCuisines` from `setStart[n]` to `setStart[n + 1]`: indexes of `lists`. */
  readonly cuisines: Uint32Array
  readonly setStart: Uint32Array
  readonly setCuisines: Uint32Array
  /** They are indexes of `lists`. */
  readonly campaigns: Uint32Array
  readonly timezone: Uint32Array
  readonly hours: Uint32Array
  /** The rating is in tenths, and -1 where there is none. */
  readonly rating: Int32Array
  /** They are days since 1970; `leftOn` may be `noLastDay` or `removed`. */
  readonly joinedOn: Int32Array
  readonly leftOn: Int32Array
  /** In the partner's unit; `noBonus` where there is none. */
  readonly bonus: Int32Array
  /** Number of the restaurant's text. */
  readonly text: Uint32Array
  /** Each row has its rank in four orders, in which ties are broken by id. */
  readonly byId: Uint32Array
  readonly byRating: Uint32Array
  readonly byName: Uint32Array
  readonly byNewest: Uint32Array
  /** The rows are sorted by id. */
  readonly rowsById: Uint32Array
  /** The index of places is null without rows. */
  readonly places: Flatbush | null
  /** The same of the words of names alone. */
  readonly ofNames: TermRows
  readonly lists: SegmentLists
  /** It is 1 for each of the lists' hours that are open now; `applyMinute` sets it. */
  readonly isOpen: Uint8Array
  /** They are what is on menus, and which cuisines there are. */
  readonly dishLabels: Labels
  readonly cuisineLabels: Labels
}

/** What a worker can transfer: the index is its buffer. */
export type BuiltSegment = Omit<Segment, 'places' | 'isOpen'> & { readonly places: ArrayBuffer | null }

export const openSegment = (built: BuiltSegment): Segment => ({
  ...built,
  places: built.places && Flatbush.from(built.places),
  isOpen: new Uint8Array(built.lists.hours.length),
})

export interface SegmentLists {
  readonly cuisines: readonly string[]
  readonly campaigns: readonly (readonly string[])[]
  readonly timezones: readonly string[]
  readonly hours: readonly { readonly timezone: number; readonly openings: readonly Span[] }[]
}

export const noLastDay = 2 ** 31 - 1
/** It is before any day. */
export const removed = -(2 ** 31)
export const noBonus = -(2 ** 31)
