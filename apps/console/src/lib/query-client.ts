import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError } from './api.ts'
import { noteSessionEnd } from './session-end.ts'

const noteEnd = (error: unknown) => {
  if (error instanceof ApiError && error.status === 401) noteSessionEnd()
}

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: noteEnd }),
  mutationCache: new MutationCache({ onError: noteEnd }),
  defaultOptions: {
    queries: {
      staleTime: 15_000,
      retryDelay: 500,
      retry: (failures, error) =>
        failures < 1 && error instanceof ApiError && (error.status === 0 || error.status === 503),
    },
  },
})
