import type { BookTerms } from '@dineward/core/reservations/seating-times.rules.ts'
import type { TableChanges } from '@dineward/core/reservations/table-changes.rules.ts'
import type { RestaurantTable } from '@dineward/core/reservations/tables.rules.ts'
import { sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

/* Books belong to the network: nothing here filters by partner. */

/** @returns false when the restaurant has a book. */
export async function insertBook(db: Db, merchantId: string, terms: BookTerms): Promise<boolean> {
  const row = await db
    .insertInto('restaurantBooks')
    .values({ merchantId, ...terms })
    .onConflict(conflict => conflict.doNothing())
    .returning('merchantId')
    .executeTakeFirst()
  return row !== undefined
}

export async function updateBook(db: Db, merchantId: string, terms: BookTerms): Promise<void> {
  await db.updateTable('restaurantBooks').set(terms).where('merchantId', '=', merchantId).execute()
}

/** The map is by number; free tables are not in it. */
export async function selectBusyTables(db: Db, merchantId: string, now: Date): Promise<Map<number, Date>> {
  const rows = await db
    .selectFrom('tableSlots as taken')
    .leftJoin('tableHolds as hold', 'hold.id', 'taken.holdId')
    .select(['taken.tableNo', sql<Date>`max(taken.slot_at) + interval '15 minutes'`.as('until')])
    .where('taken.merchantId', '=', merchantId)
    .where('taken.slotAt', '>', new Date(now.getTime() - 15 * 60_000))
    .where(where => where.or([where('taken.holdId', 'is', null), where('hold.expiresAt', '>', now)]))
    .groupBy('taken.tableNo')
    .execute()
  return new Map(rows.map(({ tableNo, until }) => [tableNo, until]))
}

/** Including tables that are leaving. */
export async function selectAllTables(db: Db, merchantId: string): Promise<RestaurantTable[]> {
  return db
    .selectFrom('restaurantTables')
    .select(['tableNo', 'seats'])
    .where('merchantId', '=', merchantId)
    .execute()
}

/** @returns whether anything changed. */
export async function changeTables(
  db: Db,
  merchantId: string,
  { added, removed, leaving }: TableChanges,
): Promise<boolean> {
  if (removed.length > 0)
    for (const table of ['tableSlots', 'restaurantTables'] as const)
      await db
        .deleteFrom(table)
        .where('merchantId', '=', merchantId)
        .where('tableNo', 'in', [...removed])
        .execute()
  if (added.length > 0)
    await db
      .insertInto('restaurantTables')
      .values(added.map(table => ({ merchantId, ...table })))
      .execute()
  const isLeaving = sql<boolean>`(table_no = any(${leaving.map(table => table.tableNo)}::integer[]))`
  const marked = await db
    .updateTable('restaurantTables')
    .set({ isLeaving })
    .where('merchantId', '=', merchantId)
    .where('isLeaving', '!=', isLeaving)
    .returning('tableNo')
    .execute()
  return added.length + removed.length + marked.length > 0
}
