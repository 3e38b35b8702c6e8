import { createHash } from 'node:crypto'
import { diningProgress } from '@dineward/core/members/dining-progress.rules.ts'
import { isVip } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import type { Context } from '../../context.ts'
import { describeBonuses } from '../bonuses/bonuses.view.ts'
import type { MemberSummary } from './member-summary.read.ts'
import type { MemberRow } from './members.repository.ts'

export function describeMember(ctx: Context, member: MemberRow, summary: MemberSummary): Member {
  const { address1, address2, city, state, zipCode } = member
  return {
    publicId: member.id,
    email: member.email,
    emailConfirmed: member.emailConfirmedAt !== null,
    emailOptIn: member.emailOptIn,
    firstName: member.firstName,
    lastName: member.lastName,
    address: { address1, address2, city, state, zipCode },
    phoneNumber: member.phoneNumber,
    smsOptIn: member.smsOptIn,
    profileVersion: profileVersion(member),
    familyId: member.familyId,
    enrollmentSource: member.enrollmentSource,
    memberNumber: member.memberNumber,
    joinDate: member.joinedAt.toISOString(),
    tierLevel: member.tierLevel,
    memberType: member.memberType,
    hasLinkedCard: summary.hasLinkedCard,
    erasureAt: member.erasureDueAt?.toISOString() ?? null,
    diningProgress: diningProgress(summary.diningYear, {
      qualification: ctx.partner.settings.vipQualification,
      isVip: isVip(member),
      rewardsAreCents: rewardsAreCents(ctx.partner),
    }),
    activeBonuses: describeBonuses(ctx.partner, member, summary.bonuses, ctx.clock.now()),
  }
}

/** Changes with every field that a member edits, also when another browser or a text message changed it. */
export function profileVersion(member: MemberRow): string {
  const { firstName, lastName, address1, address2, city, state, zipCode, ...contact } = member
  const { phoneNumber, smsOptIn, emailOptIn } = contact
  const edited = [firstName, lastName, address1, address2, city, state, zipCode]
  const text = JSON.stringify([...edited, phoneNumber, smsOptIn, emailOptIn])
  return createHash('sha256').update(text).digest('base64url').slice(0, 22)
}
