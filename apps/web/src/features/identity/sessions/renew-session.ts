import type { getMember } from '@dineward/core/members/members.contract.ts'
import type { AppContext } from '../../../app-context.ts'
import { isUnauthorized } from '../../../lib/api/api-client.ts'
import { memberQuery } from '../member.queries.ts'

/**
 * 'ended' means that there is no session, 'replaced' that another member signed in, in another tab, and 'failed' that
 * no response came.
 */
export type Renewal = 'renewed' | 'ended' | 'replaced' | 'failed'

/** Fetch the member, which renews the session (shell §4 Session), even without the session cookie. */
export async function renewSession(app: AppContext): Promise<Renewal> {
  try {
    const member = await app.api.call<typeof getMember>('GET', '/api/Member', {})
    const { queryKey } = memberQuery(app)
    const shown = app.queryClient.getQueryData(queryKey)
    if (shown && shown.publicId !== member.publicId) return 'replaced'
    app.queryClient.setQueryData(queryKey, member)
    return 'renewed'
  } catch (error) {
    return isUnauthorized(error) ? 'ended' : 'failed'
  }
}
