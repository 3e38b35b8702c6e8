import type { BrowserCopyKey } from '../partner/default-copy.ts'
import {
  asksForEmailOptIn,
  asksForMemberNumber,
  isMemberNumber,
  requiresFullAddress,
  type WithSettings,
} from '../partner/partner-questions.ts'
import type { PlaceholderValues } from '../partner/placeholders.ts'
import { isVip, needsActivation } from './member-questions.ts'
import type { Person, Prospect, ProvenProspect } from './members.contract.ts'
import {
  cutPassword,
  guessableWords,
  isMadeOf,
  type NamedPartner,
  type PasswordOwner,
  passwordMinLength,
} from './new-password.rules.ts'
import { isUsState } from './us-states.ts'

export interface FieldProblem {
  readonly field: string
  readonly copy: BrowserCopyKey
  readonly values?: PlaceholderValues
}

type JoiningPartner = NamedPartner & WithSettings<'fullAddressRequired' | 'showEmailOptIn'>

/** Validate a well-formed sign-up against the partner's settings (shell §5 Enrollment). */
export function validateProspect(partner: JoiningPartner, prospect: Prospect): FieldProblem[] {
  return [...passwordProblems(partner, prospect), ...validateProvenProspect(partner, prospect)]
}

/** Validate who joins without a password. */
export function validateProvenProspect(partner: JoiningPartner, prospect: ProvenProspect): FieldProblem[] {
  return [...validatePerson(partner, prospect), ...memberNumberProblems(partner, prospect)]
}

/** Validate what the partner's sign-in does not know. */
export function validatePerson(partner: JoiningPartner, person: Person): FieldProblem[] {
  return [
    ...phoneProblems(person.phoneNumber ?? ''),
    ...addressProblems(requiresFullAddress(partner), person),
  ]
}

export interface NewPassword extends PasswordOwner {
  readonly password: string
  readonly passwordConfirm: string
  readonly memberNumber?: string | null | undefined
}

/** Common passwords are refused by the server, which has the list. */
export function passwordProblems(partner: NamedPartner, chosen: NewPassword): FieldProblem[] {
  const password = cutPassword(chosen.password)
  const problems: FieldProblem[] = []
  if (password.length < passwordMinLength || !/\p{L}/u.test(password) || !/\p{Nd}/u.test(password))
    problems.push({ field: 'password', copy: 'validation.passwordWeak' })
  else if (chosen.memberNumber && password.toLowerCase().includes(chosen.memberNumber.toLowerCase()))
    problems.push({ field: 'password', copy: 'validation.passwordHasMemberNumber' })
  else if (isMadeOf(guessableWords(partner, chosen), password))
    problems.push({ field: 'password', copy: 'validation.passwordGuessable' })
  if (cutPassword(chosen.passwordConfirm) !== password)
    problems.push({ field: 'passwordConfirm', copy: 'validation.passwordMismatch' })
  return problems
}

function phoneProblems(phoneNumber: string): FieldProblem[] {
  if (phoneNumber === '' || phoneDigits(phoneNumber)) return []
  return [{ field: 'phoneNumber', copy: 'validation.phoneUs' }]
}

/** A plus before another country's code than 1. */
const isAbroad = (text: string): boolean => /[+\uff0b][^\d+\uff0b]*(?!1)\d/.test(text)

/** It is null unless North American: area and exchange codes start with 2 to 9; a leading 1 is dropped (account §5). */
export function phoneDigits(text: string): string | null {
  if (isAbroad(text)) return null
  return /^1?([2-9]\d{2}[2-9]\d{6})$/.exec(text.replace(/\D/g, ''))?.[1] ?? null
}

/** It reads `ddd-ddd-dddd`, also the first digits of one (account §9); what is no such number stays as typed. */
export function maskPhone(text: string): string {
  const all = text.replace(/\D/g, '')
  if (isAbroad(text) || (all === '' && /^\s*\+/.test(text))) return text
  const digits = all.startsWith('1') && (all.length === 11 || /^\s*\+/.test(text)) ? all.slice(1) : all
  if (digits.length > 10 || /[^\d\s()+.-]/.test(text)) return text
  return [digits.slice(0, 3), digits.slice(3, 6), digits.slice(6)].filter(Boolean).join('-')
}

type Address = Pick<Person, 'address1' | 'city' | 'state'>

export function addressProblems(isRequired: boolean, address: Address): FieldProblem[] {
  const state = address.state ?? ''
  const unknownState: FieldProblem[] =
    state !== '' && !isUsState(state.toUpperCase()) ? [required('state', 'State')] : []
  if (!isRequired) return unknownState
  return [
    ...(address.address1 ? [] : [required('address1', 'Address')]),
    ...(address.city ? [] : [required('city', 'City')]),
    ...(state === '' ? [required('state', 'State')] : unknownState),
  ]
}

const required = (field: string, label: string): FieldProblem => ({
  field,
  copy: 'validation.required',
  values: { 'field label': label },
})

function memberNumberProblems(
  partner: JoiningPartner,
  prospect: Pick<Prospect, 'memberNumber'>,
): FieldProblem[] {
  const { memberNumber } = partner.settings
  if (!memberNumber) return []
  const given = prospect.memberNumber ?? ''
  if (given === '' ? !memberNumber.required : isMemberNumber(partner, given)) return []
  return [
    { field: 'memberNumber', copy: 'validation.memberNumber', values: { example: memberNumber.example } },
  ]
}

/** It is the tier after activation, and after joining with the same email opt-in (shell §3.3). */
export function activatedTier(
  partner: WithSettings<'showEmailOptIn'>,
  { emailOptIn }: { readonly emailOptIn: boolean },
): 0 | 2 {
  return emailOptIn || !asksForEmailOptIn(partner) ? 2 : 0
}

/** Where the partner does not ask, members are opted in, whatever was sent. */
export function joinedEmailOptIn(
  partner: WithSettings<'showEmailOptIn'>,
  asked: boolean | undefined,
): boolean {
  return asksForEmailOptIn(partner) ? (asked ?? false) : true
}

/** The tier after the email opt-in changes. VIPs keep theirs, and who has not activated yet decides then. */
export function tierForOptIn(
  partner: WithSettings<'showEmailOptIn'>,
  member: { readonly tierLevel: number },
  emailOptIn: boolean,
): number {
  if (isVip(member) || needsActivation(member)) return member.tierLevel
  return activatedTier(partner, { emailOptIn })
}

/** The prospect must have no problems. */
export function newMemberDetails(partner: JoiningPartner, prospect: ProvenProspect & { email: string }) {
  return {
    firstName: prospect.firstName,
    lastName: prospect.lastName,
    email: prospect.email,
    memberNumber: asksForMemberNumber(partner) ? prospect.memberNumber || null : null,
    ...personDetails(partner, prospect),
  }
}

export function personDetails(partner: JoiningPartner, person: Person) {
  const phoneNumber = phoneDigits(person.phoneNumber ?? '') ?? ''
  const emailOptIn = joinedEmailOptIn(partner, person.emailOptIn)
  return {
    address1: person.address1 ?? '',
    address2: person.address2 ?? '',
    city: person.city ?? '',
    state: (person.state ?? '').toUpperCase(),
    zipCode: person.zipCode,
    phoneNumber,
    smsOptIn: phoneNumber !== '' && (person.smsOptInV2 ?? person.smsOptIn ?? true),
    emailOptIn,
    tierLevel: activatedTier(partner, { emailOptIn }),
    enrollmentSource: person.enrollmentSource || 'website',
    referrer: person.referrer || null,
  }
}
