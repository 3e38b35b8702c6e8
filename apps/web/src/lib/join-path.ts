import type { Member } from '@dineward/core/members/members.contract.ts'
import type { BrowserPartner } from '@dineward/core/partner/browser-partner.ts'
import { canSelfEnroll, signInPath } from '@dineward/core/partner/partner-questions.ts'

/** Where "Join" leads: the form, the partner's own sign-in, or the card that is missing; null where nobody joins. */
export function joinPath(partner: BrowserPartner, member: Member | null): string | null {
  if (member) return '/add_card'
  return canSelfEnroll(partner) ? '/join' : signInPath(partner)
}
