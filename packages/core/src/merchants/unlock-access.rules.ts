/** Campaigns whose restaurants are for members from a tier on (account §6): of the opted-in, and of VIPs. */
const fromTier: Readonly<Record<string, 2 | 3>> = { acclaimed: 2, acclaimed2: 3 }

/**
 * The tier that a member lacks for what a restaurant's campaigns ask; null where theirs covers them, and for visitors,
 * who have none yet (shell §4 Unlock access).
 */
export function tierToUnlock(
  merchant: { readonly benefitAvailability: { readonly campaignCodes: readonly string[] } },
  member: { readonly tierLevel: number; readonly memberType: string } | null,
): 2 | 3 | null {
  if (member?.memberType !== 'EnrolledCardMember') return null
  const asked = merchant.benefitAvailability.campaignCodes.map(code =>
    Object.hasOwn(fromTier, code) ? (fromTier[code] ?? 0) : 0,
  )
  const highest = Math.max(0, ...asked)
  if (highest <= member.tierLevel) return null
  // Whoever has not opted in does that first, whatever comes after it.
  return member.tierLevel < 2 ? 2 : 3
}
