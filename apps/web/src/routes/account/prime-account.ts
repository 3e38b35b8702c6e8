import type { EnsureQueryDataOptions } from '@tanstack/react-query'
import type { LoaderFunctionArgs } from 'react-router'
import { type AppContext, appOf } from '../../app-context.ts'
import { requireMember } from '../../features/members/require-member.ts'

// biome-ignore lint/suspicious/noExplicitAny: queries of any answer; nobody here reads it.
type Query = EnsureQueryDataOptions<any, any, any, any>

/** Longer than most answers take: a skeleton that is gone at once is worse than none. */
const worthWaitingMs = 150

/**
 * For the account's pages: the member, and what the page shows. The server waits for all of it; a browser goes to the
 * page after a moment, and what is still under way is shown as a skeleton there.
 */
export async function primeAccount(
  args: LoaderFunctionArgs,
  queriesOf: (app: AppContext) => readonly Query[],
): Promise<null> {
  const app = appOf(args)
  const member = await requireMember(app, args.request)
  if (member.memberType === 'ClosedAccountMember') return null
  const queries = queriesOf(app)
  if (typeof document === 'undefined') {
    await Promise.all(queries.map(query => app.queryClient.ensureQueryData(query)))
    return null
  }
  const asked = Promise.all(queries.map(query => app.queryClient.prefetchQuery(query)))
  await Promise.race([asked, new Promise(resolve => setTimeout(resolve, worthWaitingMs))])
  return null
}
