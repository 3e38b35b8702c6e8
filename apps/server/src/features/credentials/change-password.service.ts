import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../context.ts'
import { newId } from '../../new-id.ts'
import { assertOwnPassword } from '../identity/passwords/own-password.service.ts'
import { hashPassword } from '../identity/passwords/passwords.service.ts'
import { queuePasswordChangedMail } from '../identity/passwords/recovery.mail.ts'
import { forgetRecoveryCodes } from '../identity/passwords/recovery.service.ts'
import { endAllSessions } from '../identity/sessions/sessions.service.ts'
import { fieldError } from '../members/enrollment.service.ts'
import { changePassword, findMailAddress } from '../members/members.service.ts'
import { endPasskeyChallenges } from '../passkeys/passkey-challenges.service.ts'
import { assertNewPassword } from '../passwords/new-password.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'

/**
 * Ends every other session, and voids mailed codes. Wrong passwords count as at sign-in.
 * @throws `validation_failed`, `account_locked`, `unavailable`, `not_found` where the partner has the passwords
 */
export async function changeOwnPassword(
  ctx: MemberContext,
  input: { current: string; password: string; passwordConfirm: string; sessionId: string; origin: string },
): Promise<void> {
  const { partner, actor } = ctx
  if (!canSelfEnroll(partner)) throw new AppError('not_found')
  await assertOwnPassword(ctx, input.current).catch(error => {
    if (!(error instanceof AppError && error.code === 'invalid_credentials')) throw error
    const wrong = { field: 'current', copy: 'validation.passwordWrong' } as const
    const concern = { ...error.concern, reason: 'password_wrong' } as const
    throw new AppError('validation_failed', { fieldErrors: [fieldError(partner, wrong)], concern })
  })
  const { firstName, lastName, email, memberNumber, id: memberId } = actor
  const { password, passwordConfirm } = input
  await assertNewPassword(ctx, { firstName, lastName, email, memberNumber, password, passwordConfirm })
  const passwordHash = await hashPassword(password)
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    await changePassword(inTransaction, memberId, passwordHash)
    await endAllSessions(inTransaction, memberId, { except: input.sessionId })
    await endPasskeyChallenges(inTransaction, memberId)
    await forgetRecoveryCodes(inTransaction, memberId)
    await recordMemberAudit(inTransaction, { action: 'credentials.password_changed', memberId })
    const member = await findMailAddress(inTransaction, memberId)
    await queuePasswordChangedMail(inTransaction, { member, origin: input.origin, id: newId() })
  })
}
