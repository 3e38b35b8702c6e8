import { boundsAround, centreOf } from '@dineward/core/merchants/distance.rules.ts'
import type {
  MerchantSearch,
  MerchantSearchResult,
} from '@dineward/core/merchants/merchant-search.contract.ts'
import { searchWords } from '@dineward/core/merchants/search-text.rules.ts'
import { bookingProvider } from '@dineward/core/partner/partner-questions.ts'
import { totalPages } from '@dineward/core/shared/paging.ts'
import type { Context } from '../../context.ts'
import { defaultUserLocation } from './locations.service.ts'
import { personalOf } from './merchant-personal.ts'
import { type FoundMerchants, selectMerchants } from './merchant-search.repository.ts'
import { merchantSummary } from './merchant-view.ts'

const nothingFound: FoundMerchants = {
  total: 0,
  page: [],
  cuisines: [],
  priceRange: [],
  features: [],
  mealsServed: [],
  benefitsFor: [],
  acclaimed: [],
  isNew: [],
  reservations: [],
}

/** One page of the partner's restaurants, with exact totals and facets over all that was found (wire: Search). */
export async function findMerchants(ctx: Context, query: MerchantSearch): Promise<MerchantSearchResult> {
  const { place, radiusMiles, bounds } = whereToSearch(query)
  const provider = bookingProvider(ctx.partner)
  const found =
    !query.reservations || provider
      ? await selectMerchants(ctx.db, {
          ...query,
          partnerId: ctx.partner.slug,
          from: place ?? centreOf(bounds),
          bounds,
          radiusMiles,
          bookingProvider: provider,
          words: query.restaurantOrCuisine ? searchWords(query.restaurantOrCuisine) : null,
          offset: (query.pageNo - 1) * query.pageSize,
          limit: query.pageSize,
          now: ctx.clock.now(),
        })
      : nothingFound
  const personal = await personalOf(
    ctx,
    found.page.map(({ id }) => id),
  )
  return {
    merchants: found.page.map(row => ({
      ...merchantSummary(ctx, row, place ? row.distance : null),
      ...personal.get(row.id),
    })),
    totalResultSize: found.total,
    totalPages: totalPages(found.total, query.pageSize),
    pageNo: query.pageNo,
    facets: {
      cuisines: [...found.cuisines],
      priceRange: [...found.priceRange],
      features: [...found.features],
      mealsServed: [...found.mealsServed],
      benefitsFor: [...found.benefitsFor],
      acclaimed: [...found.acclaimed],
      isNew: [...found.isNew],
      reservations: [...found.reservations],
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
