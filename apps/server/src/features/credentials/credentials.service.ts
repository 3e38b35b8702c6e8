import { isOpenMember } from '@dineward/core/members/member-questions.ts'
import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import { copyText } from '@dineward/core/partner/copy.ts'
import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import { canSelfEnroll } from '@dineward/core/partner/partner-questions.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context, MemberContext } from '../../context.ts'
import { replaceCode } from '../../db/mailed-codes.ts'
import { checkMailedCode, codeMinutes, newMailedCode } from '../identity/passwords/mailed-codes.service.ts'
import { assertOwnPassword, hasPassword } from '../identity/passwords/own-password.service.ts'
import { reauthenticate } from '../identity/passwords/reauthentication.service.ts'
import { newToken } from '../identity/sessions/tokens.service.ts'
import { suppressionOf } from '../mail/suppressions.service.ts'
import { isConfirmedEmail } from '../members/members.service.ts'
import { queueEmailCodeMail, queueEmailInUseMail } from './credentials.mail.ts'
import { findReminder, upsertReminder, useCode } from './credentials.repository.ts'
import { applyEmailChange } from './email-change.service.ts'

const postponeDays = 7

const keyOf = ({ partner, actor }: MemberContext) => ({ partnerId: partner.slug, memberId: actor.id })

export async function describeCredentials(ctx: MemberContext) {
  const { email } = ctx.actor
  const problem = await findProblem(ctx)
  return { email, problem, isDue: problem !== null && !(await isPostponed(ctx)) }
}

/** An address that several accounts had became one's; it is missing from the others. */
async function findProblem(ctx: MemberContext): Promise<'bounced' | 'missing' | null> {
  const { partner, actor } = ctx
  if (!canSelfEnroll(partner) || !isOpenMember(actor)) return null
  if (actor.email === '') return 'missing'
  const address = { partnerId: partner.slug, email: actor.email, isSubscribed: false }
  return (await suppressionOf(ctx.db, address)) === null ? null : 'bounced'
}

async function isPostponed(ctx: MemberContext): Promise<boolean> {
  const until = await findReminder(ctx.db, keyOf(ctx))
  return until !== null && until > ctx.clock.now()
}

/** @throws `not_found` where the partner keeps the addresses. */
export async function postponeCredentials(ctx: MemberContext): Promise<{ postponedUntil: string }> {
  assertHasPasswords(ctx)
  const postponedUntil = new Date(ctx.clock.now().getTime() + days(postponeDays))
  await upsertReminder(ctx.db, { ...keyOf(ctx), postponedUntil })
  return { postponedUntil: postponedUntil.toISOString() }
}

/**
 * The answer is the same for an address in use, whose owner gets a mail instead of a code.
 * @throws `validation_failed`, `account_locked`, `reauthentication_required`, `rate_limited`, `not_found`, `unavailable`
 */
export async function requestEmailChange(
  ctx: MemberContext,
  {
    email,
    origin,
    ...proof
  }: { email: string; password: string | undefined; sessionToken: string | null; origin: string },
): Promise<void> {
  assertHasPasswords(ctx)
  const { actor } = ctx
  const isSame = normalizeSignInName(email) === actor.signInName
  if (isSame && (actor.emailConfirmedAt || (await findProblem(ctx)) === 'bounced'))
    throw fieldProblem(ctx, 'email', 'fixCredentials.sameEmail')
  await proveOwner(ctx, proof)
  await mailEmailCode(ctx, { email, isSame, origin })
}

/** A member without a password proves it by a recent sign-in. */
async function proveOwner(
  ctx: MemberContext,
  { password, sessionToken }: { password: string | undefined; sessionToken: string | null },
): Promise<void> {
  if (password === undefined && !(await hasPassword(ctx)))
    return reauthenticate(ctx, { password, sessionToken })
  if (password === undefined) throw fieldProblem(ctx, 'password', 'fixCredentials.wrongPassword')
  await assertOwnPassword(ctx, password).catch(error => {
    const isWrong = error instanceof AppError && error.code === 'invalid_credentials'
    if (!isWrong) throw error
    const { fieldErrors } = fieldProblem(ctx, 'password', 'fixCredentials.wrongPassword')
    throw new AppError('validation_failed', {
      fieldErrors,
      concern: { ...error.concern, reason: 'password_wrong' },
    })
  })
}

async function mailEmailCode(
  ctx: MemberContext,
  { email, isSame, origin }: { email: string; isSame: boolean; origin: string },
): Promise<void> {
  const { partnerId, memberId } = keyOf(ctx)
  const isFree = isSame || !(await isConfirmedEmail(ctx, email))
  const { code, codeHash, expiresAt, limit } = newMailedCode(ctx, memberId)
  const change = {
    partnerId,
    memberId,
    email,
    codeHash: isFree ? codeHash : null,
    tokenHash: null,
    expiresAt,
  }
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    if (!(await replaceCode(trx, 'credentialChanges', change, limit))) throw new AppError('rate_limited')
    const id = newToken()
    if (isFree)
      await queueEmailCodeMail(inTransaction, {
        memberId,
        email,
        code,
        minutes: codeMinutes,
        expiresAt,
        id,
      })
    else await queueEmailInUseMail(inTransaction, { email, origin, id })
  })
}

/** Ends every other session. @throws `email_code_invalid`, `not_found` */
export async function confirmEmailChange(
  ctx: MemberContext,
  { code, sessionId, origin }: { code: string; sessionId: string; origin: string },
): Promise<void> {
  assertHasPasswords(ctx)
  const key = keyOf(ctx)
  const codeHash = await checkMailedCode(ctx, 'credentialChanges', { memberId: key.memberId, code })
  if (codeHash === null) throw new AppError('email_code_invalid')
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const email = await useCode(trx, { ...key, codeHash })
    const change = { memberId: key.memberId, email, origin, except: sessionId }
    if (!(await applyEmailChange(inTransaction, change))) throw new AppError('email_code_invalid')
  })
}

function fieldProblem({ partner }: MemberContext, field: string, key: BrowserCopyKey): AppError {
  return new AppError('validation_failed', {
    fieldErrors: [{ field, message: copyText(partner.copy, key, {}) }],
  })
}

function assertHasPasswords({ partner }: Context): void {
  if (!canSelfEnroll(partner)) throw new AppError('not_found')
}
