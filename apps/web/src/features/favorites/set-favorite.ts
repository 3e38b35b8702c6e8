import type { addFavorite, removeFavorite } from '@dineward/core/favorites/favorites.contract.ts'
import type { AppContext } from '../../app-context.ts'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { favoritesQuery, fetchFavorites } from './favorites.queries.ts'

type FavoriteContext = Pick<AppContext, 'api' | 'queryClient'>

interface PendingUpdates {
  /** The server confirmed this value last. */
  confirmed: boolean
  /** It numbers the latest request; earlier ones are superseded. */
  last: number
  request: Promise<unknown>
}
const pendingByMerchant = new Map<string, PendingUpdates>()
let updateCount = 0

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
  updateCount++
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

/** Show what was saved and removed on other devices and in other tabs. An update made here meanwhile wins. */
export async function refreshFavorites(app: FavoriteContext): Promise<void> {
  const { queryClient, api } = app
  const isShown = queryClient
    .getQueryCache()
    .getAll()
    .some(({ state }) => showsFavorites(state.data))
  const { queryKey } = favoritesQuery(app)
  if (pendingByMerchant.size > 0 || !(isShown || queryClient.getQueryData(queryKey))) return
  const updatesBefore = updateCount
  const saved = await api.inBackground(() => fetchFavorites(app))
  if (updateCount !== updatesBefore) return
  const ids = new Set(saved.map(({ id }) => id))
  markFavorites(app, ({ id }) => ids.has(id))
  queryClient.setQueryData(queryKey, saved)
}

function sendFavorite({ api }: FavoriteContext, merchantId: string, favorite: boolean): Promise<unknown> {
  const request = { params: { merchantId } }
  return favorite
    ? api.call<typeof addFavorite>('PUT', '/api/Member/Favorites/:merchantId', request)
    : api.call<typeof removeFavorite>('DELETE', '/api/Member/Favorites/:merchantId', request)
}

function updateCache(app: FavoriteContext, id: string, favorite: boolean): void {
  markFavorites(app, merchant => (merchant.id === id ? favorite : merchant.favorite))
  const { queryKey } = favoritesQuery(app)
  app.queryClient.setQueryData(queryKey, saved => {
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

/** It marks all responses but the list of favorites. Their age stays: nothing else in them is new. */
function markFavorites(
  { queryClient }: FavoriteContext,
  isFavorite: Parameters<typeof withFavorites>[1],
): void {
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    if (queryKey[0] === 'favorites') continue
    const marked = withFavorites(state.data, isFavorite)
    if (marked !== state.data) queryClient.setQueryData(queryKey, marked, { updatedAt: state.dataUpdatedAt })
  }
}

interface MarkedMerchant {
  readonly id: string
  readonly favorite: boolean
}

/**
 * A response is a restaurant, a list, or an object with `merchants`. @returns the same object where nothing changes
 */
function withFavorites(response: unknown, isFavorite: (merchant: MarkedMerchant) => boolean): unknown {
  if (Array.isArray(response)) {
    const changed = response.map(one => withFavorites(one, isFavorite))
    return changed.some((one, index) => one !== response[index]) ? changed : response
  }
  if (typeof response !== 'object' || response === null) return response
  if ('merchants' in response) {
    const merchants = withFavorites(response.merchants, isFavorite)
    return merchants === response.merchants ? response : { ...response, merchants }
  }
  if (!isMarked(response)) return response
  const favorite = isFavorite(response)
  return favorite === response.favorite ? response : { ...response, favorite }
}

function showsFavorites(response: unknown): boolean {
  if (Array.isArray(response)) return response.some(showsFavorites)
  if (typeof response !== 'object' || response === null) return false
  return 'merchants' in response ? showsFavorites(response.merchants) : isMarked(response)
}

const isMarked = (response: object): response is MarkedMerchant => 'id' in response && 'favorite' in response
