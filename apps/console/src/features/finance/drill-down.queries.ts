import type {
  getBridge,
  getPostings,
  getStatementDines,
  PostingsQuery,
} from '@dineward/core/console-finance/postings.contract.ts'
import type { StatementDinesPart } from '@dineward/core/reports/statement-dines.rules.ts'
import { infiniteQueryOptions, queryOptions } from '@tanstack/react-query'
import { addressOf, api } from '../../lib/api.ts'
import { financeKey, type OfNow } from './finance.queries.ts'

export type PostingsOf = Omit<PostingsQuery, 'after'>

/** The page with the rows of a figure. */
export const postingsPage = (query: PostingsOf): string => addressOf('/finance/postings', { query })

export const postingsQuery = (query: PostingsOf) =>
  infiniteQueryOptions({
    queryKey: [...financeKey, 'postings', query],
    queryFn: ({ signal, pageParam: after }) =>
      api<typeof getPostings>(
        'GET',
        '/api/Console/Finance/Postings',
        { query: { ...query, after } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export interface StatementDinesOf {
  readonly partner: string
  readonly month: string
  readonly merchant?: string | undefined
  readonly part?: StatementDinesPart
}

/** The page with the dines of a statement. */
export const dinesPage = (query: StatementDinesOf): string => addressOf('/finance/dines', { query })

export const statementDinesQuery = (query: StatementDinesOf) =>
  infiniteQueryOptions({
    queryKey: [...financeKey, 'statement-dines', query],
    queryFn: ({ signal, pageParam: after }) =>
      api<typeof getStatementDines>(
        'GET',
        '/api/Console/Finance/StatementDines',
        { query: { ...query, after } },
        { signal },
      ),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next }) => next ?? undefined,
  })

export const bridgeQuery = (query: OfNow & { readonly partner: string; readonly month: string }) =>
  queryOptions({
    queryKey: [...financeKey, 'bridge', query],
    queryFn: ({ signal }) =>
      api<typeof getBridge>('GET', '/api/Console/Finance/Bridge', { query }, { signal }),
  })
