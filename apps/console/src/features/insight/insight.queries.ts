import type { getInsight } from '@dineward/core/console-insight/insight.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { api } from '../../lib/api.ts'

export type Insight = ContractResponse<typeof getInsight>

export const insightQuery = (query: { partner: string; from: string; to: string }) =>
  queryOptions({
    queryKey: ['insight', query],
    queryFn: ({ signal }) =>
      api<typeof getInsight>(
        'GET',
        '/api/Console/Insight',
        { query: { ...query, partner: query.partner || undefined } },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
