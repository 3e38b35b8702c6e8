import type { getSignOut } from '@dineward/core/identity/identity.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { ApiError } from '../../lib/api-client.ts'

export type SignOutOutcome = 'signedOut' | 'refused' | 'failed'

/**
 * End the session, once per page. 'refused' if another site sent the visitor here: the page asks first. Never throws.
 */
export function signOutQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['signOut'],
    gcTime: 0,
    queryFn: async (): Promise<SignOutOutcome> => {
      try {
        await app.api.call<typeof getSignOut>('GET', '/api/SignOut', {})
        return 'signedOut'
      } catch (error) {
        return error instanceof ApiError && error.code === 'cross_site_refused' ? 'refused' : 'failed'
      }
    },
  })
}
