import type { EventChange } from '@dineward/core/rewards/plan.ts'
import type { InboxEvent } from '@dineward/core/rewards/snapshot.ts'
import { type ExpressionBuilder, type Insertable, sql, type Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Tables } from '../../db/tables.ts'
import { unnested } from '../../db/unnested.ts'
import type { CardEvent, CardEventsTable } from './card-events.tables.ts'

/** Partner and member are not known until it is processed; of a claim they are. */
export type NewEvent = Pick<
  Insertable<CardEventsTable>,
  'provider' | 'event' | 'dedupeKey' | 'body' | 'receivedAt' | 'status'
> &
  Partial<
    Pick<
      CardEventsTable,
      'kind' | 'transactionId' | 'amountCents' | 'reportedCardId' | 'reasonCode' | 'partnerId'
    >
  >

/** @returns how many were new: a trigger skips those whose keys are taken. */
export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const unknown = {
    kind: null,
    transactionId: null,
    amountCents: null,
    reportedCardId: null,
    reasonCode: null,
    partnerId: null,
    linkedCardId: null,
    merchantId: null,
    sourceKey: null,
    dineId: null,
    lastError: null,
  }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('cardEvents')
    .values(events.map(event => ({ ...unknown, ...event })))
    .executeTakeFirstOrThrow()
  return Number(numInsertedOrUpdatedRows ?? 0)
}

/**
 * Lock the oldest events that are due; other workers skip them. Literals only: a statement with parameters would keep a
 * plan of when the table was empty. In the order of the partial index, which no other index has.
 */
export function claimEvents(db: Db, now: Date, limit: number): Promise<CardEvent[]> {
  return dueEvents(db, now, limit).execute()
}

export function dueEvents(db: Db, now: Date, limit: number) {
  return db
    .selectFrom('cardEvents')
    .selectAll()
    .where('status', '=', sql.lit('received'))
    .where(where =>
      where.or([
        where('retryAt', 'is', null),
        where('retryAt', '<=', sql<Date>`${sql.lit(now.toISOString())}::timestamptz`),
      ]),
    )
    .orderBy('receivedAt')
    .orderBy('id')
    .limit(sql.lit(limit))
    .forUpdate()
    .skipLocked()
}

/** Those that were decided, in any way. */
export async function updateEvents(
  db: Db,
  changes: readonly { readonly event: InboxEvent; readonly change: EventChange }[],
  now: Date,
): Promise<void> {
  if (changes.length === 0) return
  const rows = changes.map(({ event, change }) => ({
    ...event,
    ...change,
    // Null stays as it is.
    body: change.body ?? null,
    processedAt: now,
  }))
  const { columns, source } = unnested(rows, {
    id: 'bigint',
    partnerId: 'text',
    linkedCardId: 'text',
    merchantId: 'text',
    status: 'text',
    reasonCode: 'text',
    transactionId: 'text',
    sourceKey: 'text',
    dineId: 'text',
    body: 'text',
    processedAt: 'timestamptz',
  })
  // They choose the months; within them the id does.
  const times = changes.map(({ event }) => event.receivedAt.getTime())
  const [earliest, latest] = [new Date(Math.min(...times)), new Date(Math.max(...times))]
  await sql`
    update card_events event set
      partner_id = decided.partner_id, linked_card_id = decided.linked_card_id, merchant_id = decided.merchant_id,
      status = decided.status, reason_code = decided.reason_code, transaction_id = decided.transaction_id,
      source_key = decided.source_key, dine_id = decided.dine_id, body = coalesce(decided.body, event.body),
      processed_at = decided.processed_at
    from ${source} as decided (${columns})
    where event.id = decided.id and event.received_at >= ${earliest.toISOString()}::timestamptz
      and event.received_at < ${latest.toISOString()}::timestamptz + interval '1 ms'`.execute(db)
}

/** All events that report a movement. */
export async function updateEventsOfMovements(
  db: Db,
  changes: readonly {
    readonly partnerId: string
    readonly movement: { readonly transactionId: string; readonly sourceKey: string }
    readonly change: EventChange
  }[],
): Promise<void> {
  // The columns that are set differ.
  for (const { partnerId, movement, change } of changes)
    await db
      .updateTable('cardEvents')
      .set(change)
      .where('partnerId', '=', partnerId)
      .where('transactionId', '=', movement.transactionId)
      .where('sourceKey', '=', movement.sourceKey)
      .execute()
}

/** Record a failed attempt, unless another worker has finished the event. */
export async function failEvent(
  db: Db,
  id: number,
  changes: Pick<Updateable<CardEventsTable>, 'attempts' | 'retryAt' | 'lastError' | 'status' | 'reasonCode'>,
): Promise<void> {
  await db
    .updateTable('cardEvents')
    .set(changes)
    .where('id', '=', id)
    .where('status', '=', 'received')
    .execute()
}

export function listUnfinishedEvents(db: Db, limit: number): Promise<CardEvent[]> {
  return selectEvents(db, { partnerIds: null, status: null, limit })
}

export interface EventQuery {
  /** Programs whose events are listed; null: all, also those of no known program. */
  readonly partnerIds: readonly string[] | null
  /** Null lists those that need a person. */
  readonly status: CardEvent['status'] | null
  readonly reasonCode?: string | undefined
  readonly transactionId?: string | undefined
}

/** The newest come first. */
export function selectEvents(
  db: Db,
  query: EventQuery & { readonly after?: number | undefined; readonly limit: number },
): Promise<CardEvent[]> {
  const { after, limit } = query
  return matchingEvents(db, query)
    .selectAll()
    .$if(after !== undefined, rows => rows.where('id', '<', after!))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** Counts are by status and reason, and the highest comes first. */
export function countEvents(db: Db, query: Pick<EventQuery, 'partnerIds'>) {
  return matchingEvents(db, { ...query, status: null })
    .select([
      'status',
      'reasonCode',
      sql<number>`count(*)::int`.as('count'),
      sql<Date>`min(received_at)`.as('oldestAt'),
    ])
    .groupBy(['status', 'reasonCode'])
    .orderBy('count', 'desc')
    .execute()
}

function matchingEvents(db: Db, { partnerIds, status, reasonCode, transactionId }: EventQuery) {
  return db
    .selectFrom('cardEvents')
    .$if(partnerIds !== null, rows => rows.where('partnerId', 'in', partnerIds!))
    .$if(status !== null, rows => rows.where('status', '=', status!))
    .$if(status === null && !transactionId, rows => rows.where(needsPerson))
    .$if(Boolean(reasonCode), rows => rows.where('reasonCode', '=', reasonCode!))
    .$if(Boolean(transactionId), rows => rows.where('transactionId', '=', transactionId!))
}

const needsPerson = (where: ExpressionBuilder<Tables, 'cardEvents'>) =>
  where.or([
    where('status', 'in', ['parked', 'refused']),
    where('status', '=', 'received').and('attempts', '>', 0),
  ])

/** @returns false when there is no parked or refused event with this id. */
export async function requeueEvent(db: Db, id: number): Promise<boolean> {
  return (await requeueEvents(db, { ids: [id], partnerIds: null })).length > 0
}

/** Parked and refused ones, unless their bodies cannot be read. */
export async function requeueEvents(
  db: Db,
  { ids, partnerIds }: { readonly ids: readonly number[]; readonly partnerIds: readonly string[] | null },
): Promise<Pick<CardEvent, 'id' | 'partnerId'>[]> {
  if (ids.length === 0) return []
  return db
    .updateTable('cardEvents')
    .set({ status: 'received', reasonCode: null, attempts: 0, retryAt: null })
    .where('id', 'in', ids)
    .where('status', 'in', ['parked', 'refused'])
    .where('transactionId', 'is not', null)
    .$if(partnerIds !== null, rows => rows.where('partnerId', 'in', partnerIds!))
    .returning(['id', 'partnerId'])
    .execute()
}

/** The oldest that can be tried again. */
export async function selectRetryable(
  db: Db,
  kind: Pick<CardEvent, 'status' | 'reasonCode'> & { readonly partnerIds: readonly string[] | null },
  limit: number,
): Promise<number[]> {
  const rows = await db
    .selectFrom('cardEvents')
    .select('id')
    .where('status', '=', kind.status)
    .where('reasonCode', 'is not distinct from', kind.reasonCode)
    .where('transactionId', 'is not', null)
    .$if(kind.partnerIds !== null, events => events.where('partnerId', 'in', kind.partnerIds!))
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id }) => id)
}

export function findEvent(db: Db, id: number): Promise<CardEvent | undefined> {
  return db.selectFrom('cardEvents').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findEventByKey(db: Db, dedupeKey: string): Promise<CardEvent | undefined> {
  return db
    .selectFrom('cardEventKeys as key')
    .innerJoin('cardEvents as event', join =>
      join.onRef('event.id', '=', 'key.eventId').onRef('event.receivedAt', '=', 'key.receivedAt'),
    )
    .selectAll('event')
    .where('key.dedupeKey', '=', dedupeKey)
    .executeTakeFirst()
}
