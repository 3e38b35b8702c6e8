import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import type { ListedMerchant } from './listed-merchant.ts'
import { merchantSearchQuery } from './merchants.queries.ts'
import { searchStateOf } from './search-address.ts'
import { searchPlaceQuery, searchRequestOf } from './search-place.queries.ts'

/** Of a row of restaurants (shell §9). */
const pageSize = 15

/** The restaurants that a search string asks for, around the place it names or the default one. */
export function carouselQuery(app: AppContext, searchString: string) {
  const state = searchStateOf(new URLSearchParams(searchString))
  const viewer = app.hasSession() ? 'member' : 'visitor'
  return queryOptions({
    queryKey: ['merchant-carousel', viewer, searchString],
    queryFn: async (): Promise<readonly ListedMerchant[]> => {
      const place = await app.queryClient.ensureQueryData(searchPlaceQuery(app, state))
      const request = { ...searchRequestOf(state, place), pageSize }
      return (await app.queryClient.ensureQueryData(merchantSearchQuery(app, request))).merchants
    },
  })
}
