import {
  type DefaultError,
  type InfiniteData,
  type QueryFunctionContext,
  type QueryKey,
  type UseInfiniteQueryOptions,
  useInfiniteQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { readAll } from './list-file.ts'

/** The rows of a list, wherever they come from. */
export interface ListRows<T> {
  /** Undefined while they load. */
  readonly rows: readonly T[] | undefined
  readonly error: unknown
  readonly retry: () => void
  /** Every row is here, so that they can be sorted. */
  readonly isWhole: boolean
  readonly isLoadingMore: boolean
  readonly loadMore: () => void
  readonly readAll: (onProgress: (count: number) => void) => Promise<{ rows: readonly T[]; isCut: boolean }>
}

interface WholeQuery<A> {
  readonly data: A | undefined
  readonly error: unknown
  readonly refetch: () => unknown
}

/** Of a query that answers with the whole list. */
export function wholeRows<A, T>(
  { data, error, refetch }: WholeQuery<A>,
  rowsOf: (answer: A) => readonly T[],
): ListRows<T> {
  const rows = data === undefined ? undefined : rowsOf(data)
  return {
    rows,
    error,
    retry: () => void refetch(),
    isWhole: true,
    isLoadingMore: false,
    loadMore: () => undefined,
    readAll: async () => ({ rows: rows ?? [], isCut: false }),
  }
}

/** Of a query that answers page by page. */
export function usePagedRows<P, T, K extends QueryKey, N>(
  options: UseInfiniteQueryOptions<P, DefaultError, InfiniteData<P>, K, N>,
  rowsOf: (page: P) => readonly T[],
): ListRows<T> & { readonly first: P | undefined } {
  const query = useInfiniteQuery(options)
  const client = useQueryClient()
  const { data, hasNextPage, isFetching } = query
  const pages = data?.pages ?? []
  const next = (known: readonly P[]) => {
    const pageParam = options.getNextPageParam(known.at(-1)!, [...known], undefined as N, [])
    if (pageParam === undefined || pageParam === null) return null
    const signal = new AbortController().signal
    const context = { client, queryKey: options.queryKey, signal, pageParam, direction: 'forward' }
    return async () =>
      (options.queryFn as (context: unknown) => Promise<P>)(context satisfies Partial<QueryFunctionContext>)
  }
  return {
    rows: data && pages.flatMap(rowsOf),
    error: query.error,
    retry: () => void query.refetch(),
    isWhole: false,
    isLoadingMore: query.isFetchingNextPage,
    loadMore: () => {
      if (hasNextPage && !isFetching) void query.fetchNextPage()
    },
    readAll: onProgress => readAll({ loaded: pages, next }, rowsOf, onProgress),
    first: pages[0],
  }
}
