import type { Insertable, Selectable, Updateable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { CardEventsTable } from './rewards.tables.ts'

export type CardEvent = Selectable<CardEventsTable>

/** Partner and member are not known until it is processed. */
export type NewEvent = Pick<
  Insertable<CardEventsTable>,
  'provider' | 'event' | 'dedupeKey' | 'body' | 'receivedAt' | 'status'
> &
  Partial<Pick<CardEventsTable, 'transactionId' | 'amountCents' | 'reasonCode'>>

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

/** Lock the oldest event that is due; other workers skip it. */
export function claimEvent(db: Db, now: Date): Promise<CardEvent | undefined> {
  return db
    .selectFrom('cardEvents')
    .selectAll()
    .where('status', '=', 'received')
    .where(where => where.or([where('retryAt', 'is', null), where('retryAt', '<=', now)]))
    .orderBy('id')
    .limit(1)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
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
  return db
    .selectFrom('cardEvents')
    .selectAll()
    .where(where =>
      where.or([
        where('status', '=', 'parked'),
        where('status', '=', 'refused'),
        where('status', '=', 'received').and('attempts', '>', 0),
      ]),
    )
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** The reason code of a void whose authorization is not known. */
export const earlyVoid = 'authorization_unknown'

/** Process voids that came before their authorization again. */
export async function requeueVoids(
  db: Db,
  partnerId: string,
  { transactionId }: { transactionId: string },
): Promise<void> {
  await db
    .updateTable('cardEvents')
    .set({ status: 'received', reasonCode: null })
    .where('transactionId', '=', transactionId)
    .where('partnerId', '=', partnerId)
    .where('status', '=', 'processed')
    .where('reasonCode', '=', earlyVoid)
    .execute()
}

/** @returns false when there is no parked or refused event with this id. */
export async function requeueEvent(db: Db, id: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('cardEvents')
    .set({ status: 'received', reasonCode: null, attempts: 0, retryAt: null })
    .where('id', '=', id)
    .where('status', 'in', ['parked', 'refused'])
    .where('transactionId', 'is not', null)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows) > 0
}

export function findEvent(db: Db, id: number): Promise<CardEvent | undefined> {
  return db.selectFrom('cardEvents').selectAll().where('id', '=', id).executeTakeFirst()
}

export function findEventByKey(db: Db, dedupeKey: string): Promise<CardEvent | undefined> {
  return db.selectFrom('cardEvents').selectAll().where('dedupeKey', '=', dedupeKey).executeTakeFirst()
}
