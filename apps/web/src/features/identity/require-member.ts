import type { Member } from '@dineward/core/members/members.contract.ts'
import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { redirect } from 'react-router'
import type { AppContext } from '../../app-context.ts'
import { sameSitePath } from '../../lib/return-path.ts'
import { memberQuery } from './member.queries.ts'

/** For loaders of member pages: redirects visitors to sign in and back. */
export async function requireMember(app: AppContext, request: Request): Promise<Member> {
  const member = await app.queryClient.ensureQueryData(memberQuery(app))
  if (member) return member
  const { pathname, search } = new URL(request.url)
  throw redirect(`${signInPath(app.partner) ?? '/'}?returnTo=${encodeURIComponent(pathname + search)}`)
}

/** A path on this site, or the account. Prevents open redirects. */
export function safeReturnPath(returnTo: string | null): string {
  return sameSitePath(returnTo) ?? '/account/overview'
}
