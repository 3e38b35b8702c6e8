import type { BookTerms } from '@dineward/core/reservations/seating-times.rules.ts'
import type { RestaurantTable, TakenQuarter } from '@dineward/core/reservations/tables.rules.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { TableHoldsTable } from './reservations.tables.ts'

/*
 * The network's book: tables and what they are taken for, the same for every partner. Holds are a member's, and asked
 * for by partner and member.
 */

export type HoldRow = Selectable<TableHoldsTable>

interface Owner {
  readonly partnerId: string
  readonly memberId: string
}

/** Null where the restaurant has no book with us. */
export async function selectBook(db: Db, merchantId: string): Promise<BookTerms | null> {
  const row = await db
    .selectFrom('restaurantBooks')
    .selectAll()
    .where('merchantId', '=', merchantId)
    .executeTakeFirst()
  if (!row) return null
  const { merchantId: _, ...terms } = row
  return terms
}

/** Until the transaction ends, tables of these restaurants are given by it alone. Always in the same order. */
export async function lockBooks(db: Db, merchantIds: readonly string[]): Promise<void> {
  await db
    .selectFrom('restaurantBooks')
    .select('merchantId')
    .where('merchantId', 'in', [...new Set(merchantIds)])
    .orderBy('merchantId')
    .forUpdate()
    .execute()
}

/** Tables for at least so many; not those that only stay until they are free. */
export async function selectTables(db: Db, merchantId: string, seats: number): Promise<RestaurantTable[]> {
  return db
    .selectFrom('restaurantTables')
    .select(['tableNo', 'seats'])
    .where('merchantId', '=', merchantId)
    .where('seats', '>=', seats)
    .where('isLeaving', '=', false)
    .execute()
}

/** What is taken from one instant to another. Holds that have run out take nothing, nor does `exceptHoldId`. */
export async function selectTaken(
  db: Db,
  merchantId: string,
  { from, to, now, exceptHoldId }: { from: Date; to: Date; now: Date; exceptHoldId: string | null },
): Promise<TakenQuarter[]> {
  return db
    .selectFrom('takenQuarters as taken')
    .leftJoin('tableHolds as hold', 'hold.id', 'taken.holdId')
    .select(['taken.tableNo', 'taken.quarterAt'])
    .where('taken.merchantId', '=', merchantId)
    .where('taken.quarterAt', '>=', from)
    .where('taken.quarterAt', '<', to)
    .where(where =>
      where.or([
        where('taken.reservationId', 'is not', null),
        where.and([where('hold.expiresAt', '>', now), where('hold.id', '!=', exceptHoldId ?? '')]),
      ]),
    )
    .execute()
}

/** Takes quarters of a table. The primary key refuses one that somebody has. */
export async function takeQuarters(
  db: Db,
  place: { merchantId: string; tableNo: number },
  quarters: readonly Date[],
  by: { holdId: string } | { reservationId: string },
): Promise<void> {
  await db
    .insertInto('takenQuarters')
    .values(quarters.map(quarterAt => ({ ...place, quarterAt, holdId: null, reservationId: null, ...by })))
    .execute()
}

export async function freeQuarters(db: Db, reservationId: string): Promise<void> {
  await db.deleteFrom('takenQuarters').where('reservationId', '=', reservationId).execute()
}

export async function selectHold(db: Db, owner: Owner): Promise<HoldRow | null> {
  const row = await db
    .selectFrom('tableHolds')
    .selectAll()
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .executeTakeFirst()
  return row ?? null
}

export async function insertHold(db: Db, hold: Insertable<TableHoldsTable>): Promise<void> {
  await db.insertInto('tableHolds').values(hold).execute()
}

/** Frees what the member keeps. */
export async function deleteHold(db: Db, owner: Owner): Promise<void> {
  await db
    .deleteFrom('tableHolds')
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .execute()
}

/** Frees what was kept too long at a restaurant whose book is locked. */
export async function deleteExpiredHolds(db: Db, merchantId: string, now: Date): Promise<void> {
  await db
    .deleteFrom('tableHolds')
    .where('merchantId', '=', merchantId)
    .where('expiresAt', '<=', now)
    .execute()
}

/** All that have run out. Waits for nobody: what is in somebody's hands is left to them. */
export async function sweepExpiredHolds(db: Db, now: Date): Promise<void> {
  const expired = db
    .selectFrom('tableHolds')
    .select('id')
    .where('expiresAt', '<=', now)
    .forUpdate()
    .skipLocked()
  await db.deleteFrom('tableHolds').where('id', 'in', expired).execute()
}

/** Quarters that nobody can want any more. */
export async function deletePastQuarters(db: Db, before: Date): Promise<void> {
  await db.deleteFrom('takenQuarters').where('quarterAt', '<', before).execute()
}
