import { happenedAt } from '@dineward/core/tracking/event-time.rules.ts'
import type { TrackingEvent } from '@dineward/core/tracking/tracking.contract.ts'
import { type Context, memberOf } from '../../context.ts'
import { insertEvents } from './tracking.repository.ts'

/** The session decides the member, not the page. @returns how many were stored: all. */
export async function recordEvents(ctx: Context, events: readonly TrackingEvent[]): Promise<number> {
  const receivedAt = ctx.clock.now()
  await insertEvents(
    ctx.db,
    events.map(
      ({ event, channel, dateTime, userAgent, merchantId = null, path, list, position, interfaceType }) => ({
        partnerId: ctx.partner.slug,
        memberId: memberOf(ctx)?.id ?? null,
        event,
        channel,
        merchantId,
        userAgent,
        happenedAt: happenedAt(dateTime, receivedAt),
        receivedAt,
        properties: JSON.stringify({ path, list, position, interfaceType }),
      }),
    ),
  )
  return events.length
}
