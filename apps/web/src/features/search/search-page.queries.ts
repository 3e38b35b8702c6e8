import { boundsAround, centerOf } from '@dineward/core/merchants/distance.rules.ts'
import type { getMapPlaces, searchMerchants } from '@dineward/core/search/search.contract.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { type ListedMerchant, toListed } from '../../lib/listed-merchant.ts'
import { type SearchFacets, toFacets } from './filters/search-filters.ts'
import { type SearchAlternative, searchAlternatives } from './results/search-alternatives.ts'
import { viewer } from './search.queries.ts'
import type { SearchState } from './search-address.ts'
import { type SearchPlace, searchPlaceQuery, searchRequestOf } from './search-place.queries.ts'

export interface FoundPage {
  readonly merchants: readonly ListedMerchant[]
  readonly totalResultSize: number
  readonly totalPages: number
  readonly pageNo: number
  readonly facets: SearchFacets
}

export function searchPageQuery(app: AppContext, state: SearchState, place: SearchPlace) {
  const query = searchRequestOf(state, place)
  return queryOptions({
    queryKey: ['search', viewer(app), query],
    queryFn: async (): Promise<FoundPage> => {
      const { merchants, totalResultSize, totalPages, pageNo, facets } = await app.api.call<
        typeof searchMerchants
      >('GET', '/api/v2/Merchants/Search', { query })
      return {
        merchants: merchants.map(toListed),
        totalResultSize,
        totalPages,
        pageNo,
        facets: toFacets(facets),
      }
    },
  })
}

/** Fetched only when a map is shown. */
export function mapPlacesQuery(app: AppContext, state: SearchState, place: SearchPlace) {
  const { pageNo, pageSize, sortBy, ...query } = searchRequestOf(state, place)
  return queryOptions({
    queryKey: ['map-places', viewer(app), query],
    queryFn: async () =>
      (await app.api.call<typeof getMapPlaces>('GET', '/api/v2/Merchants/Map', { query })).places,
    placeholderData: keepPreviousData,
  })
}

export interface CountedAlternative extends SearchAlternative {
  readonly count: number | null
}

export function alternativesQuery(app: AppContext, state: SearchState, place: SearchPlace) {
  return queryOptions({
    queryKey: ['search-alternatives', viewer(app), searchRequestOf(state, place)],
    queryFn: async (): Promise<readonly CountedAlternative[]> => {
      const counted = await Promise.all(
        searchAlternatives(state).map(async way => ({
          ...way,
          count: await countOf(app, way).catch(() => null),
        })),
      )
      return counted.filter(({ count }) => count !== 0)
    },
  })
}

async function countOf(app: AppContext, { kind, state }: SearchAlternative): Promise<number> {
  const place = await app.queryClient.ensureQueryData(searchPlaceQuery(app, state))
  if (kind === 'place' && place.unknown) return 0
  const query = { ...searchRequestOf(state, place), pageSize: 1 }
  return (await app.api.call<typeof searchMerchants>('GET', '/api/v2/Merchants/Search', { query }))
    .totalResultSize
}

/** The page retries and reports failures. */
export async function primeSearch(app: AppContext, state: SearchState): Promise<void> {
  const { queryClient } = app
  const place = await queryClient.ensureQueryData(searchPlaceQuery(app, state)).catch(() => null)
  if (!place) return
  const page = searchPageQuery(app, state, place)
  await queryClient.prefetchQuery(page)
  if (queryClient.getQueryData(page.queryKey)?.totalResultSize === 0)
    await queryClient.prefetchQuery(alternativesQuery(app, state, place))
}

const firstLookMiles = 3

/** Few enough that most markers have room for their label. */
const maxInBounds = 40

/** They are the given bounds, else those that hold the nearest results. */
export function searchedBounds(
  { bounds, radiusMiles }: SearchState,
  place: SearchPlace,
  found: readonly { readonly latitude: number; readonly longitude: number }[],
) {
  if (bounds) return bounds
  const held = found.slice(0, maxInBounds)
  if (held.length === 0) return boundsAround(place, Math.min(radiusMiles ?? firstLookMiles, firstLookMiles))
  const latitudes = held.map(({ latitude }) => latitude)
  const longitudes = held.map(({ longitude }) => longitude)
  const box = {
    west: Math.min(...longitudes),
    south: Math.min(...latitudes),
    east: Math.max(...longitudes),
    north: Math.max(...latitudes),
  }
  // It has a minimum size, for one restaurant or several in one building.
  const least = boundsAround(centerOf(box), 0.25)
  return {
    west: Math.min(box.west, least.west),
    south: Math.min(box.south, least.south),
    east: Math.max(box.east, least.east),
    north: Math.max(box.north, least.north),
  }
}
