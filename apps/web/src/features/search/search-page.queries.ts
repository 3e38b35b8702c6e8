import { boundsAround, centerOf } from '@dineward/core/merchants/distance.rules.ts'
import type { MeantParams } from '@dineward/core/search/query-meaning.rules.ts'
import type { searchMerchants } from '@dineward/core/search/search.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { type ListedMerchant, toListed } from '../../lib/listed-merchant.ts'
import { type CuisineCount, type SearchFacets, toFacets } from './filters/search-filters.ts'
import { type SearchAlternative, searchAlternatives } from './results/search-alternatives.ts'
import { viewer } from './search.queries.ts'
import { type SearchState, searchAddress } from './search-address.ts'
import { readSearch, type SearchPlace, searchPlaceQuery, searchRequestOf } from './search-place.queries.ts'

/** The map shows it where it is. */
export interface FoundMerchant extends ListedMerchant {
  readonly latitude: number
  readonly longitude: number
}

export interface FoundPage {
  readonly merchants: readonly FoundMerchant[]
  readonly totalResultSize: number
  readonly totalPages: number
  readonly pageNo: number
  readonly facets: SearchFacets
  /** They replace the typed words in an address. */
  readonly understood?: MeantParams
}

export function searchPageQuery(app: AppContext, state: SearchState, place: SearchPlace) {
  const query = searchRequestOf(state, place)
  return queryOptions({
    queryKey: ['search', viewer(app), query, state.showsFilters],
    queryFn: async (): Promise<FoundPage> => {
      const { merchants, totalResultSize, totalPages, pageNo, facets, understood } = await app.api.call<
        typeof searchMerchants
      >('GET', '/api/v2/Merchants/Search', { query })
      return {
        merchants: merchants.map(merchant => ({ ...toListed(merchant), ...merchant.location.coordinates })),
        totalResultSize,
        totalPages,
        pageNo,
        facets: toFacets(facets, state.showsFilters ? facets.cuisines.length : undefined),
        ...(understood ? { understood } : {}),
      }
    },
  })
}

/** All cuisines of what matches without a choice of cuisines, with their counts: any of several may be chosen. */
export function cuisinesQuery(app: AppContext, state: SearchState, place: SearchPlace) {
  const { pageNo, pageSize, sortBy, orphans, cuisines, ...query } = searchRequestOf(state, place)
  return queryOptions({
    queryKey: ['cuisines', viewer(app), query],
    queryFn: async (): Promise<readonly CuisineCount[]> => {
      const { facets } = await app.api.call<typeof searchMerchants>('GET', '/api/v2/Merchants/Search', {
        query: { ...query, pageSize: 1 },
      })
      return facets.cuisines.map(({ value, count }) => [value, count])
    },
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
      // Its words are a count.
      return counted.filter(({ kind, count }) => count !== 0 && (kind !== 'elsewhere' || count !== null))
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

/**
 * The page retries and reports failures. @returns the address of the same search with filters in place of words that
 * mean them, or null.
 */
export async function primeSearch(app: AppContext, state: SearchState): Promise<string | null> {
  const { queryClient } = app
  const place = await queryClient.fetchQuery(searchPlaceQuery(app, state)).catch(() => null)
  if (!place) return null
  const page = searchPageQuery(app, state, place)
  await queryClient.prefetchQuery(page)
  const found = queryClient.getQueryData(page.queryKey)
  if (found?.understood) return understoodAddress(app, state, found.understood)
  if (found?.totalResultSize === 0) await queryClient.prefetchQuery(alternativesQuery(app, state, place))
  return null
}

function understoodAddress(app: AppContext, state: SearchState, understood: MeantParams): string | null {
  const params = new URLSearchParams(searchAddress(state).split('?')[1])
  const replaced = understood.location ? ['latitude', 'longitude', 'bounds', 'location'] : []
  for (const name of ['restaurantOrCuisine', ...replaced]) params.delete(name)
  for (const [name, values] of Object.entries(understood))
    for (const value of values)
      if (name !== 'sortBy' || state.sortBy === 'distance') params.append(name, value)
  const address = searchAddress(readSearch(app, params))
  return address === searchAddress(state) ? null : address
}

const firstLookMiles = 3

/** They are the given bounds, else those that hold the page's results. */
export function searchedBounds(
  { bounds, radiusMiles }: SearchState,
  place: SearchPlace,
  found: readonly { readonly latitude: number; readonly longitude: number }[],
) {
  if (bounds) return bounds
  if (found.length === 0) return boundsAround(place, Math.min(radiusMiles ?? firstLookMiles, firstLookMiles))
  const latitudes = found.map(({ latitude }) => latitude)
  const longitudes = found.map(({ longitude }) => longitude)
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
