import type { UsualTable } from '@dineward/core/reservations/usual-table.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import type { AskedTable, ListedMerchant } from '../../lib/listed-merchant.ts'
import { type MerchantSearchRequest, merchantSearchQuery, viewer } from './search.queries.ts'
import { tableAsked, usualTableAt } from './table-asked.ts'

export interface Nearby {
  readonly merchants: readonly ListedMerchant[]
  /** Tonight's table, which each of the restaurants has; null where they may have none. */
  readonly tonight: AskedTable | null
  /** What the search box begins with; null where no tables are booked here. */
  readonly usual: UsualTable | null
}

interface NearbyRequest {
  readonly latitude: number
  readonly longitude: number
  readonly pageSize: number
}

/** Fewer are no list to choose from. */
const fewest = 3

/** Restaurants with a table tonight, else any. The key has no time of day, so that the page hydrates at any. */
export function nearbyTonightQuery(app: AppContext, request: NearbyRequest) {
  return queryOptions({
    queryKey: ['nearby-tonight', viewer(app), request],
    queryFn: async (): Promise<Nearby> => {
      const usual = usualTableAt(app, request)
      const tonight = usual?.isTonight ? tableAsked({ date: '', time: '', partySize: null }, usual) : null
      const withTable = tonight ? await find(app, { ...request, ...paramsOf(tonight) }) : []
      if (withTable.length >= fewest) return { merchants: withTable, tonight, usual }
      return { merchants: await find(app, request), tonight: null, usual }
    },
  })
}

const paramsOf = ({ date, time, partySize }: AskedTable) =>
  ({ date, time, partySize: String(partySize), hasTable: 'true' }) as const

async function find(app: AppContext, query: MerchantSearchRequest): Promise<readonly ListedMerchant[]> {
  return (await app.queryClient.fetchQuery(merchantSearchQuery(app, query))).merchants
}
