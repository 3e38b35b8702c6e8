import { isOptedIn, isVip } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'

export type ShownTier = '0' | '2' | '3'

/** A member who is not activated is shown as opted out (shell §3.3). */
export function shownTier(member: Pick<Member, 'tierLevel'>): ShownTier {
  if (isVip(member)) return '3'
  return isOptedIn(member) ? '2' : '0'
}
