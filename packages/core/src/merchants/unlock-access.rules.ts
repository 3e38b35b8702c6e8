import { isCardMember, missingTier } from '../members/member-questions.ts'
import { hasAcclaimed, hasAcclaimedForVips, type WithSettings } from '../partner/partner-questions.ts'

type AcclaimedPartner = WithSettings<'acclaimed'>

/** Campaigns whose restaurants need a minimum tier (account §6), where the partner enables them. */
const exclusive = [
  { code: 'acclaimed', from: 2, isOn: hasAcclaimed },
  { code: 'acclaimed2', from: 3, isOn: hasAcclaimedForVips },
] as const

export function exclusiveCampaigns(partner: AcclaimedPartner, campaignCodes: readonly string[]): string[] {
  return exclusive
    .filter(({ code, isOn }) => isOn(partner) && campaignCodes.includes(code))
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
