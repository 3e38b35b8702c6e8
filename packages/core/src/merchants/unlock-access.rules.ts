import { isCardMember, missingTier } from '../members/member-questions.ts'
import type { WithSettings } from '../partner/partner-questions.ts'

type AcclaimedPartner = WithSettings<'acclaimedEnabled' | 'acclaimed2Enabled'>

/** Campaigns whose restaurants are for members from a tier on (account §6), each where a partner has them. */
const exclusive = [
  { code: 'acclaimed', from: 2, enabledBy: 'acclaimedEnabled' },
  { code: 'acclaimed2', from: 3, enabledBy: 'acclaimed2Enabled' },
] as const

/** Of a restaurant's campaigns, those that ask for a tier in the partner's program. */
export function exclusiveCampaigns(
  { settings }: AcclaimedPartner,
  campaignCodes: readonly string[],
): string[] {
  return exclusive
    .filter(({ code, enabledBy }) => settings[enabledBy] && campaignCodes.includes(code))
    .map(({ code }) => code)
}

/** The tier from which dines earn under these campaigns, of the opted-in or of VIPs; null where it does not matter. */
export function tierAskedBy(campaignCodes: readonly string[]): 2 | 3 | null {
  return exclusive.findLast(({ code }) => campaignCodes.includes(code))?.from ?? null
}

/**
 * The tier that a member lacks for what a restaurant's campaigns ask; null where theirs covers them, and for visitors,
 * who have none yet (shell §4 Unlock access).
 */
export function tierToUnlock(
  partner: AcclaimedPartner,
  merchant: { readonly benefitAvailability: { readonly campaignCodes: readonly string[] } },
  member: { readonly tierLevel: number; readonly memberType: string } | null,
): 2 | 3 | null {
  if (!member || !isCardMember(member)) return null
  const asked = tierAskedBy(exclusiveCampaigns(partner, merchant.benefitAvailability.campaignCodes))
  return asked === null ? null : missingTier(member, asked)
}
