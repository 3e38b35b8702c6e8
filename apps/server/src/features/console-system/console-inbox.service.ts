import type { inboxStatuses, ListedEvent } from '@dineward/core/console-system/inbox.contract.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext } from '../../context.ts'
import { processInbox } from '../card-events/inbox.service.ts'
import {
  type CardEvent,
  countEventKinds,
  findInboxEvent,
  listEvents,
  requeueByStaff,
  requeueKindByStaff,
} from '../card-events/inbox-view.service.ts'
import { withoutAddresses } from './redact.rules.ts'
import { visiblePartners } from './visible-partners.service.ts'

const pageSize = 200

interface InboxFilters {
  readonly partner?: string | undefined
  readonly status?: (typeof inboxStatuses)[number] | undefined
  readonly reasonCode?: string | undefined
  readonly transactionId?: string | undefined
  readonly after?: number | undefined
}

export async function listInbox(
  ctx: ConsoleContext,
  { partner, status = undefined, ...filters }: InboxFilters,
) {
  const rows = await listEvents(ctx.db, {
    ...filters,
    partnerIds: visiblePartners(ctx, partner),
    status: status ?? null,
    limit: pageSize,
  })
  return { items: rows.map(describe), next: rows.length === pageSize ? rows.at(-1)!.id : null }
}

export async function listInboxKinds(ctx: ConsoleContext, { partner }: Pick<InboxFilters, 'partner'>) {
  const kinds = await countEventKinds(ctx.db, { partnerIds: visiblePartners(ctx, partner) })
  return { items: kinds.map(kind => ({ ...kind, oldestAt: kind.oldestAt.toISOString() })) }
}

/** Processed before the answer. @throws `not_found` also of one that needs no one. */
export async function retryOne(
  ctx: ConsoleContext,
  { id, reason }: { id: number; reason: string },
): Promise<ListedEvent> {
  const partnerIds = visiblePartners(ctx, undefined)
  if ((await requeueByStaff({ ...ctx, partnerIds }, { ids: [id], reason })) === 0)
    throw new AppError('not_found')
  await processInbox(ctx)
  const event = await findInboxEvent(ctx.db, id)
  if (!event) throw new AppError('not_found')
  return describe(event)
}

/** A worker processes them. */
export async function retryKind(
  ctx: ConsoleContext,
  input: {
    partner?: string | undefined
    status: 'parked' | 'refused'
    reasonCode: string | null
    reason: string
  },
): Promise<number> {
  const { partner, ...kind } = input
  return requeueKindByStaff({ ...ctx, partnerIds: visiblePartners(ctx, partner) }, kind)
}

function describe(event: CardEvent): ListedEvent {
  const { id, provider, transactionId, partnerId, status, reasonCode, attempts, lastError } = event
  return {
    id,
    provider,
    event: event.event,
    transactionId,
    status,
    reasonCode,
    attempts,
    partner: partnerId,
    lastError: lastError && withoutAddresses(lastError),
    receivedAt: event.receivedAt.toISOString(),
    retryAt: event.retryAt?.toISOString() ?? null,
  }
}
