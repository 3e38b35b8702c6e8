import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import { days, minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../../context.ts'
import { queueWelcomeMail } from '../../mail/welcome.mail.ts'
import { confirmMemberEmail, findMailAddress, isConfirmedEmail } from '../../members/members.service.ts'
import { takeOverGuestTables } from '../../reservations/guests/take-over.service.ts'
import { recordMemberAudit } from '../../staff/audit.service.ts'
import { hashToken, newToken } from '../sessions/tokens.service.ts'
import { queueEmailConfirmationMail } from './email-confirmation.mail.ts'
import { findConfirmation, insertConfirmation } from './email-confirmation.repository.ts'

const linkDays = 3
/** The limit is per address: more would let strangers fill a mailbox. */
const mailsAnHour = 5

interface Unconfirmed {
  readonly id: string
  readonly email: string
  readonly firstName: string
}

/** In the caller's transaction. @returns false past the limit, or where the address is another member's. */
export async function sendEmailConfirmation(
  ctx: Context,
  { member, origin }: { member: Unconfirmed; origin: string },
): Promise<boolean> {
  if (member.email === '' || (await isConfirmedEmail(ctx, member.email))) return false
  const now = ctx.clock.now()
  const token = newToken()
  const tokenHash = hashToken(token)
  const expiresAt = new Date(now.getTime() + days(linkDays))
  const confirmation = {
    tokenHash,
    partnerId: ctx.partner.slug,
    memberId: member.id,
    signInName: normalizeSignInName(member.email),
    createdAt: now,
    expiresAt,
  }
  const limit = { since: new Date(now.getTime() - minutes(60)), mails: mailsAnHour }
  if (!(await insertConfirmation(ctx.db, confirmation, limit))) return false
  const url = `${origin}/confirm_email?token=${token}`
  await queueEmailConfirmationMail(ctx, {
    member,
    url,
    days: linkDays,
    expiresAt,
    id: tokenHash,
  })
  return true
}

/** @throws `rate_limited`. */
export async function resendEmailConfirmation(ctx: MemberContext, origin: string): Promise<void> {
  if (ctx.actor.emailConfirmedAt) return
  const isSent = await ctx.db
    .transaction()
    .execute(trx => sendEmailConfirmation({ ...ctx, db: trx }, { member: ctx.actor, origin }))
  if (!isSent) throw new AppError('rate_limited')
}

/** The address becomes this account's alone. Idempotent. @throws `confirmation_link_invalid`. */
export async function confirmEmailAddress(
  ctx: Context,
  { token, origin }: { token: string; origin: string },
): Promise<{ memberId: string }> {
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const key = { partnerId: ctx.partner.slug, tokenHash: hashToken(token), now: ctx.clock.now() }
    const found = await findConfirmation(trx, key)
    const confirmed = found && (await confirmMemberEmail(inTransaction, found))
    if (!confirmed) throw new AppError('confirmation_link_invalid')
    if (confirmed.isNew)
      await recordMemberAudit(inTransaction, {
        action: 'credentials.email_confirmed',
        memberId: found.memberId,
      })
    for (const memberId of confirmed.takenFrom)
      await recordMemberAudit(inTransaction, { action: 'credentials.email_removed', memberId })
    await takeOverGuestTables(inTransaction, found.memberId)
    const member = await findMailAddress(inTransaction, found.memberId)
    await queueWelcomeMail(inTransaction, { member, origin })
    return { memberId: found.memberId }
  })
}
