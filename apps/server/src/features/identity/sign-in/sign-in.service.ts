import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../../context.ts'
import { findMailAddress, renewPasswordHash } from '../../members/members.service.ts'
import { findCredentials, lockPassword } from '../identity-members.read.ts'
import { isPassword, renewedHash } from '../passwords/passwords.service.ts'
import {
  type Browser,
  findUsualTimeZone,
  type OpenedSession,
  openSession,
  sessionId,
} from '../sessions/sessions.service.ts'
import { countDeviceFailure, isDeviceOf } from './devices.service.ts'
import { queueNewDeviceMail } from './new-device.mail.ts'
import { clearSignInFailures, findSignInLock, signInFailure, unknownUserKey } from './sign-in-lock.service.ts'

export interface SignInInput {
  /** This is an email or member number. */
  readonly userName: string
  readonly password: string
  readonly remember: boolean
  readonly browser: Browser
  /** Of the partner's site, for mailed links. */
  readonly origin: string
  /** Runs in the transaction of a sign-in that succeeds. */
  readonly also?: (ctx: Context, memberId: string) => Promise<void>
}

/**
 * @throws `not_found` where the partner has its own sign-in, `invalid_credentials`, `account_locked`, `unavailable`.
 */
export async function signIn(
  ctx: Context,
  input: SignInInput,
): Promise<{ memberId: string; session: OpenedSession }> {
  if (!canSelfEnroll(ctx.partner)) throw new AppError('not_found')
  const { id: memberId, passwordHash } = await checkCredentials(ctx, input)
  const renewed = await renewedHash(input.password, passwordHash)
  if (renewed) await renewPasswordHash(ctx, memberId, { from: passwordHash, to: renewed })
  const compared = { partnerId: ctx.partner.slug, memberId, passwordHash: renewed ?? passwordHash }
  const signedIn = await ctx.db.transaction().execute(async trx => {
    if (!(await lockPassword(trx, compared))) return null
    await input.also?.({ ...ctx, db: trx }, memberId)
    return completeSignIn({ ...ctx, db: trx }, { ...input, memberId })
  })
  // Changed since it was compared: the change has ended all sessions, and would not have seen this one.
  return signedIn ?? signIn(ctx, input)
}

/** However the member has proved who they are; in the caller's transaction. On a device that is new to them, they are told. */
export async function completeSignIn(
  ctx: Context,
  input: { memberId: string; remember: boolean; browser: Browser; origin: string },
): Promise<{ memberId: string; session: OpenedSession }> {
  const { memberId, browser, origin } = input
  const session = await openSession(ctx, input)
  if (session.isNewDevice) {
    const member = await findMailAddress(ctx, memberId)
    const { traits } = browser
    const id = sessionId(session.token)
    const usualTimeZone = await findUsualTimeZone(ctx, memberId, id)
    await queueNewDeviceMail(ctx, { member, traits, usualTimeZone, origin, sessionId: id })
  }
  return { memberId, session }
}

/**
 * Five wrong passwords in 15 minutes lock an account for 30 (shell §4 Account lock). Known devices pass; unknown names
 * lock too.
 */
async function checkCredentials(
  ctx: Context,
  { userName, password, browser }: SignInInput,
): Promise<{ id: string; passwordHash: string }> {
  const { partner } = ctx
  const found = await findCredentials(ctx.db, partner.slug, userName)
  const isRight = await isPassword(password, found?.passwordHash ?? null)
  const account = {
    partnerId: partner.slug,
    account: found?.id ?? unknownUserKey(userName),
    rules: partner.settings.signInLock,
    concern: found ? { memberId: found.id } : { tried: unknownUserKey(userName) },
  }
  const lockedUntil = await findSignInLock(ctx, account)
  if (lockedUntil) {
    if (!found?.passwordHash || !(await canPassLock(ctx, found.id, browser.deviceToken, isRight)))
      throw new AppError('account_locked', { lockedUntil, concern: account.concern })
  } else if (!found?.passwordHash || !isRight) {
    throw await signInFailure(ctx, account)
  } else {
    await clearSignInFailures(ctx, account)
  }
  return { id: found.id, passwordHash: found.passwordHash }
}

/** Of the account that is named: a device of another member does not count. */
export async function isKnownDeviceOf(
  ctx: Context,
  userName: string,
  deviceToken: string | null,
): Promise<boolean> {
  if (!deviceToken) return false
  const found = await findCredentials(ctx.db, ctx.partner.slug, userName)
  return found !== null && isDeviceOf(ctx, found.id, deviceToken)
}

async function canPassLock(
  ctx: Context,
  memberId: string,
  deviceToken: string | null,
  isRight: boolean,
): Promise<boolean> {
  if (!deviceToken) return false
  if (isRight) return isDeviceOf(ctx, memberId, deviceToken)
  await countDeviceFailure(ctx, memberId, deviceToken)
  return false
}
