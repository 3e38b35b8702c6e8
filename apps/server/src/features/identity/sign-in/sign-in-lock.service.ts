import { createHash } from 'node:crypto'
import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import type { PartnerSettings } from '@dineward/core/partner/settings/partner-settings.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Concern } from '@dineward/core/shared/security-events.ts'
import type { Context } from '../../../context.ts'
import { recordMemberAudit } from '../../staff/audit.service.ts'
import {
  countFailure,
  deleteFailures,
  deleteLock,
  deleteLocksOf,
  findLock,
  listLocks,
} from './sign-in-lock.repository.ts'

export interface LockableAccount {
  readonly partnerId: string
  readonly account: string
  readonly rules: PartnerSettings['signInLock']
  /** Whose it is, for the security log. */
  readonly concern: Concern
}

export async function findSignInLock(
  ctx: Pick<Context, 'db' | 'clock'>,
  of: Pick<LockableAccount, 'partnerId' | 'account'>,
): Promise<Date | null> {
  return findLock(ctx.db, of.partnerId, of.account, ctx.clock.now())
}

/** @returns the error to throw. */
export async function signInFailure(
  ctx: Pick<Context, 'db' | 'clock'>,
  of: LockableAccount,
): Promise<AppError> {
  const { rules, concern } = of
  const { maxFailures, windowMinutes, lockMinutes } = rules
  const now = ctx.clock.now()
  const counted = await countFailure(ctx.db, of.partnerId, of.account, {
    now,
    windowStart: new Date(now.getTime() - minutes(windowMinutes)),
    maxFailures,
    lockEnd: new Date(now.getTime() + minutes(lockMinutes)),
  })
  if (counted === 'refused') {
    const lockedUntil = await findSignInLock(ctx, of)
    return new AppError('account_locked', lockedUntil ? { lockedUntil, concern } : { concern })
  }
  return new AppError('invalid_credentials', {
    concern: counted === 'locks' ? { ...concern, locks: true } : concern,
  })
}

export async function clearSignInFailures(
  ctx: Pick<Context, 'db' | 'clock'>,
  of: Pick<LockableAccount, 'partnerId' | 'account'>,
): Promise<void> {
  await deleteFailures(ctx.db, of.partnerId, of.account, ctx.clock.now())
}

/** After a new password was set, or by support; in the caller's transaction. @returns whether there was a lock. */
export async function liftSignInLock(ctx: Context, memberId: string, reason?: string): Promise<boolean> {
  const lockedUntil = await deleteLock(ctx.db, ctx.partner.slug, memberId)
  if (!lockedUntil || lockedUntil <= ctx.clock.now()) return false
  const why = reason === undefined ? {} : { reason }
  await recordMemberAudit(ctx, { action: 'credentials.lock_lifted', memberId, ...why })
  return true
}

/** @returns when the locks end that there are now, by the name that was counted. */
export function findSignInLocks(
  ctx: Pick<Context, 'db' | 'clock'>,
  partnerId: string,
): Promise<{ account: string; lockedUntil: Date }[]> {
  return listLocks(ctx.db, partnerId, ctx.clock.now())
}

/** In the caller's transaction: of every name that begins with this. */
export function liftSignInLocks(db: Context['db'], partnerId: string, prefix: string): Promise<void> {
  return deleteLocksOf(db, partnerId, prefix)
}

/** Unknown user names are counted and locked like known ones. */
export function unknownUserKey(userName: string): string {
  return `name:${createHash('sha256').update(normalizeSignInName(userName)).digest('base64url')}`
}
