import { isClosed } from '@dineward/core/members/member-questions.ts'
import type { LoaderFunctionArgs } from 'react-router'
import { type AppContext, appOf } from '../../app-context.ts'
import { requireMember } from './require-member.ts'

/** Most responses arrive within it, so that no skeleton flashes. */
const skeletonDelayMs = 150

/**
 * Load the member and what an account page shows. The server awaits all of it; the browser opens the page after
 * `skeletonDelayMs` and shows a skeleton for what is still loading.
 */
export async function loadAccountPage(
  args: LoaderFunctionArgs,
  load: (app: AppContext) => readonly Promise<unknown>[],
): Promise<null> {
  const app = appOf(args)
  const member = await requireMember(app, args.request)
  if (isClosed(member)) return null
  const requests = load(app)
  if (typeof document === 'undefined') {
    await Promise.all(requests)
    return null
  }
  // The component that shows the data retries a failed request and reports it.
  const settled = Promise.allSettled(requests)
  await Promise.race([settled, new Promise(resolve => setTimeout(resolve, skeletonDelayMs))])
  return null
}
