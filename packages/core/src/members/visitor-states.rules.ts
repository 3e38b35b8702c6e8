import type { WithSettings } from '../partner/partner-questions.ts'
import type { copyStates } from '../partner/settings/joining.settings.ts'
import { isOptedOut } from './member-questions.ts'
import type { Member } from './members.contract.ts'

/** It is the audience of a piece of content (account "Copy states", shell §3.7 `user_states`). */
export type VisitorState = (typeof copyStates)[number]

interface Visitor extends Pick<Member, 'tierLevel' | 'emailOptIn'> {
  readonly activeBonuses: readonly Pick<
    Member['activeBonuses'][number],
    'isNewMemberBonus' | 'memberIsEligibleForNMB' | 'bonusStatus'
  >[]
}

/** A member can be in several, or in none. */
export function visitorStatesOf(
  { settings }: WithSettings<'copyStates'>,
  member: Visitor | null,
): readonly VisitorState[] {
  const states = member === null ? (['anonymous'] as const) : statesOf(member)
  return states.filter(state => settings.copyStates.includes(state))
}

function statesOf(member: Visitor): VisitorState[] {
  const hasNewMemberBonus = member.activeBonuses.some(
    bonus => bonus.isNewMemberBonus && bonus.memberIsEligibleForNMB && bonus.bonusStatus === 'Eligible',
  )
  return [
    ...(isOptedOut(member) && !member.emailOptIn ? (['optedOut'] as const) : []),
    ...(hasNewMemberBonus ? (['newMemberBonus'] as const) : []),
    ...(member.emailOptIn ? (['emailOptIn'] as const) : []),
  ]
}

export function isShownTo(
  entry: { readonly user_states: readonly VisitorState[] },
  states: readonly VisitorState[],
) {
  return entry.user_states.some(state => states.includes(state))
}
