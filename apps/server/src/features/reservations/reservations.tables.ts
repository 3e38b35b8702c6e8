import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ReservationsTables {
  restaurantBooks: RestaurantBooksTable
  restaurantTables: RestaurantTablesTable
  tableSlots: TableSlotsTable
  tableHolds: TableHoldsTable
  reservations: ReservationsTable
  bookingBans: BookingBansTable
}

/** The book is for every partner. Its row is locked while a table is assigned. */
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
  /** Removed once its bookings are over; not assigned any more. */
  isLeaving: Generated<boolean>
}

/** A quarter of an hour for which a table is taken, by a hold or a reservation. */
export interface TableSlotsTable {
  /** Of the hold or reservation. */
  partnerId: string
  merchantId: string
  tableNo: number
  slotAt: Timestamp
  holdId: string | null
  reservationId: string | null
}

/** A member has at most one. It has no effect after `expiresAt`. */
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
  /** `book` is ours. */
  provider: Generated<string>
  /** It is null in our own book. */
  providerBookingId: string | null
  /** It is null at a provider. */
  tableNo: number | null
  startsAt: Timestamp
  endsAt: Timestamp
  partySize: number
  status: Generated<'booked' | 'canceled'>
  confirmationCode: string
  /** In the partner's unit. */
  bonusAmount: number | null
  bonusStatus: 'pending' | 'earned' | 'withdrawn' | null
  idempotencyKey: string
  requestHash: string
  bookedAt: Timestamp
  canceledAt: NullableTimestamp
}

/** Members whose account the booking provider has deactivated. */
export interface BookingBansTable {
  partnerId: string
  memberId: string
  bannedAt: Timestamp
}
