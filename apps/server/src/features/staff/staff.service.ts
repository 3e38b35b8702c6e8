import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Staff } from '@dineward/core/staff/staff.contract.ts'
import type { Context } from '../../context.ts'
import { isPassword } from '../identity/passwords.service.ts'
import {
  clearSignInFailures,
  findSignInLock,
  signInFailure,
  unknownUserKey,
} from '../identity/sign-in-lock.service.ts'
import { hashToken, newToken } from '../identity/tokens.service.ts'
import {
  deleteExpiredStaffSessions,
  deleteStaffSession,
  findStaffByEmail,
  findStaffBySession,
  insertStaffSession,
  type StaffRow,
} from './staff.repository.ts'

const sessionMs = minutes(12 * 60)
/** As for members, whatever a partner sets for its own. */
const lockRules = { maxFailures: 5, windowMinutes: 15, lockMinutes: 30 }
/** No partner's slug: staff are one and the same person at every partner, and so is their lock. */
const everywhere = '(staff)'

/**
 * Signs staff in at a partner whose program they run. Whoever nobody knows, a wrong password and somebody else's
 * partner cost and answer the same. A new token each time; the session that this browser had before ends.
 * Throws `invalid_credentials`, `account_locked`, `unavailable`.
 */
export async function signInStaff(
  ctx: Context,
  input: { email: string; password: string; tokenBefore: string | null },
): Promise<{ token: string; staff: Staff }> {
  const found = await findStaffByEmail(ctx.db, input.email)
  const isRight = await isPassword(input.password, found?.passwordHash ?? null)
  const account = {
    partnerId: everywhere,
    account: found?.id ?? unknownUserKey(input.email),
    rules: lockRules,
  }
  const lockedUntil = await findSignInLock(ctx, account)
  if (lockedUntil) throw new AppError('account_locked', { lockedUntil })
  if (!found || !isRight || !runsProgram(found, ctx)) throw await signInFailure(ctx, account)
  await clearSignInFailures(ctx, account)

  const now = ctx.clock.now()
  const token = newToken()
  const expiresAt = new Date(now.getTime() + sessionMs)
  if (input.tokenBefore) await signOutStaff(ctx, input.tokenBefore)
  await deleteExpiredStaffSessions(ctx.db, now)
  await insertStaffSession(ctx.db, { tokenHash: hashToken(token), staffId: found.id, expiresAt })
  return { token, staff: describe(found, expiresAt) }
}

/** Whose session a token is. Null when it has ended, never was, or is of somebody who runs other programs only. */
export async function resumeStaffSession(ctx: Context, token: string): Promise<Staff | null> {
  const found = await findStaffBySession(ctx.db, hashToken(token), ctx.clock.now())
  return found && runsProgram(found, ctx) ? describe(found, found.expiresAt) : null
}

export async function signOutStaff(ctx: Context, token: string): Promise<void> {
  await deleteStaffSession(ctx.db, hashToken(token))
}

function runsProgram({ partnerIds }: Pick<StaffRow, 'partnerIds'>, { partner }: Context): boolean {
  return partnerIds === null || partnerIds.includes(partner.slug)
}

function describe({ email, name, partnerIds }: Omit<StaffRow, 'passwordHash'>, expiresAt: Date): Staff {
  return { email, name, partners: partnerIds, expiresAt: expiresAt.toISOString() }
}
