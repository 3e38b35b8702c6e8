import { happenedAt, oldestKept } from '@dineward/core/tracking/event-time.rules.ts'
import type { TrackingEvent } from '@dineward/core/tracking/tracking.contract.ts'
import { type Context, memberOf } from '../../context.ts'
import { inBatches } from '../../db/in-batches.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { deleteEventsBefore, insertEvents } from './tracking.repository.ts'

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

/** Delete events older than 400 days (docs/tracking.md). @returns how many. */
export async function deleteOldEvents(
  services: Pick<Context, 'db' | 'clock'> & { readonly partners: PartnerRegistry },
): Promise<number> {
  const before = oldestKept(services.clock.now())
  let gone = 0
  for (const { slug } of services.partners.all())
    gone += await inBatches(limit => deleteEventsBefore(services.db, { partnerId: slug, before, limit }))
  return gone
}
