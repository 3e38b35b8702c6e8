import { isRecoveryName } from '@dineward/core/members/sign-in-name.rules.ts'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../../context.ts'
import { deleteCode, replaceCode } from '../../../db/mailed-codes.ts'
import { fieldError } from '../../members/enrollment.service.ts'
import { changePassword, findMailAddress } from '../../members/members.service.ts'
import { endPasskeyChallenges } from '../../passkeys/passkey-challenges.service.ts'
import { assertNewPassword } from '../../passwords/new-password.service.ts'
import { recordMemberAudit } from '../../staff/audit.service.ts'
import { findCredentials } from '../identity-members.read.ts'
import { sendEmailConfirmation } from '../joining/email-confirmation.service.ts'
import { endAllSessions } from '../sessions/sessions.service.ts'
import { hashToken, newToken } from '../sessions/tokens.service.ts'
import { liftSignInLock } from '../sign-in/sign-in-lock.service.ts'
import { checkMailedCode, codeMinutes, newMailedCode } from './mailed-codes.service.ts'
import { hashPassword } from './passwords.service.ts'
import { queuePasswordChangedMail, queueRecoveryMail } from './recovery.mail.ts'
import {
  exchangeRecoveryCode,
  findRecoveringMember,
  insertRecoveryRequest,
  takeRecoveryRequest,
  useRecoveryToken,
} from './recovery.repository.ts'

const isCode = (text: string): boolean => /^\d{6}$/.test(text)

/**
 * Members and strangers take one insert, so the answer's time discloses nothing. @throws `not_found`,
 * `validation_failed`
 */
export async function requestRecovery(
  ctx: Context,
  { userName, origin }: { userName: string; origin: string },
): Promise<void> {
  assertHasPasswords(ctx)
  assertRecoveryName(ctx, userName)
  await insertRecoveryRequest(ctx.db, {
    partnerId: ctx.partner.slug,
    userName,
    origin,
    requestedAt: ctx.clock.now(),
  })
}

/** Requests of all partners are processed. @returns how many codes were mailed. */
export async function processRecoveryRequests(
  ctx: Omit<Context, 'partner'>,
  partners: { bySlug(slug: string): Partner | null },
): Promise<number> {
  for (let mailed = 0; ; ) {
    const outcome = await ctx.db.transaction().execute(async trx => {
      const request = await takeRecoveryRequest(trx)
      if (!request) return 'done'
      const partner = partners.bySlug(request.partnerId)
      if (!partner) return 'unknown'
      return issueCode({ ...ctx, partner, db: trx }, request)
    })
    if (outcome === 'done') return mailed
    if (outcome === 'mailed') mailed += 1
  }
}

async function issueCode(
  ctx: Context,
  request: { userName: string; origin: string },
): Promise<'mailed' | 'unknown' | 'limited'> {
  const found = await findCredentials(ctx.db, ctx.partner.slug, request.userName)
  if (!found) return 'unknown'
  const member = await findMailAddress(ctx, found.id)
  if (!member.emailConfirmedAt) {
    const { origin } = request
    return (await sendEmailConfirmation(ctx, { member, origin })) ? 'mailed' : 'limited'
  }
  const { code, codeHash, expiresAt, limit } = newMailedCode(ctx, found.id)
  const link = newToken()
  const hashes = { codeHash, linkHash: hashToken(link), tokenHash: null }
  const row = { partnerId: ctx.partner.slug, memberId: found.id, ...hashes, expiresAt }
  if (!(await replaceCode(ctx.db, 'recoveryCodes', row, limit))) return 'limited'
  const url = `${request.origin}/recover/confirm?code=${link}`
  await queueRecoveryMail(ctx, {
    member,
    code,
    url,
    minutes: codeMinutes,
    expiresAt,
    id: hashToken(link),
  })
  return 'mailed'
}

/** @throws `recovery_code_invalid`, `not_found` */
export async function confirmRecovery(
  ctx: Context,
  { userName, code }: { userName: string | undefined; code: string },
): Promise<{ recoveryToken: string }> {
  assertHasPasswords(ctx)
  const recoveryToken = newToken()
  const by = isCode(code) ? await checkCode(ctx, userName ?? '', code) : { linkHash: hashToken(code) }
  const key = { partnerId: ctx.partner.slug, now: ctx.clock.now() }
  if (!by || !(await exchangeRecoveryCode(ctx.db, { ...key, by, tokenHash: hashToken(recoveryToken) })))
    throw new AppError('recovery_code_invalid')
  return { recoveryToken }
}

async function checkCode(ctx: Context, userName: string, code: string): Promise<{ codeHash: string } | null> {
  const found = await findCredentials(ctx.db, ctx.partner.slug, userName)
  // The same statement for a name that is unknown.
  const codeHash = await checkMailedCode(ctx, 'recoveryCodes', { memberId: found?.id ?? '', code })
  return codeHash === null ? null : { codeHash }
}

/**
 * Lifts the lock and ends every session: whoever knew the old password is out.
 * @throws `recovery_code_invalid`, `validation_failed`, `unavailable`, `not_found`
 */
export async function setRecoveredPassword(
  ctx: Context,
  input: { recoveryToken: string; password: string; passwordConfirm: string; origin: string },
): Promise<{ memberId: string }> {
  assertHasPasswords(ctx)
  const partnerId = ctx.partner.slug
  const tokenHash = hashToken(input.recoveryToken)
  const memberId = await findRecoveringMember(ctx.db, { partnerId, now: ctx.clock.now(), tokenHash })
  if (!memberId) throw new AppError('recovery_code_invalid')
  const member = await findMailAddress(ctx, memberId)
  await assertNewPassword(ctx, { ...member, ...input })
  const passwordHash = await hashPassword(input.password)
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    if (!(await useRecoveryToken(trx, partnerId, tokenHash))) throw new AppError('recovery_code_invalid')
    await changePassword(inTransaction, memberId, passwordHash)
    await endAllSessions(inTransaction, memberId)
    await endPasskeyChallenges(inTransaction, memberId)
    await recordMemberAudit(inTransaction, {
      action: 'credentials.password_changed',
      memberId,
      reason: 'recovery',
    })
    await liftSignInLock(inTransaction, memberId)
    await queuePasswordChangedMail(inTransaction, { member, origin: input.origin, id: tokenHash })
  })
  return { memberId }
}

/** When the address changes that codes were mailed to. */
export async function forgetRecoveryCodes(ctx: Context, memberId: string): Promise<void> {
  await deleteCode(ctx.db, 'recoveryCodes', { partnerId: ctx.partner.slug, memberId })
}

function assertHasPasswords({ partner }: Context): void {
  if (!canSelfEnroll(partner)) throw new AppError('not_found')
}

/** It reads only the form of the text, so that the answer does not say who is a member. */
function assertRecoveryName({ partner }: Context, userName: string): void {
  if (isRecoveryName(partner, userName)) return
  const problem = { field: 'userName', copy: 'validation.recovery' } as const
  throw new AppError('validation_failed', { fieldErrors: [fieldError(partner, problem)] })
}
