import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'

/** Few retries: pages wait for several queries. */
const retryAfterMs = 500

/** Queries stay fresh until invalidated; network failures are retried once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        // Offline the service worker answers, or the call fails: without this it would wait, and the page with it.
        networkMode: 'always',
        refetchOnReconnect: true,
        retryDelay: retryAfterMs,
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      },
      mutations: { networkMode: 'always' },
    },
  })
}
