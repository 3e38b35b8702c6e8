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
import { forgetRecoveryCodes } from '../identity/passwords/recovery.service.ts'
import { endAllSessions } from '../identity/sessions/sessions.service.ts'
import { newToken } from '../identity/sessions/tokens.service.ts'
import { suppressionOf } from '../mail/suppressions.service.ts'
import { queueWelcomeMail } from '../mail/welcome.mail.ts'
import {
  changeMemberEmail,
  findMailAddress,
  isConfirmedEmail,
  lockMember,
} from '../members/members.service.ts'
import { versionOf } from '../partner/value-version.rules.ts'
import { takeOverGuestTables } from '../reservations/guests/take-over.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { queueEmailCodeMail, queueEmailInUseMail } from './credentials.mail.ts'
import {
  type EmailChange,
  findEmailChange,
  findReminder,
  upsertReminder,
  useCode,
} from './credentials.repository.ts'
import { offerEmailRestore } from './email-restore.service.ts'

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
  await mailEmailCode(ctx, { memberId: actor.id, email, isSame, origin })
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

/** What a change of the address was made from. */
export const emailVersion = (email: string, change: EmailChange | null): string =>
  versionOf([email, change?.email, change?.expiresAt.toISOString()])

/** @throws `changed_meanwhile` */
async function assertEmailVersion(ctx: Context, memberId: string, version: string): Promise<void> {
  await lockMember(ctx, memberId)
  const { email } = await findMailAddress(ctx, memberId)
  const change = await findEmailChange(ctx.db, { partnerId: ctx.partner.slug, memberId })
  if (emailVersion(email, change) !== version) throw new AppError('changed_meanwhile')
}

/**
 * For a member who asks support, which has proved who it is: the code proves the address.
 * @throws `rate_limited`, `not_found`, `changed_meanwhile`
 */
export function requestEmailChangeFor(
  ctx: Context,
  input: { memberId: string; email: string; version: string; origin: string; reason: string },
): Promise<void> {
  assertHasPasswords(ctx)
  return mailEmailCode(ctx, { ...input, isSame: false })
}

async function mailEmailCode(
  ctx: Context,
  input: {
    readonly memberId: string
    readonly email: string
    readonly isSame: boolean
    readonly origin: string
    /** Support gives a reason. */
    readonly version?: string
    readonly reason?: string
  },
): Promise<void> {
  const { memberId, email, isSame, origin, version, reason } = input
  const isFree = isSame || !(await isConfirmedEmail(ctx, email))
  const { code, codeHash, expiresAt, limit } = newMailedCode(ctx, memberId)
  const partnerId = ctx.partner.slug
  const change = { partnerId, memberId, email, codeHash: isFree ? codeHash : null, expiresAt }
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    if (version !== undefined) await assertEmailVersion(inTransaction, memberId, version)
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
    if (reason !== undefined)
      await recordMemberAudit(inTransaction, {
        action: 'credentials.email_change_requested',
        memberId,
        reason,
      })
  })
}

/** Ends every other session. @throws `email_code_invalid`, `not_found` */
export function confirmEmailChange(
  ctx: MemberContext,
  { code, sessionId, origin }: { code: string; sessionId: string; origin: string },
): Promise<void> {
  return applyEmailChange(ctx, { memberId: ctx.actor.id, code, except: sessionId, origin })
}

/**
 * With the code that the member read to support. Ends every session.
 * @throws as `confirmEmailChange`; `changed_meanwhile` where a code to another address replaced it
 */
export async function confirmEmailChangeFor(
  ctx: Context,
  input: { memberId: string; email: string; code: string; origin: string; reason: string },
): Promise<void> {
  const { memberId, email } = input
  const change = await findEmailChange(ctx.db, { partnerId: ctx.partner.slug, memberId })
  if (change && change.email !== email) throw new AppError('changed_meanwhile')
  await applyEmailChange(ctx, input)
}

async function applyEmailChange(
  ctx: Context,
  input: { memberId: string; code: string; except?: string; origin: string; reason?: string },
): Promise<void> {
  assertHasPasswords(ctx)
  const { memberId, code, origin, except, reason } = input
  const codeHash = await checkMailedCode(ctx, 'credentialChanges', { memberId, code })
  if (codeHash === null) throw new AppError('email_code_invalid')
  await ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const email = await useCode(trx, { partnerId: ctx.partner.slug, memberId, codeHash })
    const before = await findMailAddress(inTransaction, memberId)
    const takenFrom = email && (await changeMemberEmail(inTransaction, memberId, email))
    if (!takenFrom) throw new AppError('email_code_invalid')
    await recordMemberAudit(inTransaction, {
      action: 'credentials.email_changed',
      memberId,
      ...(reason === undefined ? {} : { reason }),
    })
    for (const other of takenFrom)
      await recordMemberAudit(inTransaction, { action: 'credentials.email_removed', memberId: other })
    await forgetRecoveryCodes(inTransaction, memberId)
    await endAllSessions(inTransaction, memberId, except === undefined ? {} : { except })
    await offerEmailRestore(inTransaction, { before, origin })
    await takeOverGuestTables(inTransaction, memberId)
    const member = await findMailAddress(inTransaction, memberId)
    if (!before.emailConfirmedAt) await queueWelcomeMail(inTransaction, { member, origin })
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
