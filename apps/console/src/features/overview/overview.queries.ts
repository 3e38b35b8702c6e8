import type { getInsightTrend } from '@dineward/core/console-insight/insight.contract.ts'
import type { getOverview } from '@dineward/core/console-overview/overview.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'
import { dayHere } from '../../lib/months.ts'

/** Looked at again every minute, without keeping the session open. */
export const overviewQuery = queryOptions({
  queryKey: ['overview'],
  queryFn: async ({ signal, client, queryKey }) => {
    const background = client.getQueryData(queryKey) !== undefined
    return (await api<typeof getOverview>('GET', '/api/Console/Overview', {}, { signal, background })).items
  },
  refetchInterval: 60_000,
})

/** The last days end today, in the reader’s time zone. */
export const trendDays = (now = new Date()): string[] =>
  Array.from({ length: 14 }, (_, index) => dayHere(new Date(now.getTime() - (13 - index) * 86_400_000)))

export const trendQuery = (days: readonly string[]) =>
  queryOptions({
    queryKey: ['overview', 'trend', days[0]],
    queryFn: ({ signal }) =>
      api<typeof getInsightTrend>(
        'GET',
        '/api/Console/Insight/Trend',
        { query: { from: days[0]!, to: days.at(-1)! } },
        { signal },
      ),
    staleTime: 60_000,
  })
