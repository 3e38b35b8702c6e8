import { isClosed } from '@dineward/core/members/member-questions.ts'
import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import { canSelfEnroll, hasVip, isMemberNumber } from '@dineward/core/partner/partner-questions.ts'
import type { patchApiMember, postApiMember } from '@dineward/core/partner-api/api-members.contract.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ApiContext, MemberContext } from '../../context.ts'
import { applyEmailChange } from '../credentials/email-change.service.ts'
import { sendEmailConfirmation } from '../identity/joining/email-confirmation.service.ts'
import { queueWelcomeMail } from '../mail/welcome.mail.ts'
import { changeExternalId, enrollVouched } from '../members/enrollment.service.ts'
import { changeMemberNumber, getMemberRow, lockMember } from '../members/members.service.ts'
import { changeProfile } from '../members/profile.service.ts'
import { setProgramTier } from '../members/vip.service.ts'
import { contextOfMember } from '../reservations/member-context.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { queueTextOptIn } from '../text-messages/text-messages.service.ts'
import { requireResource } from './api-lists.service.ts'
import { readMembers } from './resources.read.ts'

/* What the program does with its members, each in the transaction of the call. */

const refused = (field: string, message: string) =>
  new AppError('validation_failed', { fieldErrors: [{ field, message }] })

/** Locked. @throws `not_found`, `member_closed` */
export async function requireOpenMember(ctx: ApiContext, memberId: string): Promise<void> {
  const { status } = await requireResource(ctx, readMembers, memberId)
  if (status === 'closed' || status === 'erased') throw new AppError('member_closed')
  if (isClosed(await lockMember(ctx, memberId))) throw new AppError('member_closed')
}

/** @throws `not_found`, `member_closed` */
export async function asOpenMember(ctx: ApiContext, memberId: string): Promise<MemberContext> {
  await requireOpenMember(ctx, memberId)
  return contextOfMember(ctx, memberId)
}

type Enrolled = ContractInput<typeof postApiMember>['body']

/** @throws as `enrollVouched` @returns the id of the member */
export async function enrollByProgram(ctx: ApiContext, body: Enrolled, origin: string): Promise<string> {
  const { externalId, consent, emailVerified: isEmailVerified = false, ...fields } = body
  const at = new Date(consent.at)
  if (at > ctx.clock.now()) throw refused('consent.at', 'This time is in the future.')
  const prospect = {
    ...fields,
    enrollmentSource: 'partner api',
    termsAccepted: true,
    privacyAccepted: true,
  } as const
  const vouched = { prospect, externalId, isEmailVerified, consent: { ...consent, at } }
  const member = await enrollVouched(ctx, vouched)
  if (isEmailVerified) await queueWelcomeMail(ctx, { member, origin })
  else if (canSelfEnroll(ctx.partner)) await sendEmailConfirmation(ctx, { member, origin })
  await queueTextOptIn(ctx, member)
  return member.id
}

type Changes = ContractInput<typeof patchApiMember>['body']

/** @throws `not_found`, `member_closed`, `validation_failed`, `email_in_use`, `member_number_in_use`, `external_id_in_use` */
export async function changeByProgram(
  ctx: ApiContext,
  memberId: string,
  { changes, origin }: { readonly changes: Changes; readonly origin: string },
): Promise<void> {
  const { externalId, email, emailVerified, memberNumber, tier, ...profile } = changes
  await requireOpenMember(ctx, memberId)
  if (Object.keys(profile).length > 0) await changeProfile(ctx, { memberId, profile, source: 'partner api' })
  if (externalId !== undefined) await changeExternalId(ctx, memberId, externalId)
  if (memberNumber !== undefined) await changeNumber(ctx, memberId, memberNumber)
  if (email !== undefined) await changeEmail(ctx, memberId, { email, emailVerified, origin })
  if (tier !== undefined) await changeTier(ctx, memberId, tier)
}

async function changeNumber(ctx: ApiContext, memberId: string, memberNumber: string): Promise<void> {
  if (!isMemberNumber(ctx.partner, memberNumber)) {
    const example = ctx.partner.settings.memberNumber?.example
    throw refused(
      'memberNumber',
      example === undefined ? 'This program has no member numbers.' : `It has the pattern of ${example}.`,
    )
  }
  if ((await getMemberRow(ctx, memberId)).memberNumber === memberNumber) return
  if (!(await changeMemberNumber(ctx, memberId, memberNumber)))
    throw new AppError('member_number_in_use', {
      fieldErrors: [{ field: 'memberNumber', message: 'Another member has this number.' }],
    })
  await recordMemberAudit(ctx, { action: 'credentials.member_number_changed', memberId })
}

async function changeEmail(
  ctx: ApiContext,
  memberId: string,
  { email, emailVerified, origin }: Pick<Changes, 'emailVerified'> & { email: string; origin: string },
): Promise<void> {
  const before = await getMemberRow(ctx, memberId)
  const isSame = before.signInName === normalizeSignInName(email)
  if (isSame && (before.emailConfirmedAt || !emailVerified)) return
  // A person who has the address signs in with it.
  if (!emailVerified)
    throw refused(
      'emailVerified',
      'An address is changed once it is proved to be the member’s: send true, or let the member change it at the site.',
    )
  if (!(await applyEmailChange(ctx, { memberId, email, origin })))
    throw new AppError('email_in_use', {
      fieldErrors: [{ field: 'email', message: 'Another member has this address.' }],
    })
}

async function changeTier(
  ctx: ApiContext,
  memberId: string,
  { level, until, cause }: NonNullable<Changes['tier']>,
): Promise<void> {
  if (level === 3 && !hasVip(ctx.partner)) throw refused('tier.level', 'This program has no VIPs.')
  const ends = until === undefined ? null : new Date(until)
  if (ends && (level !== 3 || ends <= ctx.clock.now()))
    throw refused('tier.until', 'It is a time to come, until which the member is a VIP.')
  await setProgramTier(ctx, { memberId, level, until: ends, cause })
}
