import { phoneDigits } from '../members/members.rules.ts'
import { normalizeSignInName } from '../members/sign-in-name.rules.ts'
import type { ContactKind } from '../partner/partner-questions.ts'

/** How a guest is reached, confirmed by a code. */
export interface GuestContact {
  readonly contactKind: ContactKind
  /** The address as it was typed, or the number in E.164. */
  readonly contact: string
  /** It is equal for every way to write the same address or number. */
  readonly contactKey: string
}

export const emailContact = (email: string): GuestContact => ({
  contactKind: 'email',
  contact: email,
  contactKey: normalizeSignInName(email),
})

/** @returns null unless the number is North American, as members' numbers are (account §5). */
export function phoneContact(phoneNumber: string): GuestContact | null {
  const digits = phoneDigits(phoneNumber)
  if (digits === null) return null
  const contact = `+1${digits}`
  return { contactKind: 'phone', contact, contactKey: contact }
}
