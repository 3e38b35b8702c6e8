import type { QueryClient, QueryKey } from '@tanstack/react-query'

/** What travels inside a page: only what is this page's own, since every byte of it delays the first paint. */
export interface PageState {
  /** Where the browser finds what is the same on all of the partner's pages. */
  readonly brandUrl: string
  readonly origin: string
  readonly clockShiftMs: number
  /** Only on a page that staff are shown. */
  readonly preview?: true
  readonly queries: readonly PrimedQuery[]
  readonly actionData: Record<string, unknown> | null
  readonly failure: PageFailure | null
}

/** What a page may know of its failure: never the cause. `requestId` where the fault is ours. */
export interface PageFailure {
  readonly routeId: string
  readonly status: number
  readonly requestId?: string
}

/** A query that was answered while the page was rendered: key, answer, and when. */
type PrimedQuery = readonly [key: QueryKey, data: unknown, updatedAt: number]

export function readQueries(queryClient: QueryClient): PrimedQuery[] {
  const answered = queryClient
    .getQueryCache()
    .findAll({ predicate: query => query.state.status === 'success' })
  return answered.map(({ queryKey, state }) => [queryKey, state.data, state.dataUpdatedAt])
}

export function writeQueries(queryClient: QueryClient, queries: readonly PrimedQuery[]): void {
  for (const [key, data, updatedAt] of queries) queryClient.setQueryData(key, data, { updatedAt })
}
