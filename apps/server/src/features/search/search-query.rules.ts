import type { Bounds, Place } from '@dineward/core/merchants/distance.rules.ts'
import type { MerchantSearch } from '@dineward/core/search/search.contract.ts'
import type { SearchTiers, Wording } from '@dineward/core/search/search-tiers.rules.ts'
import type { SummaryRow } from '../merchants/merchants.view.ts'
import type { TableRequest } from '../reservations/free-tables/free-tables.service.ts'
import {
  type Flag,
  type FlagCounts,
  isListedFlag,
  maskOf,
  newCounts,
  priceFlags,
} from './search-flags.rules.ts'

export type SearchFilters = Pick<
  MerchantSearch,
  | 'priceRange'
  | 'acclaimed'
  | 'isNew'
  | 'reservations'
  | 'hasTable'
  | 'benefitsFor'
  | 'features'
  | 'mealsServed'
  | 'diets'
  | 'cuisines'
  | 'openNow'
  | 'minRating'
  | 'campaignCode'
>

export interface SearchQuery extends SearchFilters {
  readonly partnerId: string
  readonly from: Place
  /** The region where there is no radius. */
  readonly bounds: Bounds
  readonly radiusMiles: number | null
  /** Words are folded; null means that there are none. */
  readonly words: readonly string[] | null
  /** It is null where the partner books no tables. */
  readonly bookingProvider: 'book' | 'openTable' | null
  readonly sortBy: MerchantSearch['sortBy']
  /** For `sortBy` `reward`, which is by distance without it. */
  readonly reward?: RewardOrder | null
  readonly offset: number
  readonly limit: number
  readonly now: Date
  /** Where it is given, `hasTable` is about it, and the page has the free tables. */
  readonly table?: TableRequest | undefined
}

/** How rewards differ for one member. */
export interface RewardOrder {
  /** By restaurant, what the member's best offer there adds to a usual dinner, in the partner's unit. */
  readonly extra: ReadonlyMap<string, number>
  /** Dines earn nothing there, until the member has its tier. */
  isLocked(campaignCodes: readonly string[]): boolean
}

/** One tier's wordings, without what earlier tiers find. */
export interface TierWords {
  readonly anyOf: readonly Wording[]
  readonly noneOf: readonly Wording[]
}

export const tierWords = (tiers: SearchTiers): TierWords[] =>
  tiers.map((anyOf, at) => ({ anyOf, noneOf: tiers.slice(0, at).flat() }))

export interface FoundMerchants {
  readonly total: number
  readonly page: readonly SummaryRow[]
  /** Of all matches, not of the page. */
  readonly counts: FlagCounts
  /** By restaurant of the page that takes bookings: when a table is free, in order. Only where tables are asked for. */
  readonly starts?: ReadonlyMap<string, readonly Date[]>
}

export const nothingFound: FoundMerchants = { total: 0, page: [], counts: newCounts() }

/** The part of the page that a later tier fills. */
export const restOfPage = (query: SearchQuery, { total, page }: FoundMerchants): SearchQuery => ({
  ...query,
  offset: Math.max(0, query.offset - total),
  limit: query.limit - page.length,
})

export function addFound(first: FoundMerchants, then: FoundMerchants): FoundMerchants {
  if (first.total === 0) return then
  const counts = newCounts()
  for (const { ofBit, ofCuisine, ofRating, openNow } of [first.counts, then.counts]) {
    counts.openNow += openNow
    for (const [tenths, count] of ofRating.entries()) counts.ofRating[tenths]! += count
    for (const [bit, count] of ofBit.entries()) counts.ofBit[bit]! += count
    for (const [cuisine, count] of ofCuisine)
      counts.ofCuisine.set(cuisine, (counts.ofCuisine.get(cuisine) ?? 0) + count)
  }
  return { total: first.total + then.total, page: [...first.page, ...then.page], counts }
}

/** A restaurant matches that has all flags of `all` and one of `anyOf`. */
export interface RequiredFlags {
  readonly all: number
  readonly anyOf: number
}

export function requiredFlags(
  query: SearchFilters & Pick<SearchQuery, 'bookingProvider'>,
): RequiredFlags | null {
  const bookable = bookableFlags(query.bookingProvider)
  if (query.reservations && bookable.length === 0) return null
  // Free tables are known in our own book only.
  if (query.hasTable && query.bookingProvider !== 'book') return null
  const all = maskOf(
    ...(query.acclaimed ? (['acclaimed'] as const) : []),
    ...(query.isNew ? (['isNew'] as const) : []),
    ...(query.reservations || query.hasTable ? bookable : []),
    ...(query.features ?? []),
    ...(query.mealsServed ?? []),
    ...(query.diets ?? []),
    ...(query.benefitsFor ?? []),
  )
  const prices = (query.priceRange ?? []).map(range => priceFlags[range - 1]!)
  return { all, anyOf: prices.length > 0 ? maskOf(...prices) : isListedFlag }
}

export function bookableFlags(provider: SearchQuery['bookingProvider']): Flag[] {
  if (provider === null) return []
  return [provider === 'book' ? 'takesBookings' : 'openTable']
}
