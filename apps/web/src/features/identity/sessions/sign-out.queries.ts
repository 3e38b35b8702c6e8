import type { getSignOut } from '@dineward/core/identity/identity.contract.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../../app-context.ts'
import { ApiError } from '../../../lib/api/api-client.ts'

export interface SignOutResult {
  readonly outcome: 'signedOut' | 'refused' | 'failed'
  /** Where the browser also signs out, and comes back from. */
  readonly providerUrl: string | null
  /** Who signed out has no card that earns. */
  readonly hasNoCard?: boolean
}

/**
 * End the session, once per page. 'refused' if another site sent the visitor here: the page asks first. Never throws.
 */
export function signOutQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['signOut'],
    gcTime: 0,
    queryFn: async (): Promise<SignOutResult> => {
      // Also when a partner's provider sends the visitor back.
      if (!app.hasSession()) return { outcome: 'signedOut', providerUrl: null }
      try {
        const { providerUrl } = await app.api.call<typeof getSignOut>('GET', '/api/SignOut', {})
        return { outcome: 'signedOut', providerUrl }
      } catch (error) {
        const refused = error instanceof ApiError && error.code === 'cross_site_refused'
        return { outcome: refused ? 'refused' : 'failed', providerUrl: null }
      }
    },
  })
}
