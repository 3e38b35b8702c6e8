import type { getOverview } from '@dineward/core/console-overview/overview.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

/** Looked at again every minute, without keeping the session open. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: async ({ signal, client, queryKey }) => {
    const background = client.getQueryData(queryKey) !== undefined
    return (await api<typeof getOverview>('GET', '/api/Console/Overview', {}, { signal, background })).items
  },
  refetchInterval: 60_000,
})
