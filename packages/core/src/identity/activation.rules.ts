import { needsActivation } from '../members/member-questions.ts'
import { usesSingleSignOn, type WithSettings } from '../partner/partner-questions.ts'
import type { KnownMember } from './activation.contract.ts'

/** It is the result of looking up `public_id` of an address (shell §1). */
export type KnownVisitor =
  | { readonly state: 'none' }
  | { readonly state: 'error' }
  | { readonly state: 'known'; readonly member: KnownMember }

/** How a visitor came to the product (shell §3.3). */
export const interfaceTypes = ['known', 'sso', 'direct'] as const
export type InterfaceType = (typeof interfaceTypes)[number]

export function interfaceTypeOf(
  partner: WithSettings<'enrollmentType'>,
  visitor: Pick<KnownVisitor, 'state'>,
): InterfaceType {
  if (visitor.state === 'known') return 'known'
  return usesSingleSignOn(partner) ? 'sso' : 'direct'
}

export type ActivationEntry =
  | { readonly kind: 'activation'; readonly member: KnownMember }
  | { readonly kind: 'redirect'; readonly to: 'join' | 'login'; readonly rfr: ReferralReason }

/** Why an activation was redirected: the `rfr` of the address (shell §4 Tier-1 activation). */
export type ReferralReason = 0 | 1 | 2 | 3 | 4

/** The order of the checks decides the reason; a closed account stays closed. */
export function activationEntry(visitor: KnownVisitor): ActivationEntry {
  if (visitor.state === 'none') return { kind: 'redirect', to: 'join', rfr: 0 }
  if (visitor.state === 'error') return { kind: 'redirect', to: 'join', rfr: 1 }
  const { member } = visitor
  if (!member.hasWebProfile) return { kind: 'redirect', to: 'join', rfr: 2 }
  if (!member.active) return { kind: 'redirect', to: 'login', rfr: 4 }
  if (!needsActivation(member)) return { kind: 'redirect', to: 'login', rfr: 3 }
  return { kind: 'activation', member }
}

export function activationOf(member: KnownMember): 'possible' | 'done' | 'refused' {
  if (!member.active || !member.hasWebProfile) return 'refused'
  return needsActivation(member) ? 'possible' : 'done'
}

export function parseReferralReason(text: string | null): ReferralReason | null {
  return text !== null && /^[0-4]$/.test(text) ? (Number(text) as ReferralReason) : null
}
