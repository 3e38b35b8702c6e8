import type { Bounds, Place } from '@dineward/core/merchants/distance.rules.ts'
import type { MerchantSearch } from '@dineward/core/search/search.contract.ts'
import type { SummaryRow } from '../merchants/merchants.view.ts'

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

/** What is asked of the search, whoever answers: the snapshot in the process or the database. */
export interface PlaceSearch extends SearchFilters {
  readonly partnerId: string
  /** Where distances are measured from. */
  readonly from: Place
  /** What is looked at where there is no radius. */
  readonly bounds: Bounds
  /** Null: all of the box. */
  readonly radiusMiles: number | null
  /** For each word that was typed, the terms it may mean: a restaurant must have one of each. Null: nothing was typed. */
  readonly terms: readonly (readonly number[])[] | null
  /** Where tables are booked; null: nowhere. */
  readonly bookingProvider: 'book' | 'openTable' | null
  readonly sortBy: MerchantSearch['sortBy']
  readonly offset: number
  readonly limit: number
  readonly now: Date
}

/** In how many restaurants each bit (`search-flags.rules.ts`) is set, and each cuisine is named. */
export interface FactCounts {
  readonly ofBit: Float64Array
  readonly ofCuisine: Map<string, number>
}

export interface FoundMerchants {
  readonly total: number
  readonly page: readonly SummaryRow[]
  /** Of everything found, not of the page: what facets are made of (`search-facets.ts`). */
  readonly counts: FactCounts
}
