import type { getMember } from '@dineward/core/members/members.contract.ts'
import type { AppContext } from '../../app-context.ts'
import { isUnauthorized } from '../../lib/api-client.ts'
import { memberQuery } from './member.queries.ts'

/** 'ended': the server knows of no session any more. 'failed': nobody could be asked. */
export type Renewal = 'renewed' | 'ended' | 'failed'

/** Asks for the member anew, which renews the session (shell §4 Session). Asks even where no cookie tells of one. */
export async function renewSession(app: AppContext): Promise<Renewal> {
  try {
    const member = await app.api.call<typeof getMember>('GET', '/api/Member', {})
    app.queryClient.setQueryData(memberQuery(app).queryKey, member)
    return 'renewed'
  } catch (error) {
    return isUnauthorized(error) ? 'ended' : 'failed'
  }
}
