import {
  requiresFullAddress,
  smsOptInKind,
  usesSingleSignOn,
  type WithSettings,
} from '../partner/partner-questions.ts'
import { addressProblems, type FieldProblem, phoneDigits } from './members.rules.ts'
import type { Profile } from './profile.contract.ts'

type ProfilePartner = WithSettings<'currencyType' | 'enrollmentType' | 'fullAddressRequired' | 'smsOptIn'>

interface Current {
  readonly firstName: string
  readonly lastName: string
  readonly phoneNumber: string
  readonly smsOptIn: boolean
}

/** Of the fields that are sent (account §5 Profile). */
export function validateProfile(partner: ProfilePartner, profile: Profile, current: Current): FieldProblem[] {
  return [
    ...lockedNameProblems(partner, profile, current),
    ...addressProblems(requiresFullAddress(partner), profile).filter(({ field }) => field in profile),
    ...phoneProblems(profile.phoneNumber ?? ''),
  ]
}

/** Names of members with single sign-on are the partner's. */
function lockedNameProblems(partner: ProfilePartner, profile: Profile, current: Current): FieldProblem[] {
  if (!usesSingleSignOn(partner)) return []
  return (['firstName', 'lastName'] as const)
    .filter(field => (profile[field] ?? current[field]) !== current[field])
    .map(field => ({ field, copy: 'join.fromPartner' }))
}

function phoneProblems(phoneNumber: string): FieldProblem[] {
  if (phoneNumber === '' || phoneDigits(phoneNumber)) return []
  return [{ field: 'phoneNumber', copy: 'validation.phone' }]
}

export interface TextSettings {
  readonly phoneNumber: string
  readonly smsOptIn: boolean
  /** It is for another number, or given again: the server records it. */
  readonly isNewConsent: boolean
  readonly endsConsent: boolean
}

/** Version 1 ends with any other number, version 2 where there is no valid number (account §5). */
export function endsTextConsent(partner: WithSettings<'smsOptIn'>, before: string, now: string): boolean {
  const number = phoneDigits(now)
  return number === null || (smsOptInKind(partner) === 'checkbox' && number !== phoneDigits(before))
}

/** A consent that is given with the number counts for it. */
export function textSettings(partner: ProfilePartner, profile: Profile, current: Current): TextSettings {
  const phoneNumber =
    profile.phoneNumber === undefined ? current.phoneNumber : (phoneDigits(profile.phoneNumber) ?? '')
  const isOtherNumber = phoneNumber !== current.phoneNumber
  const asked = smsOptInKind(partner) === 'none' ? undefined : (profile.smsOptInV2 ?? profile.smsOptIn)
  const isKept = current.smsOptIn && !endsTextConsent(partner, current.phoneNumber, phoneNumber)
  const smsOptIn = phoneNumber !== '' && (asked ?? isKept)
  return {
    phoneNumber,
    smsOptIn,
    isNewConsent: smsOptIn && (isOtherNumber || !current.smsOptIn),
    endsConsent: current.smsOptIn && (isOtherNumber || !smsOptIn),
  }
}
