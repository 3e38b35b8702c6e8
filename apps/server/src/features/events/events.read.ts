import type { EventType } from '@dineward/core/events/event-types.ts'
import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { EventRow } from './deliveries.repository.ts'

export interface EventPosition {
  readonly transactionNo: number
  readonly position: number
}

/**
 * The oldest first, of transactions below the oldest that is still open: none can commit before what was read, so that a
 * reader by position misses nothing.
 */
export function selectEventsAfter(
  db: Db,
  partnerId: string,
  {
    after,
    types,
    limit,
  }: {
    readonly after: EventPosition | null
    readonly types: readonly EventType[] | null
    readonly limit: number
  },
): Promise<EventRow[]> {
  return db
    .selectFrom('apiEvents')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('transactionNo', '<', sql<number>`ended_transactions()`)
    .$if(types !== null, query => query.where('type', 'in', types!))
    .$if(after !== null, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('transactionNo', 'position'), '>', tuple(after!.transactionNo, after!.position)),
      ),
    )
    .orderBy('transactionNo')
    .orderBy('position')
    .limit(limit)
    .execute()
}

/** The newest first, for people. */
export function selectNewestEvents(
  db: Db,
  partnerId: string,
  {
    type,
    memberId,
    after,
    limit,
  }: {
    readonly type: EventType | undefined
    readonly memberId: string | undefined
    readonly after: { readonly occurredAt: Date; readonly id: string } | null
    readonly limit: number
  },
): Promise<EventRow[]> {
  return db
    .selectFrom('apiEvents')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .$if(type !== undefined, query => query.where('type', '=', type!))
    .$if(memberId !== undefined, query => query.where('memberId', '=', memberId!))
    .$if(after !== null, query =>
      query.where(({ eb, refTuple, tuple }) =>
        eb(refTuple('occurredAt', 'id'), '<', tuple(after!.occurredAt, after!.id)),
      ),
    )
    .orderBy('occurredAt', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}
