import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'

/** A page asks for several things in a row: what is tried longer keeps people before a page that does not come. */
const retryAfterMs = 500

/** Queries are primed by loaders and stay as they are until something changes them; only a failing network is tried again, once. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retryDelay: retryAfterMs,
        retry: (failures, error) =>
          failures < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      },
    },
  })
}
