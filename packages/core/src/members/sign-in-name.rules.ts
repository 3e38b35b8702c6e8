import { isMemberNumber, type WithSettings } from '../partner/partner-questions.ts'
import { emailPattern } from '../shared/fields/email-address.ts'

/**
 * The form in which names are stored and compared, here only: databases and JavaScript lower some letters differently,
 * and a name that one of them equates with a member's would disclose the member.
 */
export function normalizeSignInName(name: string): string {
  return name.normalize('NFKC').trim().toLowerCase()
}

/** An email address or, where members have one, a member number (shell §5). */
export function isRecoveryName(partner: WithSettings<'memberNumber'>, text: string): boolean {
  const name = normalizeSignInName(text)
  return (
    emailPattern.test(name) || isMemberNumber(partner, text) || isMemberNumber(partner, name.toUpperCase())
  )
}
