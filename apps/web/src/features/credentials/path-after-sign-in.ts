import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import type { AppContext } from '../../app-context.ts'
import { withReturnPath } from '../../lib/navigation/return-path.ts'
import { credentialsQuery } from './credentials.queries.ts'

/** Leads members whose address does not work to its page first (shell §2.1), with the way on kept. */
export async function pathAfterSignIn(app: AppContext, returnPath: string): Promise<string> {
  if (!canSelfEnroll(app.partner)) return returnPath
  // A failed call does not stop the sign-in.
  const credentials = await app.queryClient.fetchQuery(credentialsQuery(app)).catch(() => null)
  return credentials?.isDue ? withReturnPath('/fix_credentials', returnPath) : returnPath
}
