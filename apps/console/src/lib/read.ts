import type { Contract, ContractRequest, ContractResponse } from '@dineward/core/shared/contract.ts'
import { infiniteQueryOptions, type QueryKey, queryOptions } from '@tanstack/react-query'
import { api } from './api.ts'

type Cursor = string | number | null | undefined

/** The query of one call: `read<typeof getTheme>(['theme', slug], '/api/…/:slug/Theme', { params: { slug } })`. */
export const read = <C extends Contract>(
  queryKey: QueryKey,
  path: C['path'],
  request: Omit<ContractRequest<C>, 'body'>,
) =>
  queryOptions({
    queryKey,
    queryFn: ({ signal }) => api<C>('GET', path, request as ContractRequest<C>, { signal }),
  })

/** Of a list that comes page by page. @param next what the next call names as `after`; none after the last page */
export const readPages = <C extends Contract>(
  queryKey: QueryKey,
  path: C['path'],
  request: { readonly params?: unknown; readonly query?: unknown },
  next: (page: ContractResponse<C>) => Cursor,
) =>
  infiniteQueryOptions({
    queryKey,
    queryFn: ({ pageParam: after, signal }) => {
      const query = { ...(request.query ?? {}), after }
      return api<C>('GET', path, { ...request, query } as ContractRequest<C>, { signal })
    },
    initialPageParam: undefined as Cursor,
    getNextPageParam: next,
  })
