import { type ExpressionBuilder, type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { inOneStatement, unnested } from '../../db/one-statement.ts'
import type { Db } from '../../db/open-database.ts'
import type { Tables } from '../../db/tables.ts'
import type { CardEventsTable } from './rewards.tables.ts'

export type CardEvent = Selectable<CardEventsTable>

/** Partner and member are not known until it is processed; of a claim they are. */
export type NewEvent = Pick<
  Insertable<CardEventsTable>,
  'provider' | 'event' | 'dedupeKey' | 'body' | 'receivedAt' | 'status'
> &
  Partial<Pick<CardEventsTable, 'transactionId' | 'amountCents' | 'reasonCode' | 'partnerId'>>

/** @returns how many were new. */
export async function insertEvents(db: Db, events: readonly NewEvent[]): Promise<number> {
  if (events.length === 0) return 0
  const unknown = {
    transactionId: null,
    amountCents: null,
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
    .onConflict(conflict => conflict.column('dedupeKey').doNothing())
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

export type EventOutcome = Pick<
  CardEvent,
  | 'id'
  | 'partnerId'
  | 'linkedCardId'
  | 'merchantId'
  | 'processedAt'
  | 'status'
  | 'reasonCode'
  | 'sourceKey'
  | 'dineId'
>

export function saveOutcome(db: Db, outcome: EventOutcome): Promise<void> {
  return inOneStatement(db, saveOutcomes, outcome)
}

async function saveOutcomes(db: Db, outcomes: readonly EventOutcome[]): Promise<undefined[]> {
  const { columns, source } = unnested(outcomes, {
    id: 'bigint',
    partnerId: 'text',
    linkedCardId: 'text',
    merchantId: 'text',
    processedAt: 'timestamptz',
    status: 'text',
    reasonCode: 'text',
    sourceKey: 'text',
    dineId: 'text',
  })
  await sql`
    update card_events event set
      partner_id = outcome.partner_id, linked_card_id = outcome.linked_card_id, merchant_id = outcome.merchant_id,
      processed_at = outcome.processed_at, status = outcome.status, reason_code = outcome.reason_code,
      source_key = outcome.source_key, dine_id = outcome.dine_id
    from ${source} as outcome (${columns})
    where event.id = outcome.id`.execute(db)
  return outcomes.map(() => undefined)
}

export async function updateEvent(
  db: Db,
  id: number,
  changes: Omit<Updateable<CardEventsTable>, 'id'>,
): Promise<void> {
  await db.updateTable('cardEvents').set(changes).where('id', '=', id).execute()
}

export async function updateEventsOfMovement(
  db: Db,
  partnerId: string,
  movement: { transactionId: string; sourceKey: string },
  changes: Pick<
    Updateable<CardEventsTable>,
    'status' | 'reasonCode' | 'dineId' | 'sourceKey' | 'transactionId'
  >,
): Promise<void> {
  await db
    .updateTable('cardEvents')
    .set(changes)
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
  /** Null: those that need a person. */
  readonly status: CardEvent['status'] | null
  readonly reasonCode?: string | undefined
  readonly transactionId?: string | undefined
}

/** The newest first. */
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

/** By status and reason, the most first. */
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

/** The reason code of a void whose authorization is not known. */
export const earlyVoid = 'authorization_unknown'

/** @returns false when there is no parked or refused event with this id. */
export async function requeueEvent(db: Db, id: number): Promise<boolean> {
  return (await requeueEvents(db, { ids: [id], partnerIds: null })).length > 0
}

/** Parked and refused ones, unless their bodies cannot be read. */
export function requeueEvents(
  db: Db,
  { ids, partnerIds }: { readonly ids: readonly number[]; readonly partnerIds: readonly string[] | null },
): Promise<Pick<CardEvent, 'id' | 'partnerId'>[]> {
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
  return db.selectFrom('cardEvents').selectAll().where('dedupeKey', '=', dedupeKey).executeTakeFirst()
}
