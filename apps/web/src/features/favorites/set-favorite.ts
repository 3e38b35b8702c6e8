import type { addFavorite, removeFavorite } from '@dineward/core/favorites/favorites.contract.ts'
import type { AppContext } from '../../app-context.ts'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { favoritesKey, favoritesQuery, fetchFavorites, type SavedPlaces } from './favorites.queries.ts'

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

const pages = { queryKey: [favoritesKey] } as const
const removed = new Map<
  string,
  { readonly page: unknown; readonly place: number; readonly merchant: ListedMerchant }
>()

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
  if (favorite && !isListed(app, id)) await app.queryClient.invalidateQueries(pages)
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
  const ids = new Set(saved.merchants.map(({ id }) => id))
  const isComplete = saved.total <= ids.size
  markFavorites(app, ({ id, favorite }) => ids.has(id) || (!isComplete && favorite))
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
  const { queryClient } = app
  const change = favorite ? restoreTo : removeFrom
  for (const [queryKey, saved] of queryClient.getQueriesData<SavedPlaces>(pages))
    if (saved) queryClient.setQueryData(queryKey, change(saved, id, queryKey[1]))
}

function removeFrom(saved: SavedPlaces, id: string, page: unknown): SavedPlaces {
  const place = saved.merchants.findIndex(merchant => merchant.id === id)
  const merchant = saved.merchants[place]
  if (!merchant) return saved
  removed.set(id, { page, place, merchant })
  return { merchants: saved.merchants.toSpliced(place, 1), total: saved.total - 1 }
}

function restoreTo(saved: SavedPlaces, id: string, page: unknown): SavedPlaces {
  const position = removed.get(id)
  if (!position || position.page !== page || saved.merchants.some(merchant => merchant.id === id))
    return saved
  return {
    merchants: saved.merchants.toSpliced(position.place, 0, position.merchant),
    total: saved.total + 1,
  }
}

function isListed({ queryClient }: FavoriteContext, id: string): boolean {
  const cached = queryClient.getQueriesData<SavedPlaces>(pages).filter(([, saved]) => saved)
  return cached.length === 0 || cached.some(([, saved]) => saved?.merchants.some(one => one.id === id))
}

/** It marks all responses but the list of favorites. Their age stays: nothing else in them is new. */
function markFavorites(
  { queryClient }: FavoriteContext,
  isFavorite: Parameters<typeof withFavorites>[1],
): void {
  for (const { queryKey, state } of queryClient.getQueryCache().getAll()) {
    if (queryKey[0] === favoritesKey) continue
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
