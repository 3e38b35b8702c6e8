import { QueryClient } from '@tanstack/react-query'
import { ApiError } from './api-client.ts'

/** Queries are primed by loaders and stay as they are until something changes them; only a failing network is tried again. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: 60_000,
        refetchOnWindowFocus: false,
        retry: (failures, error) =>
          failures < 2 && error instanceof ApiError && (error.status === 0 || error.status === 503),
      },
    },
  })
}
