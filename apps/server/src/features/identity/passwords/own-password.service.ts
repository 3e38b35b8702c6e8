import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../../context.ts'
import { findPasswordHash } from '../identity-members.read.ts'
import { clearSignInFailures, findSignInLock, signInFailure } from '../sign-in/sign-in-lock.service.ts'
import { isPassword } from './passwords.service.ts'

export async function hasPassword({ db, partner, actor }: MemberContext): Promise<boolean> {
  return (await findPasswordHash(db, partner.slug, actor.id)) !== null
}

/** Before a change that needs the member, not only the session. @throws `invalid_credentials`, `account_locked`, `unavailable`. */
export async function assertOwnPassword(ctx: MemberContext, password: string): Promise<void> {
  const { partner, actor } = ctx
  const account = {
    partnerId: partner.slug,
    account: actor.id,
    rules: partner.settings.signInLock,
    concern: {},
  }
  const lockedUntil = await findSignInLock(ctx, account)
  if (lockedUntil) throw new AppError('account_locked', { lockedUntil })
  const isRight = await isPassword(password, await findPasswordHash(ctx.db, partner.slug, actor.id))
  if (!isRight) throw await signInFailure(ctx, account)
  await clearSignInFailures(ctx, account)
}
