import type { addFavorite, removeFavorite } from '@dineward/core/favorites/favorites.contract.ts'
import type { AppContext } from '../../app-context.ts'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { favoritesQuery } from './favorites.queries.ts'

type FavoriteContext = Pick<AppContext, 'api' | 'queryClient'>

interface PendingUpdates {
  /** The last value that the server confirmed. */
  confirmed: boolean
  /** The number of the latest request; earlier ones are superseded. */
  last: number
  request: Promise<unknown>
}
const pendingByMerchant = new Map<string, PendingUpdates>()

const removed = new Map<string, { readonly place: number; readonly merchant: ListedMerchant }>()

/**
 * Update a favorite in every cached query, then on the server, one request at a time. @throws after rolling back to
 * the last confirmed value
 */
export async function setFavorite(
  app: FavoriteContext,
  { id }: Pick<ListedMerchant, 'id'>,
  favorite: boolean,
): Promise<void> {
  const pending = pendingByMerchant.get(id) ?? { confirmed: !favorite, last: 0, request: Promise.resolve() }
  pendingByMerchant.set(id, pending)
  const updateNumber = ++pending.last
  updateCache(app, id, favorite)
  const request = pending.request.then(() => sendFavorite(app, id, favorite))
  pending.request = request.catch(() => {})
  try {
    await request
    pending.confirmed = favorite
  } catch (error) {
    if (updateNumber === pending.last) updateCache(app, id, pending.confirmed)
    throw error
  } finally {
    if (updateNumber === pending.last) pendingByMerchant.delete(id)
  }
  if (favorite && !isListed(app, id))
    await app.queryClient.invalidateQueries({ queryKey: favoritesQuery(app).queryKey })
}

function sendFavorite({ api }: FavoriteContext, merchantId: string, favorite: boolean): Promise<unknown> {
  const request = { params: { merchantId } }
  return favorite
    ? api.call<typeof addFavorite>('PUT', '/api/Member/Favorites/:merchantId', request)
    : api.call<typeof removeFavorite>('DELETE', '/api/Member/Favorites/:merchantId', request)
}

function updateCache(app: FavoriteContext, id: string, favorite: boolean): void {
  const { queryClient } = app
  const { queryKey } = favoritesQuery(app)
  queryClient.setQueriesData(
    { predicate: query => query.queryKey[0] !== queryKey[0] && isPartOf(query.state.data, id) },
    (response: unknown) => withFavorite(response, id, favorite),
  )
  queryClient.setQueryData(queryKey, saved => {
    if (!saved) return saved
    const place = saved.findIndex(merchant => merchant.id === id)
    if (favorite) return place >= 0 ? saved : restored(saved, id)
    const merchant = saved[place]
    if (merchant) removed.set(id, { place, merchant })
    return saved.filter(merchant => merchant.id !== id)
  })
}

function restored(saved: readonly ListedMerchant[], id: string): readonly ListedMerchant[] {
  const position = removed.get(id)
  return position ? saved.toSpliced(position.place, 0, position.merchant) : saved
}

function isListed(app: FavoriteContext, id: string): boolean {
  const saved = app.queryClient.getQueryData(favoritesQuery(app).queryKey)
  return saved === undefined || saved.some(merchant => merchant.id === id)
}

/** A response is a restaurant, a list, or an object with `merchants`. */
function isPartOf(response: unknown, id: string): boolean {
  if (Array.isArray(response)) return response.some(one => isPartOf(one, id))
  if (typeof response !== 'object' || response === null) return false
  if ('merchants' in response) return isPartOf(response.merchants, id)
  return 'id' in response && response.id === id && 'favorite' in response
}

function withFavorite(response: unknown, id: string, favorite: boolean): unknown {
  if (!isPartOf(response, id)) return response
  if (Array.isArray(response)) return response.map(one => withFavorite(one, id, favorite))
  const known = response as object
  return 'merchants' in known
    ? { ...known, merchants: withFavorite(known.merchants, id, favorite) }
    : { ...known, favorite }
}
