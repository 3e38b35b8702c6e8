import { createHash } from 'node:crypto'
import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import type { PartnerSettings } from '@dineward/core/partner/partner-settings.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import {
  countFailure,
  deleteFailures,
  deleteLock,
  deleteOldFailures,
  findLock,
} from './sign-in-lock.repository.ts'

export interface LockableAccount {
  readonly partnerId: string
  readonly account: string
  readonly rules: PartnerSettings['signInLock']
}

export async function findSignInLock(ctx: Context, of: LockableAccount): Promise<Date | null> {
  return findLock(ctx.db, of.partnerId, of.account, ctx.clock.now())
}

/** @returns the error to throw. */
export async function signInFailure(ctx: Context, of: LockableAccount): Promise<AppError> {
  const { maxFailures, windowMinutes, lockMinutes } = of.rules
  const now = ctx.clock.now()
  const counted = await countFailure(ctx.db, of.partnerId, of.account, {
    now,
    windowStart: new Date(now.getTime() - minutes(windowMinutes)),
    maxFailures,
    lockEnd: new Date(now.getTime() + minutes(lockMinutes)),
  })
  if (!counted) {
    const lockedUntil = await findSignInLock(ctx, of)
    return new AppError('account_locked', lockedUntil ? { lockedUntil } : {})
  }
  await deleteOldFailures(ctx.db, new Date(now.getTime() - minutes(Math.max(windowMinutes, lockMinutes))))
  return new AppError('invalid_credentials')
}

export async function clearSignInFailures(ctx: Context, of: LockableAccount): Promise<void> {
  await deleteFailures(ctx.db, of.partnerId, of.account, ctx.clock.now())
}

/** After a new password was set, in its transaction. */
export async function liftSignInLock(ctx: Context, memberId: string): Promise<void> {
  const lockedUntil = await deleteLock(ctx.db, ctx.partner.slug, memberId)
  if (lockedUntil && lockedUntil > ctx.clock.now())
    await recordMemberAudit(ctx, { action: 'credentials.lock_lifted', memberId })
}

/** Unknown user names are counted and locked like known ones. */
export function unknownUserKey(userName: string): string {
  return `name:${createHash('sha256').update(normalizeSignInName(userName)).digest('base64url')}`
}
