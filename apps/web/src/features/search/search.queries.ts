import type { Place } from '@dineward/core/merchants/distance.rules.ts'
import type { getDefaultUserLocation, getLocations } from '@dineward/core/search/locations.contract.ts'
import { roundedPlace } from '@dineward/core/search/place-words.rules.ts'
import type { searchMerchants } from '@dineward/core/search/search.contract.ts'
import type { getSuggestions } from '@dineward/core/search/suggestions.contract.ts'
import type { ContractRequest } from '@dineward/core/shared/contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { type ListedMerchant, toListed } from '../../lib/listed-merchant.ts'

export type MerchantSearchRequest = NonNullable<ContractRequest<typeof searchMerchants>['query']>

/** It is part of every key: members get fields that visitors do not. */
export const viewer = (app: AppContext) => (app.hasSession() ? 'member' : 'visitor')

export interface MerchantSearchPage {
  readonly merchants: readonly ListedMerchant[]
  readonly totalResultSize: number
  readonly totalPages: number
  readonly pageNo: number
}

export function merchantSearchQuery(app: AppContext, query: MerchantSearchRequest) {
  return queryOptions({
    queryKey: ['merchants', viewer(app), query],
    queryFn: async (): Promise<MerchantSearchPage> => {
      const { merchants, totalResultSize, totalPages, pageNo } = await app.api.call<typeof searchMerchants>(
        'GET',
        '/api/v2/Merchants/Search',
        { query },
      )
      return { merchants: merchants.map(toListed), totalResultSize, totalPages, pageNo }
    },
  })
}

export function locationsQuery(app: AppContext, query: string) {
  return queryOptions({
    queryKey: ['locations', query],
    queryFn: async () =>
      (await app.api.call<typeof getLocations>('GET', '/api/Locations', { query: { query } })).items,
    staleTime: Number.POSITIVE_INFINITY,
  })
}

/** The nearest of equally likely restaurants come first. */
export function suggestionsQuery(app: AppContext, typed: string, place: Place | null) {
  const near = place ? roundedPlace(place) : {}
  return queryOptions({
    queryKey: ['suggestions', typed, near],
    queryFn: async () =>
      (
        await app.api.call<typeof getSuggestions>('GET', '/api/Suggestions', {
          query: { query: typed, ...near },
        })
      ).items,
    staleTime: 60_000,
  })
}

export function defaultLocationQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['default-location'],
    queryFn: () => app.api.call<typeof getDefaultUserLocation>('GET', '/api/DefaultUserLocation', {}),
    staleTime: Number.POSITIVE_INFINITY,
  })
}
