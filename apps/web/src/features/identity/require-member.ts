import { hasNotJoined } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import { redirect } from 'react-router'
import type { AppContext } from '../../app-context.ts'
import { sameSitePath } from '../../lib/navigation/return-path.ts'
import { memberQuery } from './member.queries.ts'

/** A person of the partner who has not joined is led to joining. */
export async function requireMember(app: AppContext, request: Request): Promise<Member> {
  const member = await app.queryClient.ensureQueryData(memberQuery(app))
  if (member && !hasNotJoined(member)) return member
  const { pathname, search } = new URL(request.url)
  const next = member ? '/join' : (signInPath(app.partner) ?? '/')
  throw redirect(`${next}?returnTo=${encodeURIComponent(pathname + search)}`)
}

/** Prevents open redirects. */
export function safeReturnPath(returnTo: string | null): string {
  return sameSitePath(returnTo) ?? '/account/overview'
}
