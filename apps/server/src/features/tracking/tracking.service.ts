import { happenedAt, oldestKept } from '@dineward/core/tracking/event-time.rules.ts'
import type { TrackingEvent } from '@dineward/core/tracking/tracking.contract.ts'
import { type Context, memberOf } from '../../context.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { deleteEventsBefore, insertEvents } from './tracking.repository.ts'

/**
 * Keeps what a page measured, for the partner whose page it was. Whose events they are is who is signed in; what a page
 * says about that is not believed. Answers how many were kept: all.
 */
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

/** Once an hour: what is older than 400 days goes (docs/tracking.md). Answers how many went. */
export async function forgetOldEvents(
  services: Pick<Context, 'db' | 'clock'> & { readonly partners: PartnerRegistry },
): Promise<number> {
  const before = oldestKept(services.clock.now())
  let gone = 0
  for (const { slug } of services.partners.all()) gone += await deleteEventsBefore(services.db, slug, before)
  return gone
}
