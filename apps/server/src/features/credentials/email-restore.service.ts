import { days } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { Context } from '../../context.ts'
import { deleteCode } from '../../db/mailed-codes.ts'
import { forgetRecoveryCodes, requestRecovery } from '../identity/passwords/recovery.service.ts'
import { endAllSessions } from '../identity/sessions/sessions.service.ts'
import { hashToken, newToken } from '../identity/sessions/tokens.service.ts'
import { unlinkProvidersSince } from '../identity/sign-in-providers/linked-providers.service.ts'
import { changeMemberEmail, removePassword } from '../members/members.service.ts'
import { endPasskeyChallenges } from '../passkeys/passkey-challenges.service.ts'
import { removePasskeysSince } from '../passkeys/passkeys.service.ts'
import { recordMemberAudit } from '../staff/audit.service.ts'
import { queueEmailChangedMail } from './credentials.mail.ts'
import { findRestoreLink, insertRestoreLink, useRestoreLink } from './email-restore.repository.ts'

const linkDays = 7

/** Tell the address before, with a link that takes the change back. In the transaction of the change. */
export async function offerEmailRestore(
  ctx: Context,
  {
    before,
    origin,
    isBySupport,
  }: {
    before: Parameters<typeof queueEmailChangedMail>[1]['before']
    origin: string
    isBySupport: boolean
  },
): Promise<void> {
  if (!before.emailConfirmedAt) return
  const token = newToken()
  const tokenHash = hashToken(token)
  const changedAt = ctx.clock.now()
  const expiresAt = new Date(changedAt.getTime() + days(linkDays))
  await insertRestoreLink(ctx.db, {
    partnerId: ctx.partner.slug,
    memberId: before.id,
    email: before.email,
    tokenHash,
    changedAt,
    expiresAt,
  })
  const url = `${origin}/restore_email?token=${token}`
  await queueEmailChangedMail(ctx, { before, url, days: linkDays, expiresAt, id: tokenHash, isBySupport })
}

/**
 * The person who changed the address knew the password: it ends with every session, every passkey and every
 * provider added since, and a code
 * for a new one is mailed to the restored address. @throws `restore_link_invalid`
 */
export async function restoreEmail(
  ctx: Context,
  { token, origin }: { token: string; origin: string },
): Promise<{ memberId: string }> {
  const key = { partnerId: ctx.partner.slug, tokenHash: hashToken(token), now: ctx.clock.now() }
  return ctx.db.transaction().execute(async trx => {
    const inTransaction = { ...ctx, db: trx }
    const link = await findRestoreLink(trx, key)
    const isUsed = link && (await useRestoreLink(trx, link))
    const takenFrom = isUsed && (await changeMemberEmail(inTransaction, link.memberId, link.email))
    if (!takenFrom) throw new AppError('restore_link_invalid')
    const { memberId, email } = link
    await recordMemberAudit(inTransaction, { action: 'credentials.email_restored', memberId })
    for (const other of takenFrom)
      await recordMemberAudit(inTransaction, { action: 'credentials.email_removed', memberId: other })
    await removePassword(inTransaction, memberId)
    await removePasskeysSince(inTransaction, { memberId, since: link.changedAt })
    await unlinkProvidersSince(inTransaction, { memberId, since: link.changedAt })
    await endPasskeyChallenges(inTransaction, memberId)
    await endAllSessions(inTransaction, memberId)
    await deleteCode(trx, 'credentialChanges', { partnerId: key.partnerId, memberId })
    await forgetRecoveryCodes(inTransaction, memberId)
    await requestRecovery(inTransaction, { userName: email, origin })
    return { memberId }
  })
}
