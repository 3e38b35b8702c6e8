import { boundsAround, centreOf } from '@dineward/core/merchants/distance.rules.ts'
import type {
  Merchant,
  MerchantSearch,
  MerchantSearchResult,
} from '@dineward/core/merchants/merchants.contract.ts'
import { searchWords } from '@dineward/core/merchants/search-text.rules.ts'
import { takesReservations } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import { totalPages } from '@dineward/core/shared/paging.ts'
import type { Context } from '../../context.ts'
import { defaultUserLocation } from './locations.service.ts'
import { type FoundMerchants, selectMerchants } from './merchant-search.repository.ts'
import { merchantSummary, wholeMerchant } from './merchant-view.ts'
import { type MerchantForEvent, selectMerchant, selectMerchantForEvent } from './merchants.repository.ts'

const reviewsShown = 5
const nothingFound: FoundMerchants = {
  total: 0,
  page: [],
  cuisines: [],
  priceRange: [],
  features: [],
  mealsServed: [],
}

/** One page of the partner's restaurants, with exact totals and facets over all that was found (wire: Search). */
export async function findMerchants(ctx: Context, query: MerchantSearch): Promise<MerchantSearchResult> {
  const { place, radiusMiles, bounds } = whereToSearch(query)
  const bookable = !query.reservations || takesReservations(ctx.partner)
  const found = bookable
    ? await selectMerchants(ctx.db, {
        ...query,
        partnerId: ctx.partner.slug,
        from: place ?? centreOf(bounds),
        bounds,
        radiusMiles,
        words: query.restaurantOrCuisine ? searchWords(query.restaurantOrCuisine) : null,
        offset: (query.pageNo - 1) * query.pageSize,
        limit: query.pageSize,
        now: ctx.clock.now(),
      })
    : nothingFound
  return {
    merchants: found.page.map(row => merchantSummary(ctx, row, place ? row.distance : null)),
    totalResultSize: found.total,
    totalPages: totalPages(found.total, query.pageSize),
    pageNo: query.pageNo,
    facets: {
      cuisines: [...found.cuisines],
      priceRange: [...found.priceRange],
      features: [...found.features],
      mealsServed: [...found.mealsServed],
    },
  }
}

/** A box is taken as it is; a place, or else the default one, has a radius around it. */
function whereToSearch({ latitude, longitude, radiusMiles, bounds }: MerchantSearch) {
  const given = latitude === undefined || longitude === undefined ? null : { latitude, longitude }
  if (bounds) return { place: given, bounds, radiusMiles: null }
  const place = given ?? defaultUserLocation
  return { place, bounds: boundsAround(place, radiusMiles), radiusMiles }
}

/** The whole restaurant. `merchant_not_found` where it takes no part in the partner's programme. */
export async function showMerchant(ctx: Context, merchantId: string): Promise<Merchant> {
  // PostgreSQL refuses a text with a NUL in it; no id has one.
  if (merchantId.includes('\0')) throw new AppError('merchant_not_found')
  const row = await selectMerchant(ctx.db, ctx.partner.slug, merchantId, reviewsShown)
  if (!row) throw new AppError('merchant_not_found')
  return wholeMerchant(ctx, row)
}

/**
 * The restaurant an event happened at: by our id (`location.metadata.id`), falling back to the MID in force at the
 * restaurant's local date `YYYY-MM-DD` (wire: Transactions come in). Null when it is unknown, or takes no part in the
 * partner's programme at all. Whether it took part on that date is for the caller to judge from `participation`:
 * `joinedOn` is its first day, `leftOn` the first day it no longer counts.
 */
export function findMerchantForEvent(
  ctx: Pick<Context, 'db' | 'partner'>,
  place: { merchantId?: string | null | undefined; mid?: string | null | undefined; localDate: string },
): Promise<MerchantForEvent | null> {
  return selectMerchantForEvent(ctx.db, ctx.partner.slug, place)
}
