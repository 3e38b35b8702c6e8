import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { defaultLocationQuery, locationsQuery, type MerchantSearchRequest } from './merchants.queries.ts'
import type { SearchState } from './search-address.ts'

export interface SearchPlace {
  readonly latitude: number
  readonly longitude: number
  /** Null where it is the default place, which nobody asked for by name. */
  readonly label: string | null
  /** The visitor typed a place that nobody knows; the default one is searched instead. */
  readonly unknown: boolean
}

/**
 * Where to search: the typed place, the coordinates that came with it, or the default. A label that stands for
 * coordinates ("Current Location") is not looked up; any other text is, since it may have been typed over.
 */
export function searchPlaceQuery(app: AppContext, state: SearchState) {
  const { location, latitude, longitude } = state
  return queryOptions({
    queryKey: ['search-place', location, latitude, longitude],
    queryFn: async (): Promise<SearchPlace> => {
      const given = latitude === null || longitude === null ? null : { latitude, longitude }
      if (given && (location === '' || standsForCoordinates(app, location)))
        return { ...given, label: location || null, unknown: false }
      const [found] = location ? await app.queryClient.ensureQueryData(locationsQuery(app, location)) : []
      if (found) return { ...found, unknown: false }
      if (given) return { ...given, label: location, unknown: false }
      const fallback = await app.queryClient.ensureQueryData(defaultLocationQuery(app))
      return { ...fallback, label: null, unknown: location !== '' }
    },
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** Recognised in other spellings, too: addresses have been encoded twice on the way here before. */
export function standsForCoordinates(app: AppContext, location: string): boolean {
  const copy = copyWriter(app)
  const plain = location.replace(/%20|\+|_/g, ' ').toLowerCase()
  return (['search.location.current', 'search.location.mapView'] as const).some(
    key => copy(key).toLowerCase() === plain,
  )
}

/** Fills rows of two and of three. */
const pageSize = 18

/** What the API is asked for. */
export function searchRequestOf(state: SearchState, place: SearchPlace): MerchantSearchRequest {
  const flag = (on: boolean) => (on ? ('true' as const) : undefined)
  const list = (values: readonly string[]) => (values.length > 0 ? [...values] : undefined)
  return {
    latitude: place.latitude,
    longitude: place.longitude,
    radiusMiles: state.radiusMiles ?? undefined,
    restaurantOrCuisine: state.restaurantOrCuisine || undefined,
    priceRange: list(state.priceRange),
    benefitsFor: list(state.benefitsFor),
    features: list(state.features),
    mealsServed: list(state.mealsServed),
    acclaimed: flag(state.acclaimed),
    isNew: flag(state.isNew),
    reservations: flag(state.reservations),
    campaignCode: state.campaignCode || undefined,
    sortBy: state.sortBy,
    pageNo: state.pageNo,
    pageSize,
  } as MerchantSearchRequest
}
