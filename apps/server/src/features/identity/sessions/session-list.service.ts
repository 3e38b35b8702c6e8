import type { MemberSession } from '@dineward/core/identity/sessions.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { MemberContext } from '../../../context.ts'
import { endMemberNotifications, endSessionNotifications } from '../../notifications/notifications.service.ts'
import { recordMemberAudit } from '../../staff/audit.service.ts'
import { deleteMemberSessions, findMemberSessions } from './sessions.repository.ts'

export async function listSessions(
  ctx: MemberContext,
  { currentId }: { currentId: string },
): Promise<MemberSession[]> {
  const rows = await findMemberSessions(ctx.db, keyOf(ctx), ctx.clock.now())
  const items = rows.map(({ id, browser, system, language, timeZone, createdAt, lastSeenAt }) => ({
    id,
    browser,
    system,
    language,
    timeZone,
    signedInAt: createdAt.toISOString(),
    lastUsedAt: lastSeenAt.toISOString(),
    current: id === currentId,
  }))
  return items.toSorted((a, b) => Number(b.current) - Number(a.current))
}

/** @returns how many. @throws `not_found` */
export async function endOneSession(ctx: MemberContext, { id }: { id: string }): Promise<number> {
  const ended = await endAudited(ctx, { id }, trx => endSessionNotifications(trx, [id]))
  if (ended === 0) throw new AppError('not_found')
  return ended
}

/** @returns how many. */
export async function endOtherSessions(
  ctx: MemberContext,
  { currentId }: { currentId: string },
): Promise<number> {
  const except = { except: currentId }
  return endAudited(ctx, except, trx => endMemberNotifications(trx, ctx.actor.id, except))
}

async function endAudited(
  ctx: MemberContext,
  which: Parameters<typeof deleteMemberSessions>[2],
  endNotifications: (ctx: MemberContext) => Promise<void>,
): Promise<number> {
  return ctx.db.transaction().execute(async trx => {
    const ended = await deleteMemberSessions(trx, keyOf(ctx), which)
    const entry = { action: 'credentials.sessions_ended', memberId: ctx.actor.id, after: { ended } } as const
    if (ended > 0) await recordMemberAudit({ ...ctx, db: trx }, entry)
    await endNotifications({ ...ctx, db: trx })
    return ended
  })
}

const keyOf = ({ partner, actor }: MemberContext) => ({ partnerId: partner.slug, memberId: actor.id })
