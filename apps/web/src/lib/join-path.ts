import { canSelfEnroll, signInPath, type WithSettings } from '@dineward/core/partner/partner-questions.ts'

/** Where "Join" leads: the form, the partner's own sign-in, or the card that is missing; null where nobody joins. */
export function joinPath(partner: WithSettings<'enrollmentType'>, member: object | null): string | null {
  if (member) return '/add_card'
  return canSelfEnroll(partner) ? '/join' : signInPath(partner)
}
