import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { replaceCode } from '../../db/mailed-codes.ts'
import { mailLimit } from '../identity/passwords/mailed-codes.service.ts'
import { forgetRecoveryCodes } from '../identity/passwords/recovery.service.ts'
import { endAllSessions } from '../identity/sessions/sessions.service.ts'
import { hashToken, newToken } from '../identity/sessions/tokens.service.ts'
import { queueWelcomeMail } from '../mail/welcome.mail.ts'
import {
  changeMemberEmail,
  findMailAddress,
  isConfirmedEmail,
  lockMember,
} from '../members/members.service.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { takeOverGuestTables } from '../reservations/guests/take-over.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { queueEmailLinkMail } from './credentials.mail.ts'
import {
  type EmailChange,
  findEmailChange,
  findEmailLink,
  useEmailLink,
  voidEmailChange,
} from './credentials.repository.ts'
import { offerEmailRestore } from './email-restore.service.ts'

const linkHours = 24

/** What a change of the address was made from. */
export const emailVersion = (email: string, change: EmailChange | null): string =>
  versionOf([email, change?.email, change?.expiresAt.toISOString()])

interface AskedByStaff {
  readonly memberId: string
  readonly version: string
  readonly reason: string
}

/**
 * For a member who asks support: a link goes to the new address, and pressing it there proves it.
 * @returns until when it works.
 * @throws `validation_failed`, `rate_limited`, `not_found`, `changed_meanwhile`
 */
export async function mailEmailLink(
  ctx: Context,
  { memberId, email, version, origin, reason }: AskedByStaff & { email: string; origin: string },
): Promise<Date> {
  if (!canSelfEnroll(ctx.partner)) throw new AppError('not_found')
  // Staff can find members by address: it is no secret to them that one is in use.
  if (await isConfirmedEmail(ctx, email))
    throw new AppError('validation_failed', {
      fieldErrors: [{ field: 'email', message: 'An account of this program has this address already.' }],
    })
  const partnerId = ctx.partner.slug
  const now = ctx.clock.now()
  const token = newToken()
  const tokenHash = hashToken(token)
  const expiresAt = new Date(now.getTime() + days(1))
  const change = { partnerId, memberId, email, codeHash: null, tokenHash, expiresAt }
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await assertEmailVersion(inTransaction, memberId, version)
    if (!(await replaceCode(trx, 'credentialChanges', change, mailLimit(now))))
      throw new AppError('rate_limited')
    const { firstName } = await findMailAddress(inTransaction, memberId)
    const url = `${origin}/change_email?token=${token}`
    await queueEmailLinkMail(inTransaction, {
      memberId,
      firstName,
      email,
      url,
      hours: linkHours,
      expiresAt,
      id: tokenHash,
    })
    const action = 'credentials.email_change_requested'
    await recordMemberAudit(inTransaction, { action, memberId, reason })
  })
  return expiresAt
}

/**
 * Ends the link, or the code that the member asked for.
 * @returns false where nothing waits.
 * @throws `changed_meanwhile`
 */
export function cancelEmailChange(
  ctx: Context,
  { memberId, version, reason }: AskedByStaff,
): Promise<boolean> {
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await assertEmailVersion(inTransaction, memberId, version)
    if (!(await voidEmailChange(trx, { partnerId: ctx.partner.slug, memberId }))) return false
    const action = 'credentials.email_change_canceled'
    await recordMemberAudit(inTransaction, { action, memberId, reason })
    return true
  })
}

/** @throws `changed_meanwhile` */
async function assertEmailVersion(ctx: Context, memberId: string, version: string): Promise<void> {
  await lockMember(ctx, memberId)
  const { email } = await findMailAddress(ctx, memberId)
  const change = await findEmailChange(ctx.db, { partnerId: ctx.partner.slug, memberId })
  if (emailVersion(email, change) !== version) throw new AppError('changed_meanwhile')
}

/** By the mailed link. Ends every session. @throws `email_link_invalid` */
export function changeEmailByLink(
  ctx: Context,
  { token, origin }: { token: string; origin: string },
): Promise<{ memberId: string }> {
  const link = { partnerId: ctx.partner.slug, tokenHash: hashToken(token) }
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const memberId = await findEmailLink(trx, { ...link, now: ctx.clock.now() })
    if (memberId === null) throw new AppError('email_link_invalid')
    await lockMember(inTransaction, memberId)
    const email = await useEmailLink(trx, { ...link, memberId })
    if (!(await applyEmailChange(inTransaction, { memberId, email, origin, isBySupport: true })))
      throw new AppError('email_link_invalid')
    return { memberId }
  })
}

/** In the transaction that used its proof. @returns false where another account has the address. */
export async function applyEmailChange(
  ctx: Context,
  input: {
    readonly memberId: string
    /** Null where the proof was used before. */
    readonly email: string | null
    readonly origin: string
    /** The session that stays. */
    readonly except?: string
    readonly isBySupport?: true
  },
): Promise<boolean> {
  const { memberId, email, origin, except, isBySupport = false } = input
  const before = await findMailAddress(ctx, memberId)
  const takenFrom = email && (await changeMemberEmail(ctx, memberId, email))
  if (!takenFrom) return false
  await recordMemberAudit(ctx, { action: 'credentials.email_changed', memberId })
  for (const other of takenFrom)
    await recordMemberAudit(ctx, { action: 'credentials.email_removed', memberId: other })
  await forgetRecoveryCodes(ctx, memberId)
  await endAllSessions(ctx, memberId, except === undefined ? {} : { except })
  await offerEmailRestore(ctx, { before, origin, isBySupport })
  await takeOverGuestTables(ctx, memberId)
  const member = await findMailAddress(ctx, memberId)
  if (!before.emailConfirmedAt) await queueWelcomeMail(ctx, { member, origin })
  return true
}
