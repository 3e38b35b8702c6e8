import { sessionLinkPath, sessionLinkSeconds } from '@dineward/core/identity/session-links.rules.ts'
import { isClosed } from '@dineward/core/members/member-questions.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ApiContext, Context } from '../../../context.ts'
import { samePath } from '../../../http/sessions/browser-redirects.ts'
import { lockMember } from '../../members/members.service.ts'
import { recordMemberAudit } from '../../staff/audit.service.ts'
import { insertSessionLink, useSessionLink } from './sessions.repository.ts'
import { type Browser, type OpenedSession, openSession } from './sessions.service.ts'
import { hashToken, newToken } from './tokens.service.ts'

/** In the transaction of the call. The token is in this answer only. @throws `validation_failed` */
export async function createSessionLink(
  ctx: ApiContext,
  { memberId, returnTo, origin }: { memberId: string; returnTo: string; origin: string },
): Promise<{ url: string; expiresAt: string }> {
  if (samePath(returnTo, '') !== returnTo) {
    const message = 'It is a path of the site, such as /account.'
    throw new AppError('validation_failed', { fieldErrors: [{ field: 'returnTo', message }] })
  }
  const token = newToken()
  const expiresAt = new Date(ctx.clock.now().getTime() + sessionLinkSeconds * 1_000)
  const link = { partnerId: ctx.partner.slug, tokenHash: hashToken(token), memberId, returnTo, expiresAt }
  await insertSessionLink(ctx.db, link)
  await recordMemberAudit(ctx, { action: 'credentials.session_link_made', memberId, after: { returnTo } })
  return { url: `${origin}${sessionLinkPath}?token=${token}`, expiresAt: expiresAt.toISOString() }
}

/** Signs its member in, once. @returns null where it was used, is late, or its member has left */
export function openSessionLink(
  ctx: Context,
  { token, browser }: { token: string; browser: Browser },
): Promise<{ memberId: string; session: OpenedSession; returnTo: string } | null> {
  return ctx.db.transaction().execute(async db => {
    const trx = { ...ctx, db }
    const link = await useSessionLink(db, {
      partnerId: ctx.partner.slug,
      tokenHash: hashToken(token),
      now: ctx.clock.now(),
    })
    if (!link) return null
    const { memberId, returnTo } = link
    const { erasedAt, ...member } = await lockMember(trx, memberId)
    if (erasedAt || isClosed(member)) return null
    const session = await openSession(trx, { memberId, remember: false, browser })
    await recordMemberAudit(trx, { action: 'credentials.session_link_used', memberId })
    return { memberId, session, returnTo }
  })
}
