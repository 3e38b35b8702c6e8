import type { EventType } from '@dineward/core/events/event-types.ts'
import { type RecordingContext, recordEvents } from '../events/record-events.service.ts'
import { selectForfeitDines, updateStatus } from './write/dines.repository.ts'

/* For callers that have locked the members: an event decides its dines again at the same time. */

type Change = Parameters<typeof updateStatus>

/** Wait for the partner. Those that are Paid stay so; ids of other things are ignored. */
export function markDinesDeferred(ctx: RecordingContext, dineIds: readonly string[]): Promise<void> {
  const updatedAt = ctx.clock.now()
  return change(ctx, dineIds, ['Awarded'], { status: 'Deferred', updatedAt }, 'dine.changed')
}

/** Those that are Paid keep their time. */
export function markDinesPaid(ctx: RecordingContext, dineIds: readonly string[]): Promise<void> {
  const now = ctx.clock.now()
  const paid = { status: 'Paid', paidAt: now, updatedAt: now } as const
  return change(ctx, dineIds, ['Awarded', 'Deferred'], paid, 'dine.paid')
}

/** Of a payout that came back. */
export function markDinesUnpaid(ctx: RecordingContext, dineIds: readonly string[]): Promise<void> {
  const unpaid = { status: 'Awarded', paidAt: null, updatedAt: ctx.clock.now() } as const
  return change(ctx, dineIds, ['Paid'], unpaid, 'dine.changed')
}

async function change(
  ctx: RecordingContext,
  dineIds: readonly string[],
  from: Change[2],
  changes: Change[3],
  type: EventType,
): Promise<void> {
  const changed = await updateStatus(ctx.db, { partnerId: ctx.partner.slug, dineIds }, from, changes)
  recordEvents(
    ctx,
    changed.map(({ id, memberId }) => ({ type, id, memberId })),
  )
  await tellOfForfeitDines(ctx, dineIds)
}

/** A dine that earned beside its base alone stays Forfeit: it is shown as what became of the rest. */
export async function tellOfForfeitDines(ctx: RecordingContext, dineIds: readonly string[]): Promise<void> {
  const found = await selectForfeitDines(ctx.db, ctx.partner.slug, dineIds)
  recordEvents(
    ctx,
    found.map(({ id, memberId }) => ({ type: 'dine.changed', id, memberId })),
  )
}
