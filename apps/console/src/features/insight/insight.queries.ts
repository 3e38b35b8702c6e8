import type {
  getInsight,
  getInsightCohorts,
  getInsightEffects,
} from '@dineward/core/console-insight/insight.contract.ts'
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

export type Cohorts = ContractResponse<typeof getInsightCohorts>
export type Effects = ContractResponse<typeof getInsightEffects>

/** @param partner empty: all programs */
export const cohortsQuery = (partner: string) =>
  queryOptions({
    queryKey: ['insight', 'cohorts', partner],
    queryFn: ({ signal }) =>
      api<typeof getInsightCohorts>(
        'GET',
        '/api/Console/Insight/Cohorts',
        { query: { partner: partner || undefined } },
        { signal },
      ),
  })

export const effectsQuery = (partner: string) =>
  queryOptions({
    queryKey: ['insight', 'effects', partner],
    queryFn: ({ signal }) =>
      api<typeof getInsightEffects>(
        'GET',
        '/api/Console/Insight/Effects',
        { query: { partner: partner || undefined } },
        { signal },
      ),
  })
