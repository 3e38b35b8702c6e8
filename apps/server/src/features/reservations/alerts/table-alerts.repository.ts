import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { TableAlertsTable } from '../reservations.tables.ts'

export type AlertRow = Selectable<TableAlertsTable>

interface Owner {
  readonly partnerId: string
  readonly memberId: string
}

/** Alerts of one member are counted and replaced under the lock of the member's row. */
export async function insertAlert(db: Db, alert: Insertable<TableAlertsTable>): Promise<void> {
  await db.insertInto('tableAlerts').values(alert).execute()
}

export async function selectAlertsOf(db: Db, { partnerId, memberId }: Owner, now: Date): Promise<AlertRow[]> {
  return db
    .selectFrom('tableAlerts')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('windowEnd', '>', now)
    .orderBy('windowStart')
    .orderBy('queueNo')
    .execute()
}

export async function deleteAlert(db: Db, { partnerId, memberId }: Owner, id: string): Promise<void> {
  await db
    .deleteFrom('tableAlerts')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('id', '=', id)
    .execute()
}

export async function deleteAlertsAround(
  db: Db,
  { partnerId, memberId, merchantId, from, to }: Owner & { merchantId: string; from: Date; to: Date },
): Promise<void> {
  await db
    .deleteFrom('tableAlerts')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('merchantId', '=', merchantId)
    .where('windowStart', '<=', to)
    .where('windowEnd', '>=', from)
    .execute()
}

/** Restaurants with members who wait, of all partners: tables are the restaurant's. */
export async function selectMerchantsWaitedFor(db: Db, now: Date): Promise<string[]> {
  const rows = await db
    .selectFrom('tableAlerts')
    .select('merchantId')
    .distinct()
    .where('windowEnd', '>', now)
    .orderBy('merchantId')
    .execute()
  return rows.map(({ merchantId }) => merchantId)
}

/** Those for whom no table is held now, in the order of asking, of all partners. */
export async function selectWaiting(db: Db, merchantId: string, now: Date): Promise<AlertRow[]> {
  return db
    .selectFrom('tableAlerts as alert')
    .selectAll('alert')
    .where('alert.merchantId', '=', merchantId)
    .where('alert.windowEnd', '>', now)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('tableHolds as hold')
            .select('hold.id')
            .whereRef('hold.partnerId', '=', 'alert.partnerId')
            .whereRef('hold.alertId', '=', 'alert.id')
            .where('hold.expiresAt', '>', now),
        ),
      ),
    )
    .orderBy('alert.queueNo')
    .execute()
}

/** Requires the member's lock. @returns false where the alert has ended, or the table was offered before. */
export async function noteOffer(
  db: Db,
  { partnerId, id }: Pick<AlertRow, 'partnerId' | 'id'>,
  tableNo: number,
): Promise<boolean> {
  const row = await db
    .updateTable('tableAlerts')
    .set({ offeredTables: sql`array_append(offered_tables, ${tableNo}::integer)` })
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .where(sql<boolean>`not (${tableNo}::integer = any(offered_tables))`)
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/** How many wait at the restaurant before this one, for a time that overlaps. */
export async function countAhead(
  db: Db,
  { merchantId, queueNo, windowStart, windowEnd }: AlertRow,
): Promise<number> {
  const { count } = await db
    .selectFrom('tableAlerts')
    .select(sql<number>`count(*)`.as('count'))
    .where('merchantId', '=', merchantId)
    .where('queueNo', '<', queueNo)
    .where('windowStart', '<=', windowEnd)
    .where('windowEnd', '>=', windowStart)
    .executeTakeFirstOrThrow()
  return count
}

export async function selectOfferOf(
  db: Db,
  { partnerId, id }: Pick<AlertRow, 'partnerId' | 'id'>,
  now: Date,
): Promise<{ startsAt: Date; expiresAt: Date } | null> {
  const row = await db
    .selectFrom('tableHolds')
    .select(['startsAt', 'expiresAt'])
    .where('partnerId', '=', partnerId)
    .where('alertId', '=', id)
    .where('expiresAt', '>', now)
    .executeTakeFirst()
  return row ?? null
}
