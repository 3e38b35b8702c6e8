import type { getClaims } from '@dineward/core/claims/claims.contract.ts'
import type { searchMerchants } from '@dineward/core/search/search.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { namedFirst } from './named-first.ts'

export function claimsQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['claims'],
    queryFn: async () => (await app.api.call<typeof getClaims>('GET', '/api/Member/Claims', {})).items,
  })
}

export interface NamedRestaurant {
  readonly id: string
  readonly name: string
  /** It reads "221 Larch St, New York". */
  readonly address: string
}

const mostMatches = 8
/** Of cuisines and neighborhoods too, to find the names among them. */
const mostFound = 100
const everywhere = '-180,-90,180,90'

/** Restaurants of the program by name, wherever they are. */
export function restaurantsNamedQuery(app: AppContext, words: string) {
  return queryOptions({
    queryKey: ['restaurants-named', words],
    queryFn: async (): Promise<NamedRestaurant[]> => {
      const query = {
        bounds: everywhere,
        restaurantOrCuisine: words,
        sortBy: 'rating',
        pageSize: mostFound,
      } as const
      const { merchants } = await app.api.call<typeof searchMerchants>('GET', '/api/v2/Merchants/Search', {
        query,
      })
      return namedFirst(merchants, words)
        .slice(0, mostMatches)
        .map(({ id, name, location: { address } }) => ({
          id,
          name,
          address: `${address.street}, ${address.city}`,
        }))
    },
  })
}
