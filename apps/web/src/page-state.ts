import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** Each page embeds it, so it has only what differs between pages: every byte delays the first paint. */
export interface PageState {
  /** It is the URL of the data shared by all pages of the partner. */
  readonly brandUrl: string
  readonly origin: string
  readonly clockShiftMs: number
  readonly preview?: true
  readonly emulated?: true
  readonly queries: readonly PrimedQuery[]
  readonly actionData: Record<string, unknown> | null
  readonly failure: PageFailure | null
}

/** It never has the cause. `requestId` is for server errors. */
export interface PageFailure {
  readonly routeId: string
  readonly status: number
  readonly requestId?: string
}

/**
 * It is a query answered while rendering. The time is left out where it is not shown, so that equal answers give equal
 * bytes and the same ETag.
 */
type PrimedQuery = readonly [key: QueryKey, data: unknown, updatedAt?: number]

/** `meta` of a query whose page shows the fetch time: "open now". */
export const showsTime = { showsTime: true } as const

export function readQueries(queryClient: QueryClient, { withTimes }: { withTimes: boolean }): PrimedQuery[] {
  const answered = queryClient
    .getQueryCache()
    .findAll({ predicate: query => query.state.status === 'success' })
  return answered.map(({ queryKey, state, meta }) =>
    withTimes || meta?.showsTime ? [queryKey, state.data, state.dataUpdatedAt] : [queryKey, state.data],
  )
}

/**
 * They are kept while the document is open: a part of the page may be hydrated long after, and has to find what it was
 * rendered with.
 */
export function writeQueries(queryClient: QueryClient, queries: readonly PrimedQuery[]): void {
  const cache = queryClient.getQueryCache()
  for (const [queryKey, data, updatedAt = Date.now()] of queries)
    cache.build(queryClient, { queryKey, gcTime: Infinity }).setData(data, { updatedAt, manual: true })
}
