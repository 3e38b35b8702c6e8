import { canSelfEnroll, signInPath, type WithSettings } from '@dineward/core/partner/partner-questions.ts'

/** The join form, the partner's sign-in, or adding a card; null without enrollment. */
export function joinPath(partner: WithSettings<'enrollmentType'>, member: object | null): string | null {
  if (member) return '/add_card'
  return canSelfEnroll(partner) ? '/join' : signInPath(partner)
}
