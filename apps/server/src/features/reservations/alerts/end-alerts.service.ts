import { minutes } from '@dineward/core/shared/clock.ts'
import type { MemberContext } from '../../../context.ts'
import { deleteAlertsAround } from './table-alerts.repository.ts'

/** The member has a table there around that time. In the transaction that books it. */
export async function endAlerts(
  ctx: MemberContext,
  { merchantId, startsAt }: { readonly merchantId: string; readonly startsAt: Date },
): Promise<void> {
  const near = minutes(60 * ctx.partner.settings.reservations.overlapHours)
  await deleteAlertsAround(ctx.db, {
    partnerId: ctx.partner.slug,
    memberId: ctx.actor.id,
    merchantId,
    from: new Date(startsAt.getTime() - near),
    to: new Date(startsAt.getTime() + near),
  })
}
