import type { TierLevel } from '../partner/settings/rewards.settings.ts'

/** A person is a member, known to the partner's sign-in but no member yet, or closed (account §3, decisions). */
export const memberTypes = ['EnrolledCardMember', 'NonCardMember', 'ClosedAccountMember'] as const
export type MemberType = (typeof memberTypes)[number]

/* Ask these instead of comparing `memberType` or `tierLevel` (a lint rule). Type questions are false for visitors. */

type Typed = { readonly memberType: string | null } | null | undefined
interface Tiered {
  readonly tierLevel: number
}

export const isCardMember = (member: Typed): boolean => member?.memberType === 'EnrolledCardMember'

/** The partner has signed them in, and they have no membership. */
export const hasNotJoined = (member: Typed): boolean => member?.memberType === 'NonCardMember'

export const isClosed = (member: Typed): boolean => member?.memberType === 'ClosedAccountMember'

export const isOpenMember = <M extends NonNullable<Typed>>(member: M | null): member is M =>
  member !== null && !isClosed(member)

/** May reserve tables (shell §3.4). */
export const canBook = isCardMember

export const nonActivatedTier = 1

export const needsActivation = ({ tierLevel }: Tiered): boolean => tierLevel === nonActivatedTier

export const isOptedOut = ({ tierLevel }: Tiered): boolean => tierLevel === 0

export const isOptedIn = ({ tierLevel }: Tiered): boolean => tierLevel >= 2

export const hasSameTier = (one: Tiered, other: Tiered): boolean => one.tierLevel === other.tierLevel

export const isVip = ({ tierLevel }: Tiered): boolean => tierLevel === 3

/** It is the next tier that the member lacks, or null where theirs is enough. Opting in comes first. */
export const missingTier = (member: Tiered, tier: 2 | 3): 2 | 3 | null =>
  member.tierLevel >= tier ? null : isOptedIn(member) ? 3 : 2

export const tierOf = ({ tierLevel }: Tiered): TierLevel => tierLevel as TierLevel

const tierNames = ['Opted out', 'Not activated', 'Opted in', 'VIP']
/** What staff call a tier. */
export const tierName = (level: number): string => tierNames[level] ?? `Tier ${level}`
