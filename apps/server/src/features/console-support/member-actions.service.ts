import type { resentMails } from '@dineward/core/console-support/member-actions.contract.ts'
import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { StaffContext } from '../../context.ts'
import { sendEmailConfirmation } from '../identity/joining/email-confirmation.service.ts'
import { requestRecovery } from '../identity/passwords/recovery.service.ts'
import { endAllSessions } from '../identity/sessions/sessions.service.ts'
import { liftSignInLock } from '../identity/sign-in/sign-in-lock.service.ts'
import { findMailAddress } from '../members/members.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'

/* What support does for a member beside what other features do themselves. `ctx` is of the member's program. */

interface Action {
  readonly memberId: string
  readonly reason: string
}

/** @returns false where there was no lock. */
export function unlockMember(ctx: StaffContext, { memberId, reason }: Action): Promise<boolean> {
  return ctx.db.transaction().execute(db => liftSignInLock({ ...ctx, db }, memberId, reason))
}

export async function signOutMember(ctx: StaffContext, { memberId, reason }: Action): Promise<void> {
  await ctx.db.transaction().execute(async db => {
    const inTransaction = { ...ctx, db }
    await endAllSessions(inTransaction, memberId)
    await recordMemberAudit(inTransaction, { action: 'credentials.sessions_ended', memberId, reason })
  })
}

/** To the address that the member has. @returns false where there is nothing to confirm. @throws `rate_limited`, `not_found` */
export function resendMail(
  ctx: StaffContext,
  { memberId, mail, reason, origin }: Action & { mail: (typeof resentMails)[number]; origin: string },
): Promise<boolean> {
  if (!canSelfEnroll(ctx.partner)) throw new AppError('not_found')
  return ctx.db.transaction().execute(async db => {
    const inTransaction = { ...ctx, db }
    const member = await findMailAddress(inTransaction, memberId)
    if (member.email === '') return false
    if (mail === 'confirmation') {
      if (member.emailConfirmedAt) return false
      if (!(await sendEmailConfirmation(inTransaction, { member, origin })))
        throw new AppError('rate_limited')
    } else await requestRecovery(inTransaction, { userName: member.email, origin })
    const after = { mail }
    await recordMemberAudit(inTransaction, { action: 'credentials.mail_resent', memberId, reason, after })
    return true
  })
}
