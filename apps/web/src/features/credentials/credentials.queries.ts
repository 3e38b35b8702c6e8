import type { getCredentials } from '@dineward/core/credentials/credentials.contract.ts'
import type { ContractResponse } from '@dineward/core/shared/contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'

export type Credentials = ContractResponse<typeof getCredentials>

export function credentialsQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['credentials'],
    queryFn: () => app.api.call<typeof getCredentials>('GET', '/api/Member/Credentials', {}),
  })
}
