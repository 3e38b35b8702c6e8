import type { getMemberErasure } from '@dineward/core/leaving/leaving.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'

/** What the member would give up. */
export function erasureQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['erasure'],
    queryFn: () => app.api.call<typeof getMemberErasure>('GET', '/api/Member/Erasure', {}),
  })
}
