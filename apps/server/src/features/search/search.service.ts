import { boundsAround, centerOf, distanceMiles, type Place } from '@dineward/core/merchants/distance.rules.ts'
import { bookingProvider } from '@dineward/core/partner/partner-questions.ts'
import {
  type MapPlace,
  type MerchantSearch,
  type MerchantSearchResult,
  mapPlacesAtMost,
} from '@dineward/core/search/search.contract.ts'
import { searchWords } from '@dineward/core/search/search-text.rules.ts'
import { totalPages } from '@dineward/core/shared/paging.ts'
import { type Context, memberOf } from '../../context.ts'
import { PreparedJson } from '../../http/serve.ts'
import { personalOf } from '../merchants/member-fields.service.ts'
import { merchantSummary, type SummaryRow } from '../merchants/merchants.view.ts'
import { defaultUserLocation } from './locations.service.ts'
import type { FoundMerchants, PlaceSearch } from './place-search.rules.ts'
import { preparedAnswer } from './prepared-summaries.view.ts'
import { selectMerchants } from './search.read.ts'
import { facetsJson, facetsOf } from './search-facets.view.ts'
import type { SearchIndex } from './search-index.service.ts'

export interface SearchContext extends Context {
  readonly searchIndex: SearchIndex
}

/** One page of the partner's restaurants, with exact totals and facets over all that was found (wire: Search). */
export async function findMerchants(
  ctx: SearchContext,
  query: MerchantSearch,
): Promise<MerchantSearchResult | PreparedJson> {
  const { place, ...where } = whereToSearch(query)
  const { total, page, counts } = await find(ctx, query, {
    ...where,
    sortBy: query.sortBy,
    offset: (query.pageNo - 1) * query.pageSize,
    limit: query.pageSize,
  })
  const milesTo = (row: SummaryRow) => (place ? distanceMiles(place, row) : null)
  const provider = bookingProvider(ctx.partner)
  const paging = {
    totalResultSize: total,
    totalPages: totalPages(total, query.pageSize),
    pageNo: query.pageNo,
  }
  if (!memberOf(ctx)) {
    const rest = `${JSON.stringify(paging).slice(1, -1)},"facets":${facetsJson(counts, provider)}`
    return new PreparedJson(preparedAnswer(ctx, page, milesTo, rest))
  }
  const personal = await personalOf(
    ctx,
    page.map(({ id }) => id),
  )
  const merchants = page.map(row => ({
    ...merchantSummary(ctx, row, milesTo(row)),
    ...personal.get(row.id),
  }))
  return { merchants, ...paging, facets: facetsOf(counts, provider) }
}

/** Where the restaurants of a search are, the nearest first, as many as one map can show. Pages and orders do not matter. */
export async function findMapPlaces(
  ctx: SearchContext,
  query: MerchantSearch,
): Promise<{ places: MapPlace[]; totalResultSize: number }> {
  const { place: _place, ...where } = whereToSearch(query)
  const nearest = { ...where, sortBy: 'distance', offset: 0, limit: mapPlacesAtMost } as const
  const { total, page } = await find(ctx, query, nearest)
  return { places: page.map(mapPlace), totalResultSize: total }
}

type Where = Pick<PlaceSearch, 'from' | 'bounds' | 'radiusMiles'>
type Page = Pick<PlaceSearch, 'sortBy' | 'offset' | 'limit'>

/** The snapshot answers, and while there is none the database: both the same. */
async function find(
  { partner, db, clock, searchIndex }: SearchContext,
  query: MerchantSearch,
  page: Where & Page,
): Promise<FoundMerchants> {
  const typed = query.restaurantOrCuisine
  const search: PlaceSearch = {
    ...query,
    ...page,
    partnerId: partner.slug,
    terms: typed ? await searchIndex.termsOf(searchWords(typed)) : null,
    bookingProvider: bookingProvider(partner),
    now: clock.now(),
  }
  return searchIndex.search(search) ?? selectMerchants(db, search)
}

/** A box is taken as it is; a place, or else the default one, has a radius around it. */
function whereToSearch(query: MerchantSearch): Where & { readonly place: Place | null } {
  const { latitude, longitude, radiusMiles, bounds } = query
  const given = latitude === undefined || longitude === undefined ? null : { latitude, longitude }
  if (bounds) return { place: given, from: given ?? centerOf(bounds), bounds, radiusMiles: null }
  const place = given ?? defaultUserLocation
  return { place, from: place, bounds: boundsAround(place, radiusMiles), radiusMiles }
}

function mapPlace({ id, name, latitude, longitude, rating, priceRange, cuisines }: SummaryRow): MapPlace {
  return { id, name, latitude, longitude, rating: rating ?? 0, priceRange, cuisine: cuisines[0] ?? '' }
}
