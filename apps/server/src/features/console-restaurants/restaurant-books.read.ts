import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/* Reservations are read by restaurant: only those that members of the reader's programs made. */

interface Day {
  readonly merchantId: string
  readonly from: Date
  readonly to: Date
}

const columnsOfDay = [
  'id',
  'partnerId',
  'confirmationCode',
  'tableNo',
  'partySize',
  'startsAt',
  'endsAt',
  'occasion',
  'notes',
  'allergies',
  'status',
] as const

export function selectReservationsOfDay(db: Db, slugs: readonly string[], { merchantId, from, to }: Day) {
  return db
    .selectFrom('reservations')
    .select([...columnsOfDay, 'memberId'])
    .where('partnerId', 'in', slugs)
    .where('merchantId', '=', merchantId)
    .where('startsAt', '>=', from)
    .where('startsAt', '<', to)
    .orderBy('startsAt')
    .orderBy('tableNo')
    .limit(1_000)
    .execute()
}

export function selectGuestsOfDay(db: Db, slugs: readonly string[], { merchantId, from, to }: Day) {
  return db
    .selectFrom('guestBookings')
    .select([...columnsOfDay, 'guestName'])
    .where('partnerId', 'in', slugs)
    .where('merchantId', '=', merchantId)
    .where('startsAt', '>=', from)
    .where('startsAt', '<', to)
    .orderBy('startsAt')
    .orderBy('tableNo')
    .limit(1_000)
    .execute()
}

/** All programs count, since the tables are the restaurant's. */
export async function countTablesTaken(db: Db, { merchantId, from, to }: Day): Promise<number> {
  const { count } = await db
    .selectFrom('tableSlots')
    .select(sql<number>`count(distinct coalesce(reservation_id, guest_booking_id))`.as('count'))
    .where('merchantId', '=', merchantId)
    .where('slotAt', '>=', from)
    .where('slotAt', '<', to)
    .executeTakeFirstOrThrow()
  return count
}
