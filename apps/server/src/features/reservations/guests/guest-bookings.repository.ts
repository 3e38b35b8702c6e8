import type { GuestContact } from '@dineward/core/reservations/guest-contact.rules.ts'
import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import type { Db } from '../../../db/open-database.ts'
import { selectGuestWithRestaurant } from '../reservations.read.ts'
import type { BookedTable } from '../reservations.repository.ts'
import type { GuestBookingsTable, GuestCodesTable } from '../reservations.tables.ts'

export type Guest = GuestContact & { readonly partnerId: string }
type GuestKey = Pick<Guest, 'partnerId' | 'contactKey'>

export type GuestBookingAtPlace = Selectable<GuestBookingsTable> & BookedTable

const withoutBonus = { bonusAmount: null, bonusStatus: null } as const

/** Replaces the code before. @returns false, without a change, when the address had enough codes. */
export async function replaceGuestCode(
  db: Db,
  code: Omit<Insertable<GuestCodesTable>, 'failedTries' | 'sentAt'>,
  { now, since, mails }: { now: Date; since: Date; mails: number },
): Promise<boolean> {
  const recent = sql<Date[]>`times_after(guest_codes.sent_at, ${since})`
  const { partnerId, contactKey, ...changes } = { ...code, failedTries: 0 }
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('guestCodes')
    .values({ partnerId, contactKey, ...changes, sentAt: sql`array[${now}::timestamptz]` })
    .onConflict(conflict =>
      conflict
        .columns(['partnerId', 'contactKey'])
        .doUpdateSet({ ...changes, sentAt: sql`${recent} || ${now}::timestamptz` })
        .where(sql<boolean>`cardinality(${recent}) < ${mails}::int`),
    )
    .executeTakeFirst()
  return numInsertedOrUpdatedRows === 1n
}

/** Count a try first: concurrent guesses cannot pass the limit. @returns whether it is the code. */
export async function tryGuestCode(
  db: Db,
  { partnerId, contactKey }: GuestKey,
  { codeHash, now, maxTries }: { codeHash: string; now: Date; maxTries: number },
): Promise<boolean> {
  const row = await db
    .updateTable('guestCodes')
    .set({ failedTries: sql`failed_tries + 1` })
    .where('partnerId', '=', partnerId)
    .where('contactKey', '=', contactKey)
    .where('expiresAt', '>', now)
    .where('failedTries', '<', maxTries)
    .returning('codeHash')
    .executeTakeFirst()
  return row?.codeHash === codeHash
}

/** The codes stay counted. @returns false when another call has used it. */
export async function consumeGuestCode(
  db: Db,
  { partnerId, contactKey }: GuestKey,
  codeHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('guestCodes')
    .set({ codeHash: '' })
    .where('partnerId', '=', partnerId)
    .where('contactKey', '=', contactKey)
    .where('codeHash', '=', codeHash)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export async function insertGuestBooking(db: Db, row: Insertable<GuestBookingsTable>): Promise<void> {
  await db.insertInto('guestBookings').values(row).execute()
}

export async function selectGuestBookingByToken(
  db: Db,
  partnerId: string,
  tokenHash: string,
): Promise<GuestBookingAtPlace | null> {
  const row = await selectGuestWithRestaurant(db, partnerId)
    .where('booking.tokenHash', '=', tokenHash)
    .executeTakeFirst()
  return row ? { ...row, ...withoutBonus } : null
}

export async function selectGuestBooking(
  db: Db,
  partnerId: string,
  id: string,
): Promise<GuestBookingAtPlace | null> {
  const row = await selectGuestWithRestaurant(db, partnerId).where('booking.id', '=', id).executeTakeFirst()
  return row ? { ...row, ...withoutBonus } : null
}

export async function selectGuestBookingByKey(
  db: Db,
  { partnerId, contactKey }: GuestKey,
  key: string,
): Promise<GuestBookingAtPlace | null> {
  const row = await selectGuestWithRestaurant(db, partnerId)
    .where('booking.contactKey', '=', contactKey)
    .where('booking.idempotencyKey', '=', key)
    .executeTakeFirst()
  return row ? { ...row, ...withoutBonus } : null
}

/** The tables to come of the address. */
export async function selectGuestStarts(
  db: Db,
  { partnerId, contactKey }: GuestKey,
  now: Date,
): Promise<{ readonly id: string; readonly merchantId: string; readonly startsAt: Date }[]> {
  return db
    .selectFrom('guestBookings')
    .select(['id', 'merchantId', 'startsAt'])
    .where('partnerId', '=', partnerId)
    .where('contactKey', '=', contactKey)
    .where('status', '=', 'booked')
    .where('endsAt', '>', now)
    .execute()
}

export async function updateGuestBooking(
  db: Db,
  { partnerId, id }: { partnerId: string; id: string },
  change: Updateable<GuestBookingsTable>,
): Promise<void> {
  await db
    .updateTable('guestBookings')
    .set(change)
    .where('partnerId', '=', partnerId)
    .where('id', '=', id)
    .execute()
}

/** @returns those of these that are still booked. Requires the book's lock. */
export async function selectBookedGuestTables(
  db: Db,
  partnerId: string,
  ids: readonly string[],
): Promise<Selectable<GuestBookingsTable>[]> {
  return db
    .selectFrom('guestBookings')
    .selectAll()
    .where('partnerId', '=', partnerId)
    .where('id', 'in', ids)
    .where('status', '=', 'booked')
    .execute()
}

/** The table stays taken, now for a reservation of the same id. */
export async function moveSlotsToReservation(
  db: Db,
  { partnerId, id }: { partnerId: string; id: string },
): Promise<void> {
  await db
    .updateTable('tableSlots')
    .set({ guestBookingId: null, reservationId: id })
    .where('partnerId', '=', partnerId)
    .where('guestBookingId', '=', id)
    .execute()
}

export async function deleteGuestBooking(
  db: Db,
  { partnerId, id }: { partnerId: string; id: string },
): Promise<void> {
  await db.deleteFrom('guestBookings').where('partnerId', '=', partnerId).where('id', '=', id).execute()
}

export async function deleteGuestSlots(
  db: Db,
  { partnerId, id }: { partnerId: string; id: string },
): Promise<void> {
  await db
    .deleteFrom('tableSlots')
    .where('partnerId', '=', partnerId)
    .where('guestBookingId', '=', id)
    .execute()
}
