import { normalizeSignInName } from '@dineward/core/members/sign-in-name.rules.ts'
import type { ImportedBook } from '@dineward/core/reservations/book-import.rules.ts'
import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { MerchantsTable } from '../merchants/merchants.tables.ts'

/* Queries that read restaurants and members. */

export type BookedRestaurant = Pick<
  Selectable<MerchantsTable>,
  'id' | 'name' | 'timezone' | 'hours' | 'takesBookings'
>

export async function selectRestaurant(
  db: Db,
  restaurant: ImportedBook['restaurant'],
): Promise<BookedRestaurant | null> {
  const query = db.selectFrom('merchants').select(['id', 'name', 'timezone', 'hours', 'takesBookings'])
  const found =
    'id' in restaurant
      ? query.where('id', '=', restaurant.id)
      : query.where('source', '=', restaurant.source).where('sourceId', '=', restaurant.sourceId)
  return (await found.executeTakeFirst()) ?? null
}

export async function findMemberByEmail(db: Db, partnerId: string, email: string): Promise<string | null> {
  const member = await db
    .selectFrom('members')
    .select('id')
    .where('partnerId', '=', partnerId)
    .where('signInName', '=', normalizeSignInName(email))
    .orderBy(sql`email_confirmed_at is not null`, 'desc')
    .orderBy('joinedAt', 'desc')
    .executeTakeFirst()
  return member?.id ?? null
}

const placeColumns = [
  'merchant.name',
  'merchant.street',
  'merchant.city',
  'merchant.state',
  'merchant.zipCode',
  'merchant.phone',
  'merchant.cuisines',
  'merchant.photoCode',
  'merchant.timezone',
  'merchant.latitude',
  'merchant.longitude',
] as const

/** A member's reservations, each with its restaurant. */
export function selectWithRestaurant(db: Db, owner: { partnerId: string; memberId: string }) {
  return db
    .selectFrom('reservations as reservation')
    .innerJoin('merchants as merchant', 'merchant.id', 'reservation.merchantId')
    .selectAll('reservation')
    .select(placeColumns)
    .where('reservation.partnerId', '=', owner.partnerId)
    .where('reservation.memberId', '=', owner.memberId)
}

/**
 * Tables to come that were booked as a guest with the address that the member has confirmed. The member's row stays
 * locked against bookings, which lock it before the book.
 */
export async function selectGuestTablesOfMember(
  db: Db,
  { partnerId, memberId, now }: { partnerId: string; memberId: string; now: Date },
): Promise<{ readonly id: string; readonly merchantId: string }[]> {
  return db
    .selectFrom('members as member')
    .innerJoin('guestBookings as booking', join =>
      join
        .onRef('booking.partnerId', '=', 'member.partnerId')
        .onRef('booking.contactKey', '=', 'member.signInName'),
    )
    .select(['booking.id', 'booking.merchantId'])
    .where('member.partnerId', '=', partnerId)
    .where('member.id', '=', memberId)
    .where('member.emailConfirmedAt', 'is not', null)
    .where('booking.status', '=', 'booked')
    .where('booking.startsAt', '>', now)
    .forShare('member')
    .execute()
}

/** Guests' bookings, each with its restaurant. */
export function selectGuestWithRestaurant(db: Db, partnerId: string) {
  return db
    .selectFrom('guestBookings as booking')
    .innerJoin('merchants as merchant', 'merchant.id', 'booking.merchantId')
    .selectAll('booking')
    .select(placeColumns)
    .where('booking.partnerId', '=', partnerId)
}
