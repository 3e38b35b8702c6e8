import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { countWrongPasswordOn, isDeviceOf } from '../sessions/devices.service.ts'
import { findMemberByUserName, type MemberRow } from './members.repository.ts'
import { isPassword } from './password-hash.ts'
import {
  accountOfNobody,
  findSignInLock,
  forgetWrongPasswords,
  wrongPassword,
} from './sign-in-lock.service.ts'

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
  const account = {
    partnerId: partner.slug,
    account: found?.id ?? accountOfNobody(credentials.userName),
    rules: partner.settings.signInLock,
  }
  const lockedUntil = await findSignInLock(ctx, account)
  if (lockedUntil) {
    if (!found || !(await passesLock(ctx, found.id, credentials.deviceToken, isRight)))
      throw new AppError('account_locked', { lockedUntil })
  } else if (!found || !isRight) {
    throw await wrongPassword(ctx, account)
  } else {
    await forgetWrongPasswords(ctx, account)
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
