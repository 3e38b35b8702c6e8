import { isOpenMember } from '@dineward/core/members/member-questions.ts'
import { boundsAround, centerOf, distanceMiles, type Place } from '@dineward/core/merchants/distance.rules.ts'
import { bookingProvider } from '@dineward/core/partner/partner-questions.ts'
import { queryWords } from '@dineward/core/search/query-words.rules.ts'
import {
  type MapPlace,
  type MerchantSearch,
  type MerchantSearchResult,
  maxMapPlaces,
} from '@dineward/core/search/search.contract.ts'
import { totalPages } from '@dineward/core/shared/paging.ts'
import { type Context, memberOf } from '../../context.ts'
import { memberFieldsOf } from '../merchants/member-fields/member-fields.service.ts'
import { earningAt, merchantSummary, type SummaryRow } from '../merchants/merchants.view.ts'
import { defaultUserLocation } from './locations/locations.service.ts'
import { facetsOf } from './search-facets.view.ts'
import type { SearchIndex } from './search-index.service.ts'
import type { FoundMerchants, SearchQuery } from './search-query.rules.ts'

export interface SearchContext extends Context {
  readonly searchIndex: SearchIndex
}

export async function findMerchants(
  ctx: SearchContext,
  query: MerchantSearch,
): Promise<MerchantSearchResult> {
  const { place, ...region } = regionOf(query)
  const { total, page, counts } = await find(ctx, query, {
    ...region,
    sortBy: query.sortBy,
    offset: (query.pageNo - 1) * query.pageSize,
    limit: query.pageSize,
  })
  const memberFields = await memberFieldsOf(
    ctx,
    page.map(({ id }) => id),
  )
  return {
    merchants: page.map(row => ({
      ...merchantSummary(ctx, row, place && distanceMiles(place, row)),
      ...memberFields.get(row.id),
    })),
    totalResultSize: total,
    totalPages: totalPages(total, query.pageSize),
    pageNo: query.pageNo,
    facets: {
      ...facetsOf(counts, bookingProvider(ctx.partner)),
      ...(seesEarningDays(ctx) ? {} : { benefitsFor: [] }),
    },
  }
}

/** Earning days are for members: for others the filter by day is ignored (shell §6). */
const seesEarningDays = (ctx: SearchContext): boolean => isOpenMember(memberOf(ctx))

/** Nearest first, up to what one map shows. Ignores paging and order. */
export async function findMapPlaces(
  ctx: SearchContext,
  query: MerchantSearch,
): Promise<{ places: MapPlace[]; totalResultSize: number }> {
  const { place: _place, ...region } = regionOf(query)
  const nearest = { ...region, sortBy: 'distance', offset: 0, limit: maxMapPlaces } as const
  const { total, page } = await find(ctx, query, nearest)
  return { places: page.map(row => mapPlace(ctx, row)), totalResultSize: total }
}

type Region = Pick<SearchQuery, 'from' | 'bounds' | 'radiusMiles'>
type Page = Pick<SearchQuery, 'sortBy' | 'offset' | 'limit'>

async function find(
  ctx: SearchContext,
  query: MerchantSearch,
  regionAndPage: Region & Page,
): Promise<FoundMerchants> {
  const { partner, clock, searchIndex } = ctx
  const typed = query.restaurantOrCuisine
  const search: SearchQuery = {
    ...query,
    ...regionAndPage,
    benefitsFor: seesEarningDays(ctx) ? query.benefitsFor : undefined,
    partnerId: partner.slug,
    words: typed ? queryWords(typed) : null,
    bookingProvider: bookingProvider(partner),
    now: clock.now(),
  }
  return searchIndex.search(search)
}

/** It is the given box, else the radius around the given or the default place. */
function regionOf(query: MerchantSearch): Region & { readonly place: Place | null } {
  const { latitude, longitude, radiusMiles, bounds } = query
  const given = latitude === undefined || longitude === undefined ? null : { latitude, longitude }
  if (bounds) return { place: given, from: given ?? centerOf(bounds), bounds, radiusMiles: null }
  const place = given ?? defaultUserLocation
  return { place, from: place, bounds: boundsAround(place, radiusMiles), radiusMiles }
}

function mapPlace(ctx: SearchContext, row: SummaryRow): MapPlace {
  const { id, name, latitude, longitude, rating, priceRange, cuisines } = row
  const { earnRate } = earningAt(ctx, row)
  return {
    id,
    name,
    latitude,
    longitude,
    rating: rating ?? 0,
    priceRange,
    cuisine: cuisines[0] ?? '',
    ...(earnRate ? { earnRate } : {}),
  }
}
