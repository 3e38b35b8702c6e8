import { hasSameTier, isVip } from '@dineward/core/members/member-questions.ts'
import type { Member } from '@dineward/core/members/members.contract.ts'
import { activatedTier, tierForOptIn } from '@dineward/core/members/members.rules.ts'
import type { Context, MemberContext } from '../../context.ts'
import { inTransaction } from '../../db/in-transaction.ts'
import { type RecordingContext, recordEvents } from '../events/record-events.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import {
  type Confirmation,
  type ConfirmedEmail,
  confirmEmail,
  isEmailOfMember,
  listMembersBySignInName,
  replaceEmail,
} from './member-emails.repository.ts'
import { findMemberWithSummary } from './member-summary.read.ts'
import {
  duplicateField,
  findMemberId,
  findMemberRow,
  findMembersByPhone,
  findWholeMember,
  insertClosure,
  lockMemberRow,
  lockOptIn,
  type MailAddress,
  type MemberRow,
  replacePasswordHash,
  selectDueErasures,
  updateErasure,
  updateMember,
  updateTier,
} from './members.repository.ts'
import { describeMember } from './members.view.ts'
import { recordTierChange } from './tiers.service.ts'

export async function getMemberById(ctx: Context, memberId: string): Promise<Member> {
  const year = ctx.clock.now().getUTCFullYear()
  const { summary, ...member } = await findMemberWithSummary(ctx.db, ctx.partner.slug, { memberId, year })
  return describeMember(ctx, member, summary)
}

/** Without a statement where the session was loaded with the summary. */
export async function getSignedInMember(ctx: MemberContext): Promise<Member> {
  const { summary } = ctx.actor
  return summary ? describeMember(ctx, ctx.actor, summary) : getMemberById(ctx, ctx.actor.id)
}

/** @returns the current type. */
export async function lockMember(
  ctx: Context,
  memberId: string,
): Promise<Pick<MemberRow, 'memberType' | 'erasedAt'>> {
  return lockMemberRow(ctx.db, ctx.partner.slug, memberId)
}

export async function changeTier(
  ctx: Context,
  change: { readonly id: string; readonly from: number; readonly to: number },
): Promise<void> {
  await inTransaction(ctx.db, async db => {
    if (!(await updateTier(db, ctx.partner.slug, change))) return
    const { id: memberId, from, to } = change
    await recordTierChange(db, {
      partnerId: ctx.partner.slug,
      memberId,
      from,
      to,
      cause: 'activated',
      at: ctx.clock.now(),
      now: ctx.clock.now(),
    })
    if (from !== to) recordEvents({ ...ctx, db }, [{ type: 'tier.changed', id: memberId, memberId }])
  })
}

/** Other systems hear of it when the transaction ends. */
function recordUpdate(ctx: RecordingContext, ...memberIds: readonly string[]): void {
  recordEvents(
    ctx,
    memberIds.map(id => ({ type: 'member.updated', id, memberId: id })),
  )
}

/** In the caller's transaction. Changes the tier with it (`tierForOptIn`). @returns null for an unknown member. */
export async function changeEmailOptIn(
  { db, partner, clock }: Pick<Context, 'db' | 'partner' | 'clock'>,
  memberId: string,
  emailOptIn: boolean,
): Promise<Pick<MemberRow, 'tierLevel'> | null> {
  const before = await lockOptIn(db, partner.slug, memberId)
  if (!before || before.emailOptIn === emailOptIn) return before
  const tierLevel = tierForOptIn(partner, before, emailOptIn)
  await updateMember(db, partner.slug, memberId, { emailOptIn, tierLevel })
  // A VIP's too: it counts where they turn out to have been none.
  const [from, to] = isVip(before)
    ? [activatedTier(partner, before), activatedTier(partner, { emailOptIn })]
    : [before.tierLevel, tierLevel]
  await recordTierChange(db, {
    partnerId: partner.slug,
    memberId,
    from,
    to,
    cause: emailOptIn ? 'opt_in' : 'opt_out',
    at: clock.now(),
    now: clock.now(),
  })
  recordUpdate({ db, partner, clock }, memberId)
  if (!hasSameTier(before, { tierLevel }))
    recordEvents({ db, partner, clock }, [{ type: 'tier.changed', id: memberId, memberId }])
  return { tierLevel }
}

export function dependsOnOptIn(
  { partner }: Pick<Context, 'partner'>,
  member: Pick<MemberRow, 'tierLevel'>,
): boolean {
  return tierForOptIn(partner, member, true) !== tierForOptIn(partner, member, false)
}

/** It ends for every account with this address, normalized, in the caller's transaction. */
export async function endEmailOptIn(
  ctx: Pick<Context, 'db' | 'partner' | 'clock'>,
  signInName: string,
): Promise<void> {
  for (const id of await listMembersBySignInName(ctx.db, ctx.partner.slug, signInName))
    await changeEmailOptIn(ctx, id, false)
}

/** Does not end sessions: `closeAccount` in identity does both. */
export async function markMemberClosed(ctx: Context, memberId: string): Promise<void> {
  await updateMember(ctx.db, ctx.partner.slug, memberId, {
    memberType: 'ClosedAccountMember',
    closedAt: ctx.clock.now(),
  })
  recordEvents(ctx, [{ type: 'member.closed', id: memberId, memberId }])
}

/** What was earned stays. In the caller's transaction. */
export async function reopenAccount(ctx: Context, memberId: string): Promise<void> {
  const changes = { memberType: 'EnrolledCardMember', closedAt: null } as const
  await insertClosure(ctx.db, ctx.partner.slug, memberId, ctx.clock.now())
  await updateMember(ctx.db, ctx.partner.slug, memberId, changes)
  await recordMemberAudit(ctx, { action: 'account.reopened', memberId })
  recordEvents(ctx, [{ type: 'member.reopened', id: memberId, memberId }])
}

export async function changePassword(ctx: Context, memberId: string, passwordHash: string): Promise<void> {
  await updateMember(ctx.db, ctx.partner.slug, memberId, { passwordHash })
}

/** Until the member sets a new one. */
export async function removePassword(ctx: Context, memberId: string): Promise<void> {
  await updateMember(ctx.db, ctx.partner.slug, memberId, { passwordHash: null })
}

/** The password is the same, hashed again: one that was changed meanwhile stays. */
export async function renewPasswordHash(
  ctx: Context,
  memberId: string,
  hashes: { from: string; to: string },
): Promise<void> {
  await replacePasswordHash(ctx.db, ctx.partner.slug, memberId, hashes)
}

/**
 * The member signs in with it, too. It is changed in the caller's transaction. @returns false when it is another
 * member's.
 */
export async function changeMemberNumber(
  ctx: Context,
  memberId: string,
  memberNumber: string,
): Promise<boolean> {
  try {
    await updateMember(ctx.db, ctx.partner.slug, memberId, { memberNumber })
    recordUpdate(ctx, memberId)
    return true
  } catch (error) {
    if (duplicateField(error) === 'memberNumber') return false
    throw error
  }
}

export async function findMailAddress(
  ctx: Pick<Context, 'db' | 'partner'>,
  memberId: string,
): Promise<MailAddress> {
  return findMemberRow(ctx.db, ctx.partner.slug, memberId)
}

/** @returns null when the address is another account's, or no longer this one's. */
export async function confirmMemberEmail(
  ctx: Context,
  confirmation: Confirmation,
): Promise<ConfirmedEmail | null> {
  const confirmed = await confirmEmail(ctx.db, {
    ...confirmation,
    partnerId: ctx.partner.slug,
    now: ctx.clock.now(),
  })
  if (confirmed) recordUpdate(ctx, confirmation.memberId, ...confirmed.takenFrom)
  return confirmed
}

/** Several accounts may have one number. */
export async function listMembersByPhone(
  ctx: Context,
  phoneNumber: string,
): Promise<Pick<MemberRow, 'id' | 'smsOptIn'>[]> {
  return phoneNumber === '' ? [] : findMembersByPhone(ctx.db, ctx.partner.slug, phoneNumber)
}

/** A proved address, which unconfirmed accounts lose. @returns who they are; null when another account has confirmed it. */
export async function changeMemberEmail(
  ctx: Context,
  memberId: string,
  email: string,
): Promise<readonly string[] | null> {
  const change = { partnerId: ctx.partner.slug, memberId, email, now: ctx.clock.now() }
  const takenFrom = await replaceEmail(ctx.db, change)
  if (takenFrom) recordUpdate(ctx, memberId, ...takenFrom)
  return takenFrom
}

export async function isConfirmedEmail(ctx: Context, email: string): Promise<boolean> {
  return isEmailOfMember(ctx.db, ctx.partner.slug, email)
}

export async function getMemberRow(ctx: Context, memberId: string): Promise<MemberRow> {
  return findWholeMember(ctx.db, ctx.partner.slug, memberId)
}

/** @returns null when no member has this email; of several, the confirmed one. */
export async function findMemberByEmail(ctx: Context, email: string): Promise<string | null> {
  return findMemberId(ctx.db, ctx.partner.slug, email)
}

/** @returns false when it is scheduled already, or done. */
export async function scheduleErasure(ctx: Context, memberId: string, dueAt: Date): Promise<boolean> {
  const isNew = await updateErasure(ctx.db, ctx.partner.slug, { memberId, from: 'none', dueAt })
  if (isNew) recordUpdate(ctx, memberId)
  return isNew
}

/** @returns false when none was scheduled. */
export async function cancelMemberErasure(ctx: Context, memberId: string): Promise<boolean> {
  const wasScheduled = await updateErasure(ctx.db, ctx.partner.slug, {
    memberId,
    from: 'scheduled',
    dueAt: null,
  })
  if (wasScheduled) recordUpdate(ctx, memberId)
  return wasScheduled
}

export async function findDueErasures(ctx: Context): Promise<string[]> {
  return selectDueErasures(ctx.db, ctx.partner.slug, ctx.clock.now())
}

/** Nothing is left that names the person; the email is free for a new member. */
export async function anonymizeMember(ctx: Context, memberId: string): Promise<void> {
  const now = ctx.clock.now()
  await updateMember(ctx.db, ctx.partner.slug, memberId, {
    ...noPerson,
    memberType: 'ClosedAccountMember',
    closedAt: now,
    erasedAt: now,
    erasureDueAt: null,
  })
  recordEvents(ctx, [{ type: 'member.erased', id: memberId, memberId }])
}

const noPerson = {
  email: '',
  signInName: null,
  emailConfirmedAt: null,
  memberNumber: null,
  passwordHash: null,
  firstName: '',
  lastName: '',
  address1: '',
  address2: '',
  city: '',
  state: '',
  zipCode: '',
  phoneNumber: '',
  smsOptIn: false,
  emailOptIn: false,
  familyId: null,
  enrollmentSource: null,
  referrer: null,
  externalId: null,
}
