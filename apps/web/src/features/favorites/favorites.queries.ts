import type { getFavorites } from '@dineward/core/favorites/favorites.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { type ListedMerchant, toListed } from '../../lib/listed-merchant.ts'

export function favoritesQuery(app: Pick<AppContext, 'api'>) {
  return queryOptions({ queryKey: ['favorites'], queryFn: () => fetchFavorites(app) })
}

export async function fetchFavorites({ api }: Pick<AppContext, 'api'>): Promise<readonly ListedMerchant[]> {
  const { items } = await api.call<typeof getFavorites>('GET', '/api/Member/Favorites', {})
  return items.map(toListed)
}
