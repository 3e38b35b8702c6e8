import { createHash } from 'node:crypto'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { countWrongPasswordOn, isDeviceOf } from '../sessions/devices.service.ts'
import { countFailure, deleteOldFailures, findLock, forgetFailures } from './credentials.repository.ts'
import { findMemberByUserName, type MemberRow } from './members.repository.ts'
import { isPassword } from './password-hash.ts'

export interface Credentials {
  /** E-mail or member number. */
  readonly userName: string
  readonly password: string
  readonly deviceToken: string | null
}

/**
 * Whose credentials these are. Five wrong ones within 15 minutes lock for 30 (shell §4 Account lock; the partner may
 * say otherwise). A device that signed in before passes the lock with the right password, so that nobody can keep a
 * member out by guessing. A name that nobody has costs, answers and locks like one that somebody has.
 * Throws `invalid_credentials`, `account_locked`, `unavailable`.
 */
export async function checkCredentials(ctx: Context, credentials: Credentials): Promise<MemberRow> {
  const { db, partner } = ctx
  const found = await findMemberByUserName(db, partner.slug, {
    userName: credentials.userName,
    year: ctx.clock.now().getUTCFullYear(),
  })
  const isRight = await isPassword(credentials.password, found?.passwordHash ?? null)
  const account = found?.id ?? accountOfNobody(credentials.userName)
  const lockedUntil = await findLock(db, partner.slug, account, ctx.clock.now())
  if (lockedUntil) {
    if (!found || !(await passesLock(ctx, found.id, credentials.deviceToken, isRight)))
      throw new AppError('account_locked', { lockedUntil })
  } else if (!found || !isRight) {
    throw await wrongCredentials(ctx, account)
  } else {
    await forgetFailures(db, partner.slug, account, ctx.clock.now())
  }
  const { passwordHash: _, ...member } = found
  return member
}

async function passesLock(
  ctx: Context,
  memberId: string,
  deviceToken: string | null,
  isRight: boolean,
): Promise<boolean> {
  if (!deviceToken) return false
  if (isRight) return isDeviceOf(ctx, memberId, deviceToken)
  await countWrongPasswordOn(ctx, memberId, deviceToken)
  return false
}

/** Counts the failure, and says what it comes to: the guess that came after the last allowed one finds a lock. */
async function wrongCredentials(ctx: Context, account: string): Promise<AppError> {
  const { db, partner, clock } = ctx
  const { maxFailures, windowMinutes, lockMinutes } = partner.settings.signInLock
  const now = clock.now()
  const counted = await countFailure(db, partner.slug, account, {
    now,
    windowStart: new Date(now.getTime() - minutes(windowMinutes)),
    maxFailures,
    lockEnd: new Date(now.getTime() + minutes(lockMinutes)),
  })
  if (!counted) {
    const lockedUntil = await findLock(db, partner.slug, account, now)
    return new AppError('account_locked', lockedUntil ? { lockedUntil } : {})
  }
  await deleteOldFailures(db, new Date(now.getTime() - minutes(Math.max(windowMinutes, lockMinutes))))
  return new AppError('invalid_credentials')
}

function accountOfNobody(userName: string): string {
  return `name:${createHash('sha256').update(userName.toLowerCase()).digest('base64url')}`
}
