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

/**
 * A query that was answered while the page was rendered: key, answer, and when. Where that is shown nowhere it is left
 * out, and a page that is drawn anew from the same answers is the same page to the last byte (its tag stays).
 */
type PrimedQuery = readonly [key: QueryKey, data: unknown, updatedAt?: number]

/** What a query says of itself whose page shows something by the time of the answer: what is open now. */
export const showsTime = { showsTime: true } as const

export function readQueries(queryClient: QueryClient, { withTimes }: { withTimes: boolean }): PrimedQuery[] {
  const answered = queryClient
    .getQueryCache()
    .findAll({ predicate: query => query.state.status === 'success' })
  return answered.map(({ queryKey, state, meta }) =>
    withTimes || meta?.showsTime ? [queryKey, state.data, state.dataUpdatedAt] : [queryKey, state.data],
  )
}

export function writeQueries(queryClient: QueryClient, queries: readonly PrimedQuery[]): void {
  for (const [key, data, updatedAt = Date.now()] of queries)
    queryClient.setQueryData(key, data, { updatedAt })
}
