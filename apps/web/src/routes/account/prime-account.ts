import type { LoaderFunctionArgs } from 'react-router'
import { type AppContext, appOf } from '../../app-context.ts'
import { requireMember } from '../../features/members/require-member.ts'

/** Longer than most answers take: a skeleton that is gone at once is worse than none. */
const worthWaitingMs = 150

/**
 * For the account's pages: the member, and what the page shows. The server waits for all of it; a browser goes to the
 * page after a moment, and what is still under way is shown as a skeleton there.
 */
export async function primeAccount(
  args: LoaderFunctionArgs,
  ask: (app: AppContext) => readonly Promise<unknown>[],
): Promise<null> {
  const app = appOf(args)
  const member = await requireMember(app, args.request)
  if (member.memberType === 'ClosedAccountMember') return null
  const answers = ask(app)
  if (typeof document === 'undefined') {
    await Promise.all(answers)
    return null
  }
  // What fails is asked again, and told, by the part of the page that shows it.
  const settled = Promise.allSettled(answers)
  await Promise.race([settled, new Promise(resolve => setTimeout(resolve, worthWaitingMs))])
  return null
}
