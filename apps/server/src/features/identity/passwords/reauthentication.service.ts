import { copyText } from '@dineward/core/partner/copy.ts'
import { usesSingleSignOn } from '@dineward/core/partner/partner-questions.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../../context.ts'
import { findSessionStart } from '../sessions/sessions.repository.ts'
import { sessionId } from '../sessions/sessions.service.ts'
import { assertOwnPassword } from './own-password.service.ts'

const recentMs = minutes(5)
/** What single sign-on asks the provider for. */
export const recentSeconds = recentMs / 1_000

/**
 * Before what cannot be undone, and before a new way to sign in: the password, or a sign-in of the last minutes. Wrong passwords count as at sign-in.
 * @throws `validation_failed`, `account_locked`, `reauthentication_required`, `unavailable`
 */
export async function reauthenticate(
  ctx: MemberContext,
  { password, sessionToken }: { password: string | undefined; sessionToken: string | null },
): Promise<void> {
  if (password) return checkPassword(ctx, password)
  const session = sessionToken && (await findSessionStart(ctx.db, ctx.partner.slug, sessionId(sessionToken)))
  // A provider signs in again everyone it knows: only what it says of their proof counts.
  const startedAt = session && (usesSingleSignOn(ctx.partner) ? session.authenticatedAt : session.createdAt)
  if (!startedAt || ctx.clock.now().getTime() - startedAt.getTime() > recentMs)
    throw new AppError('reauthentication_required')
}

async function checkPassword(ctx: MemberContext, password: string): Promise<void> {
  await assertOwnPassword(ctx, password).catch(error => {
    const isWrong = error instanceof AppError && error.code === 'invalid_credentials'
    if (!isWrong) throw error
    const message = copyText(ctx.partner.copy, 'validation.passwordWrong', {})
    const concern = { ...error.concern, reason: 'password_wrong' } as const
    throw new AppError('validation_failed', { fieldErrors: [{ field: 'password', message }], concern })
  })
}
