import type { Actor } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import type { RewardServices } from '../rewards/load/resolve-events.service.ts'
import { recordAudit } from '../staff/audit.service.ts'
import type { CardEvent } from './card-events.tables.ts'
import {
  countEvents,
  type EventQuery,
  findEvent,
  requeueEvents,
  selectEvents,
  selectRetryable,
} from './inbox.repository.ts'

export type { CardEvent }

const retriedAtOnce = 1_000

type RetryContext = Pick<RewardServices, 'db' | 'clock'> & {
  readonly actor: Actor
  /** Null shows events of no known program too. */
  readonly partnerIds: readonly string[] | null
}

/** The newest come first. */
export function listEvents(
  db: Db,
  query: EventQuery & { readonly after?: number | undefined; readonly limit: number },
): Promise<CardEvent[]> {
  return selectEvents(db, query)
}

export function findInboxEvent(db: Db, id: number): Promise<CardEvent | undefined> {
  return findEvent(db, id)
}

/** Those that need a person. */
export function countEventKinds(db: Db, query: Pick<EventQuery, 'partnerIds'>) {
  return countEvents(db, query)
}

/** Parked and refused ones are received again, for the inbox to process. @returns how many. */
export async function requeueByStaff(
  ctx: RetryContext,
  { ids, reason }: { ids: readonly number[]; reason: string },
): Promise<number> {
  if (ids.length === 0) return 0
  return ctx.db.transaction().execute(async trx => {
    const requeued = await requeueEvents(trx, { ids, partnerIds: ctx.partnerIds })
    for (const { id, partnerId } of requeued)
      await recordAudit(
        { ...ctx, db: trx },
        { action: 'event.retry', subject: `card event ${id}`, partnerId, reason },
      )
    return requeued.length
  })
}

/** The oldest events of the kind are requeued. @returns how many. */
export async function requeueKindByStaff(
  ctx: RetryContext,
  { status, reasonCode, reason }: Pick<CardEvent, 'status' | 'reasonCode'> & { reason: string },
): Promise<number> {
  const ids = await selectRetryable(ctx.db, { status, reasonCode, partnerIds: ctx.partnerIds }, retriedAtOnce)
  return requeueByStaff(ctx, { ids, reason })
}
