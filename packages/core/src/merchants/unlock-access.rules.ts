import { isCardMember, missingTier } from '../members/member-questions.ts'
import type { WithSettings } from '../partner/partner-questions.ts'

type AcclaimedPartner = WithSettings<'acclaimedEnabled' | 'acclaimed2Enabled'>

/** Campaigns whose restaurants need a minimum tier (account §6), where the partner enables them. */
const exclusive = [
  { code: 'acclaimed', from: 2, enabledBy: 'acclaimedEnabled' },
  { code: 'acclaimed2', from: 3, enabledBy: 'acclaimed2Enabled' },
] as const

export function exclusiveCampaigns(
  { settings }: AcclaimedPartner,
  campaignCodes: readonly string[],
): string[] {
  return exclusive
    .filter(({ code, enabledBy }) => settings[enabledBy] && campaignCodes.includes(code))
    .map(({ code }) => code)
}

/** The minimum tier that earns under these campaigns; null for any. */
export function requiredTierOf(campaignCodes: readonly string[]): 2 | 3 | null {
  return exclusive.findLast(({ code }) => campaignCodes.includes(code))?.from ?? null
}

/** Null where the member's tier is enough, and for visitors (shell §4 Unlock access). */
export function tierToUnlock(
  partner: AcclaimedPartner,
  campaignCodes: readonly string[],
  member: { readonly tierLevel: number; readonly memberType: string } | null,
): 2 | 3 | null {
  if (!member || !isCardMember(member)) return null
  const asked = requiredTierOf(exclusiveCampaigns(partner, campaignCodes))
  return asked === null ? null : missingTier(member, asked)
}
