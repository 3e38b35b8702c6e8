import type { getFavorites } from '@dineward/core/favorites/favorites.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { type ListedMerchant, toListed } from '../../lib/listed-merchant.ts'

/** A page of the saved restaurants, the newest first, and how many there are on all pages. */
export interface SavedPlaces {
  readonly merchants: readonly ListedMerchant[]
  readonly total: number
}

export const favoritesKey = 'favorites'

export function favoritesQuery(app: Pick<AppContext, 'api'>, pageNo = 1) {
  return queryOptions({ queryKey: [favoritesKey, pageNo], queryFn: () => fetchFavorites(app, pageNo) })
}

export async function fetchFavorites({ api }: Pick<AppContext, 'api'>, pageNo = 1): Promise<SavedPlaces> {
  const query = pageNo === 1 ? {} : { pageNo }
  const { items, total } = await api.call<typeof getFavorites>('GET', '/api/Member/Favorites', { query })
  return { merchants: items.map(toListed), total }
}
