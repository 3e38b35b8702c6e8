import type { Member } from '@dineward/core/members/members.contract.ts'

export type ShownTier = '0' | '2' | '3'

/** Tiers that are shown (shell §3.3): who has not activated yet is shown what those who opted out are. */
export function shownTier({ tierLevel }: Pick<Member, 'tierLevel'>): ShownTier {
  if (tierLevel === 3) return '3'
  return tierLevel === 2 ? '2' : '0'
}
