import type { Bounds, Place } from '@dineward/core/merchants/distance.rules.ts'
import type { MerchantSearch } from '@dineward/core/search/search.contract.ts'
import type { SummaryRow } from '../merchants/merchants.view.ts'
import { anyPrice, type Flag, type FlagCounts, maskOf, newCounts, priceFlags } from './search-flags.rules.ts'

export type SearchFilters = Pick<
  MerchantSearch,
  | 'priceRange'
  | 'acclaimed'
  | 'isNew'
  | 'reservations'
  | 'benefitsFor'
  | 'features'
  | 'mealsServed'
  | 'campaignCode'
>

export interface SearchQuery extends SearchFilters {
  readonly partnerId: string
  readonly from: Place
  /** The region where there is no radius. */
  readonly bounds: Bounds
  readonly radiusMiles: number | null
  /** For each word the ids of matching terms; a restaurant needs one of each. Null without words. */
  readonly terms: readonly (readonly number[])[] | null
  /** Null where the partner books no tables. */
  readonly bookingProvider: 'book' | 'openTable' | null
  readonly sortBy: MerchantSearch['sortBy']
  readonly offset: number
  readonly limit: number
  readonly now: Date
}

export interface FoundMerchants {
  readonly total: number
  readonly page: readonly SummaryRow[]
  /** Of all matches, not of the page. */
  readonly counts: FlagCounts
}

export const nothingFound: FoundMerchants = { total: 0, page: [], counts: newCounts() }

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
  const all = maskOf(
    ...(query.acclaimed ? (['acclaimed'] as const) : []),
    ...(query.isNew ? (['isNew'] as const) : []),
    ...(query.reservations ? bookable : []),
    ...(query.features ?? []),
    ...(query.mealsServed ?? []),
    ...(query.benefitsFor ?? []),
  )
  const prices = (query.priceRange ?? []).map(range => priceFlags[range - 1]!)
  return { all, anyOf: prices.length > 0 ? maskOf(...prices) : anyPrice }
}

export function bookableFlags(provider: SearchQuery['bookingProvider']): Flag[] {
  if (provider === null) return []
  return [provider === 'book' ? 'takesBookings' : 'openTable']
}
