import type { getStaging } from '@dineward/core/staging/staging.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'

export function stagingQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['staging'],
    queryFn: () => app.api.call<typeof getStaging>('GET', '/api/Staging', {}),
    staleTime: 0,
  })
}
