import { MutationCache, QueryClient } from '@tanstack/react-query'
import { ApiError, isUnauthorized } from './api-client.ts'

declare module '@tanstack/react-query' {
  interface Register {
    mutationMeta: {
      /**
       * It stands in for `onError`, and is not called where the session has ended: then `AccountError` leads to sign-
       * in.
       */
      readonly onFailure: (error: Error) => unknown
    }
  }
}

/** Retries are few: pages wait for several queries. */
const retryAfterMs = 500

/**
 * Queries stay fresh until invalidated; network failures are retried once. Not while the server renders: a call that found no
 * connection has waited its five seconds there.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    mutationCache: new MutationCache({
      onError: (error, _variables, _result, { meta }) => isUnauthorized(error) || meta?.onFailure(error),
    }),
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // Offline the service worker answers, or the call fails: without this it would wait, and the page with it.
        networkMode: 'always',
        refetchOnReconnect: true,
        retryDelay: retryAfterMs,
        retry: import.meta.env.SSR ? false : isRetried,
      },
      // To the page's error boundary, as of queries.
      mutations: { networkMode: 'always', throwOnError: isUnauthorized },
    },
  })
}

function isRetried(failures: number, error: Error): boolean {
  return failures < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503)
}
