import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

/** Written by this feature only. */
export interface ReservationsTables {
  restaurantBooks: RestaurantBooksTable
  restaurantTables: RestaurantTablesTable
  takenQuarters: TakenQuartersTable
  tableHolds: TableHoldsTable
  reservations: ReservationsTable
  bookingBans: BookingBansTable
}

/** How a restaurant's book is kept: the network's, the same for every partner. Its row is held while a table is given. */
export interface RestaurantBooksTable {
  merchantId: string
  slotMinutes: Generated<number>
  seatingMinutes: Generated<number>
  lastSeatingMinutes: Generated<number>
  minPartySize: Generated<number>
  maxPartySize: number
  maxDaysAhead: Generated<number>
  leadMinutes: Generated<number>
}

export interface RestaurantTablesTable {
  merchantId: string
  tableNo: number
  seats: number
  /** It stays for who has it, and is given to nobody else. */
  isLeaving: Generated<boolean>
}

/** A table is taken, for a hold or for a reservation, in the quarter of an hour that begins then. */
export interface TakenQuartersTable {
  merchantId: string
  tableNo: number
  quarterAt: Timestamp
  holdId: string | null
  reservationId: string | null
}

/** A lease on a table, one for a member. After `expiresAt` it is worth nothing, whether or not it is still here. */
export interface TableHoldsTable {
  id: string
  partnerId: string
  memberId: string
  merchantId: string
  tableNo: number
  startsAt: Timestamp
  endsAt: Timestamp
  partySize: number
  expiresAt: Timestamp
}

export interface ReservationsTable {
  id: string
  partnerId: string
  memberId: string
  merchantId: string
  /** Who keeps the book it stands in: `book` is ours. */
  provider: Generated<string>
  /** Its id there; null in our own book. */
  providerBookingId: string | null
  /** Null where somebody else keeps the book. */
  tableNo: number | null
  startsAt: Timestamp
  endsAt: Timestamp
  partySize: number
  status: Generated<'booked' | 'cancelled'>
  confirmationCode: string
  /** In the partner's unit, owed once the meal is paid. */
  bonusAmount: number | null
  bonusStatus: 'pending' | 'withdrawn' | null
  idempotencyKey: string
  /** Of what the key was used for. */
  requestHash: string
  bookedAt: Timestamp
  cancelledAt: NullableTimestamp
}

/** Members whose account the booking provider has deactivated: no table is given to them. */
export interface BookingBansTable {
  partnerId: string
  memberId: string
  bannedAt: Timestamp
}
