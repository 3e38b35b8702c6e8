import type { addFavorite, removeFavorite } from '@dineward/core/favorites/favorites.contract.ts'
import type { AppContext } from '../../app-context.ts'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { favoritesQuery } from './favorites.queries.ts'

type Keeper = Pick<AppContext, 'api' | 'queryClient'>

interface Wishes {
  /** The last value that the server confirmed. */
  known: boolean
  /** The number of the latest request; earlier ones are superseded. */
  last: number
  told: Promise<unknown>
}
const open = new Map<string, Wishes>()

const takenOff = new Map<string, { readonly place: number; readonly merchant: ListedMerchant }>()

/**
 * Update a favorite in every cached query, then on the server, one request at a time. @throws after rolling back to
 * the last confirmed value
 */
export async function setFavorite(
  app: Keeper,
  { id }: Pick<ListedMerchant, 'id'>,
  favorite: boolean,
): Promise<void> {
  const wishes = open.get(id) ?? { known: !favorite, last: 0, told: Promise.resolve() }
  open.set(id, wishes)
  const wish = ++wishes.last
  show(app, id, favorite)
  const telling = wishes.told.then(() => tell(app, id, favorite))
  wishes.told = telling.catch(() => {})
  try {
    await telling
    wishes.known = favorite
  } catch (error) {
    if (wish === wishes.last) show(app, id, wishes.known)
    throw error
  } finally {
    if (wish === wishes.last) open.delete(id)
  }
  if (favorite && !isListed(app, id))
    await app.queryClient.invalidateQueries({ queryKey: favoritesQuery(app).queryKey })
}

function tell({ api }: Keeper, merchantId: string, favorite: boolean): Promise<unknown> {
  const request = { params: { merchantId } }
  return favorite
    ? api.call<typeof addFavorite>('PUT', '/api/Member/Favorites/:merchantId', request)
    : api.call<typeof removeFavorite>('DELETE', '/api/Member/Favorites/:merchantId', request)
}

function show(app: Keeper, id: string, favorite: boolean): void {
  const { queryClient } = app
  const { queryKey } = favoritesQuery(app)
  queryClient.setQueriesData(
    { predicate: query => query.queryKey[0] !== queryKey[0] && isPartOf(query.state.data, id) },
    (answer: unknown) => marked(answer, id, favorite),
  )
  queryClient.setQueryData(queryKey, saved => {
    if (!saved) return saved
    const place = saved.findIndex(merchant => merchant.id === id)
    if (favorite) return place >= 0 ? saved : backInPlace(saved, id)
    const merchant = saved[place]
    if (merchant) takenOff.set(id, { place, merchant })
    return saved.filter(merchant => merchant.id !== id)
  })
}

function backInPlace(saved: readonly ListedMerchant[], id: string): readonly ListedMerchant[] {
  const off = takenOff.get(id)
  return off ? saved.toSpliced(off.place, 0, off.merchant) : saved
}

function isListed(app: Keeper, id: string): boolean {
  const saved = app.queryClient.getQueryData(favoritesQuery(app).queryKey)
  return saved === undefined || saved.some(merchant => merchant.id === id)
}

/** A response is a restaurant, a list, or an object with `merchants`. */
function isPartOf(answer: unknown, id: string): boolean {
  if (Array.isArray(answer)) return answer.some(one => isPartOf(one, id))
  if (typeof answer !== 'object' || answer === null) return false
  if ('merchants' in answer) return isPartOf(answer.merchants, id)
  return 'id' in answer && answer.id === id && 'favorite' in answer
}

function marked(answer: unknown, id: string, favorite: boolean): unknown {
  if (!isPartOf(answer, id)) return answer
  if (Array.isArray(answer)) return answer.map(one => marked(one, id, favorite))
  const known = answer as object
  return 'merchants' in known
    ? { ...known, merchants: marked(known.merchants, id, favorite) }
    : { ...known, favorite }
}
