import { canSelfEnroll, signInPath, type WithSettings } from '@dineward/core/partner/partner-questions.ts'

/** The join form or the partner's sign-in; null without enrollment. `person` is signed in and has not joined. */
export function joinPath(partner: WithSettings<'enrollmentType'>, person: object | null): string | null {
  return person || canSelfEnroll(partner) ? '/join' : signInPath(partner)
}
