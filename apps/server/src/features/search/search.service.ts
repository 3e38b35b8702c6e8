import { isOpenMember } from '@dineward/core/members/member-questions.ts'
import { boundsAround, centerOf, distanceMiles, type Place } from '@dineward/core/merchants/distance.rules.ts'
import type { MerchantSummary } from '@dineward/core/merchants/merchants.contract.ts'
import { bookingProvider } from '@dineward/core/partner/partner-questions.ts'
import type { MeantParams } from '@dineward/core/search/query-meaning.rules.ts'
import { queryWords } from '@dineward/core/search/query-words.rules.ts'
import {
  type FoundMerchant,
  type ListedMerchantsQuery,
  type MapPlace,
  type MerchantSearch,
  type MerchantSearchResult,
  maxMapPlaces,
} from '@dineward/core/search/search.contract.ts'
import { totalPages } from '@dineward/core/shared/paging.ts'
import { memberOf } from '../../context.ts'
import { memberFieldsOf } from '../merchants/member-fields/member-fields.service.ts'
import { earningAt, merchantSummary, type SummaryRow } from '../merchants/merchants.view.ts'
import { slotsAt, tableRequest } from '../reservations/free-tables/table-request.service.ts'
import { defaultUserLocation } from './locations/locations.service.ts'
import { rewardOrderOf } from './reward-order.service.ts'
import { facetsOf } from './search-facets.view.ts'
import type { SearchContext } from './search-index.service.ts'
import { meantSearch } from './search-meaning.service.ts'
import type { FoundMerchants, SearchQuery } from './search-query.rules.ts'

export async function findMerchants(
  ctx: SearchContext,
  query: MerchantSearch,
): Promise<MerchantSearchResult> {
  const { pageNo, pageSize, orphans } = query
  const { found, place, understood } = await findMeant(ctx, query, {
    offset: (pageNo - 1) * pageSize,
    limit: pageSize + orphans,
  })
  const { total, counts, starts } = found
  const pages = totalPages(Math.max(Math.min(total, 1), total - orphans), pageSize)
  const page = pageNo === pages ? found.page : pageNo > pages ? [] : found.page.slice(0, pageSize)
  const memberFields = await memberFieldsOf(
    ctx,
    page.map(({ id }) => id),
  )
  return {
    merchants: page.map(row => ({
      ...merchantSummary(ctx, row, place && distanceMiles(place, row)),
      ...memberFields.get(row.id),
      ...tablesAt(ctx, row, starts),
    })),
    totalResultSize: total,
    totalPages: pages,
    pageNo,
    ...(understood ? { understood } : {}),
    facets: {
      ...facetsOf(counts, bookingProvider(ctx.partner)),
      ...(seesEarningDays(ctx) ? {} : { benefitsFor: [] }),
    },
  }
}

/** Those that do not take part are left out. */
export async function findListed(
  ctx: SearchContext,
  { ids }: ListedMerchantsQuery,
): Promise<{ merchants: MerchantSummary[] }> {
  const { partner, clock, searchIndex } = ctx
  const rows = await searchIndex.listed(partner.slug, ids, clock.now())
  const memberFields = await memberFieldsOf(
    ctx,
    rows.map(({ id }) => id),
  )
  return {
    merchants: rows.map(row => ({ ...merchantSummary(ctx, row, null), ...memberFields.get(row.id) })),
  }
}

interface MeantResult {
  readonly found: FoundMerchants
  readonly place: Place | null
  readonly understood?: MeantParams
}

/** Words that mean filters are searched as such, unless only the words themselves find something. */
async function findMeant(
  ctx: SearchContext,
  query: MerchantSearch,
  page: Pick<Page, 'offset' | 'limit'> & Partial<Page>,
): Promise<MeantResult> {
  const search = async (asked: MerchantSearch): Promise<MeantResult> => {
    const { place, ...region } = regionOf(asked)
    return { place, found: await find(ctx, asked, { ...region, sortBy: asked.sortBy, ...page }) }
  }
  const meant = await meantSearch(ctx, query)
  if (!meant) return search(query)
  const result = await search(meant.query)
  const literal = result.found.total === 0 ? await search(query) : null
  return literal && literal.found.total > 0 ? literal : { ...result, understood: meant.understood }
}

/** Earning days are for members: for others the filter by day is ignored (shell §6). */
const seesEarningDays = (ctx: SearchContext): boolean => isOpenMember(memberOf(ctx))

/** Nearest first, up to what one map shows. Ignores paging and order. */
export async function findMapPlaces(
  ctx: SearchContext,
  query: MerchantSearch,
): Promise<{ places: MapPlace[]; totalResultSize: number }> {
  const nearest = { sortBy: 'distance', offset: 0, limit: maxMapPlaces } as const
  const { found } = await findMeant(ctx, query, nearest)
  const places = found.page.map(row => ({ ...mapPlace(ctx, row), ...tablesAt(ctx, row, found.starts) }))
  return { places, totalResultSize: found.total }
}

type Region = Pick<SearchQuery, 'from' | 'bounds' | 'radiusMiles'>
type Page = Pick<SearchQuery, 'sortBy' | 'offset' | 'limit'>

async function find(
  ctx: SearchContext,
  query: MerchantSearch,
  regionAndPage: Region & Page,
): Promise<FoundMerchants> {
  const { partner, clock, searchIndex } = ctx
  const { date, time, partySize } = query
  const isAsked = date !== undefined && time !== undefined && partySize !== undefined
  const typed = query.restaurantOrCuisine
  const search: SearchQuery = {
    ...query,
    ...regionAndPage,
    benefitsFor: seesEarningDays(ctx) ? query.benefitsFor : undefined,
    partnerId: partner.slug,
    words: typed ? queryWords(typed) : null,
    bookingProvider: bookingProvider(partner),
    now: clock.now(),
    reward: regionAndPage.sortBy === 'reward' ? await rewardOrderOf(ctx) : null,
    table: (isAsked && tableRequest(ctx, { date, time, partySize })) || undefined,
  }
  return searchIndex.search(search)
}

function tablesAt(
  ctx: SearchContext,
  row: SummaryRow,
  starts: FoundMerchants['starts'],
): Pick<FoundMerchant, 'tables'> {
  const free = starts?.get(row.id)
  return free ? { tables: slotsAt(ctx, row, free) } : {}
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
