import type { getStaging } from '@dineward/core/staging/staging.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { isUnauthorized } from '../../lib/api/api-client.ts'

export function stagingQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['staging'],
    /** Null where staff has to sign in first. */
    queryFn: async () => {
      try {
        return await app.api.call<typeof getStaging>('GET', '/api/Staging', {})
      } catch (error) {
        if (isUnauthorized(error)) return null
        throw error
      }
    },
    staleTime: 0,
  })
}
