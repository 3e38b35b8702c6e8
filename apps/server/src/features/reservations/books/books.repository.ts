import type { BookTerms } from '@dineward/core/reservations/seating-times.rules.ts'
import type { RestaurantTable, TableSlot } from '@dineward/core/reservations/tables.rules.ts'
import type { Insertable, Selectable } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import type { TableHoldsTable } from '../reservations.tables.ts'

/* Books, tables and slots belong to the network, not to a partner. Holds belong to a member. */

export type HoldRow = Selectable<TableHoldsTable>

interface Owner {
  readonly partnerId: string
  readonly memberId: string
}

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

/** Ordered, so that concurrent calls cannot deadlock. */
export async function lockBookRows(db: Db, merchantIds: readonly string[]): Promise<void> {
  await db
    .selectFrom('restaurantBooks')
    .select('merchantId')
    .where('merchantId', 'in', [...new Set(merchantIds)])
    .orderBy('merchantId')
    .forUpdate()
    .execute()
}

export async function selectTables(db: Db, merchantId: string, seats: number): Promise<RestaurantTable[]> {
  return db
    .selectFrom('restaurantTables')
    .select(['tableNo', 'seats'])
    .where('merchantId', '=', merchantId)
    .where('seats', '>=', seats)
    .where('isLeaving', '=', false)
    .execute()
}

interface TakenBy {
  readonly holdsOf?: Owner | undefined
  readonly reservationId?: string | undefined
}

export async function selectTableSlots(
  db: Db,
  merchantId: string,
  { from, to, now, except }: { from: Date; to: Date; now: Date; except?: TakenBy },
): Promise<TableSlot[]> {
  return db
    .selectFrom('tableSlots as taken')
    .leftJoin('tableHolds as hold', join =>
      join.onRef('hold.partnerId', '=', 'taken.partnerId').onRef('hold.id', '=', 'taken.holdId'),
    )
    .select(['taken.tableNo', 'taken.slotAt'])
    .where('taken.merchantId', '=', merchantId)
    .where('taken.slotAt', '>=', from)
    .where('taken.slotAt', '<', to)
    .where(where =>
      where.or([
        where('taken.reservationId', '!=', except?.reservationId ?? ''),
        where('taken.guestBookingId', 'is not', null),
        where.and([
          where('hold.expiresAt', '>', now),
          where.or([
            where('hold.partnerId', '!=', except?.holdsOf?.partnerId ?? ''),
            where('hold.memberId', '!=', except?.holdsOf?.memberId ?? ''),
          ]),
        ]),
      ]),
    )
    .execute()
}

/** The primary key refuses a slot that is taken. */
export async function insertTableSlots(
  db: Db,
  place: { merchantId: string; tableNo: number },
  quarters: readonly Date[],
  by: { partnerId: string } & ({ holdId: string } | { reservationId: string } | { guestBookingId: string }),
): Promise<void> {
  await db
    .insertInto('tableSlots')
    .values(
      quarters.map(slotAt => ({
        ...place,
        slotAt,
        holdId: null,
        reservationId: null,
        guestBookingId: null,
        ...by,
      })),
    )
    .execute()
}

export async function deleteTableSlots(db: Db, partnerId: string, reservationId: string): Promise<void> {
  await db
    .deleteFrom('tableSlots')
    .where('partnerId', '=', partnerId)
    .where('reservationId', '=', reservationId)
    .execute()
}

/** It is the one of a booking that has begun, not of an alert. */
export async function selectHold(db: Db, owner: Owner): Promise<HoldRow | null> {
  const row = await db
    .selectFrom('tableHolds')
    .selectAll()
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('alertId', 'is', null)
    .executeTakeFirst()
  return row ?? null
}

/** The table that is held for an alert of the member. */
export async function selectOfferedHold(
  db: Db,
  owner: Owner,
  wanted: { merchantId: string; startsAt: Date; partySize: number; now: Date },
): Promise<HoldRow | null> {
  const row = await db
    .selectFrom('tableHolds')
    .selectAll()
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('alertId', 'is not', null)
    .where('merchantId', '=', wanted.merchantId)
    .where('startsAt', '=', wanted.startsAt)
    .where('partySize', '=', wanted.partySize)
    .where('expiresAt', '>', wanted.now)
    .executeTakeFirst()
  return row ?? null
}

export async function insertHold(db: Db, hold: Insertable<TableHoldsTable>): Promise<void> {
  await db.insertInto('tableHolds').values(hold).execute()
}

export async function deleteHold(db: Db, owner: Owner): Promise<void> {
  await db
    .deleteFrom('tableHolds')
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('alertId', 'is', null)
    .execute()
}

export async function deleteOfferedHold(db: Db, owner: Owner, id: string): Promise<void> {
  await db
    .deleteFrom('tableHolds')
    .where('partnerId', '=', owner.partnerId)
    .where('memberId', '=', owner.memberId)
    .where('id', '=', id)
    .execute()
}

/** Requires the book's lock. */
export async function deleteExpiredHolds(db: Db, merchantId: string, now: Date): Promise<void> {
  await db
    .deleteFrom('tableHolds')
    .where('merchantId', '=', merchantId)
    .where('expiresAt', '<=', now)
    .execute()
}
