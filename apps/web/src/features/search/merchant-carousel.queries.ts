import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { lookUpNearby } from '../../lib/geolocation.ts'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { merchantSearchQuery, viewer } from './search.queries.ts'
import type { SearchState } from './search-address.ts'
import { readSearch, type SearchPlace, searchPlaceQuery, searchRequestOf } from './search-place.queries.ts'

/** Of a row of restaurants (shell §9). */
const pageSize = 15

/** The restaurants that a search string asks for: around the place it names, else the visitor, else the default place. */
export function carouselQuery(app: AppContext, searchString: string) {
  const state = readSearch(app, new URLSearchParams(searchString))
  return queryOptions({
    queryKey: ['merchant-carousel', viewer(app), searchString],
    queryFn: async (): Promise<readonly ListedMerchant[]> => {
      const request = { ...searchRequestOf(state, await placeOf(app, state)), pageSize }
      return (await app.queryClient.ensureQueryData(merchantSearchQuery(app, request))).merchants
    },
  })
}

async function placeOf(app: AppContext, state: SearchState): Promise<SearchPlace> {
  const { location, latitude, bounds } = state
  const nearby = location === '' && latitude === null && bounds === null ? await lookUpNearby() : null
  if (nearby) return { ...nearby, label: null, unknown: false }
  return app.queryClient.ensureQueryData(searchPlaceQuery(app, state))
}
