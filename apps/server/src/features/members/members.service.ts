import { diningProgress } from '@dineward/core/members/dining-progress.rules.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { newMemberBonusApplies, rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import type { Context } from '../../context.ts'
import type { MemberBonusRow } from '../../db/member-bonuses.ts'
import { endAllSessions } from '../sessions/sessions.service.ts'
import { lockMemberRow, type MemberRow, updateMember } from './members.repository.ts'

export type { MemberRow } from './members.repository.ts'

/** A member as they are told about themselves (account §3). */
export function describeMember(ctx: Context, member: MemberRow): Member {
  const { address1, address2, city, state, zipCode } = member
  return {
    publicId: member.id,
    email: member.email,
    emailOptIn: member.emailOptIn,
    firstName: member.firstName,
    lastName: member.lastName,
    address: { address1, address2, city, state, zipCode },
    phoneNumber: member.phoneNumber,
    smsOptIn: member.smsOptIn,
    familyId: member.familyId,
    enrollmentSource: member.enrollmentSource,
    memberNumber: member.memberNumber,
    joinDate: member.joinedAt.toISOString(),
    tierLevel: member.tierLevel,
    memberType: member.memberType,
    diningProgress: diningProgress(member.diningYear, {
      qualification: ctx.partner.settings.vipQualification,
      isVip: member.tierLevel === 3,
      rewardsAreCents: rewardsAreCents(ctx.partner),
    }),
    activeBonuses: describeBonuses(ctx, member, member.bonuses),
  }
}

function describeBonuses(
  ctx: Context,
  member: MemberRow,
  bonuses: readonly MemberBonusRow[],
): Member['activeBonuses'] {
  const eligible = newMemberBonusApplies(ctx.partner, member, ctx.clock.now())
  return bonuses.map(({ code, bonusStatus, createdAt, description, isNewMemberBonus }) => ({
    code,
    bonusStatus,
    createDateUtc: new Date(createdAt).toISOString(),
    description,
    isNewMemberBonus,
    memberIsEligibleForNMB: isNewMemberBonus && eligible,
  }))
}

/** Holds a member's row to the end of the transaction and answers their type, as it is now. */
export async function lockMember(ctx: Context, memberId: string): Promise<MemberRow['memberType']> {
  return lockMemberRow(ctx.db, ctx.partner.slug, memberId)
}

/** Closes an account and signs the member out everywhere. Within a transaction. */
export async function closeAccount(ctx: Context, memberId: string): Promise<void> {
  await updateMember(ctx.db, ctx.partner.slug, memberId, {
    memberType: 'ClosedAccountMember',
    closedAt: ctx.clock.now(),
  })
  await endAllSessions(ctx, memberId)
}
