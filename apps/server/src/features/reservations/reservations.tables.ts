import type { ContactKind } from '@dineward/core/partner/partner-questions.ts'
import type { Occasion } from '@dineward/core/reservations/table-requests.ts'
import type { Generated } from 'kysely'
import type { NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface ReservationsTables {
  restaurantBooks: RestaurantBooksTable
  restaurantTables: RestaurantTablesTable
  tableSlots: TableSlotsTable
  tableAlerts: TableAlertsTable
  tableHolds: TableHoldsTable
  reservations: ReservationsTable
  guestCodes: GuestCodesTable
  guestBookings: GuestBookingsTable
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
  hasWaitlist: Generated<boolean>
}

export interface RestaurantTablesTable {
  merchantId: string
  tableNo: number
  seats: number
  /** Removed once its bookings are over; not assigned any more. */
  isLeaving: Generated<boolean>
}

/** A quarter of an hour for which a table is taken, by a hold, a reservation or a guest's booking. */
export interface TableSlotsTable {
  /** Of the hold or reservation. */
  partnerId: string
  merchantId: string
  tableNo: number
  slotAt: Timestamp
  holdId: string | null
  reservationId: string | null
  guestBookingId: string | null
}

/** A member who waits for a table: of a window that they chose, or of this evening. */
export interface TableAlertsTable {
  id: string
  partnerId: string
  memberId: string
  merchantId: string
  kind: 'alert' | 'waitlist'
  /** The day by the restaurant's clock. */
  evening: string
  windowStart: Timestamp
  windowEnd: Timestamp
  partySize: number
  /** It is the order of asking, at all partners. */
  queueNo: Generated<number>
  askedAt: Timestamp
  /** The member was told of these tables, and is not told of them again. */
  offeredTables: Generated<number[]>
}

/** A member has at most one without an alert. It has no effect after `expiresAt`. */
export interface TableHoldsTable {
  id: string
  partnerId: string
  memberId: string
  /** The table freed for this alert. */
  alertId: string | null
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
  occasion: Occasion | null
  /** The restaurant reads notes and allergies as plain text. */
  notes: Generated<string>
  allergies: Generated<string>
  bookedAt: Timestamp
  canceledAt: NullableTimestamp
  /** It counts changes of time or party, which a calendar numbers. */
  changeCount: Generated<number>
  changedAt: NullableTimestamp
}

/** Each address or number has one code, the newest. */
export interface GuestCodesTable {
  partnerId: string
  /** Of the address or number, as `guest-contact.rules.ts` writes it. */
  contactKey: string
  codeHash: string
  failedTries: number
  /** The codes of the last hour. */
  sentAt: Date[]
  expiresAt: Timestamp
}

/** A table that a visitor without an account has booked. */
export interface GuestBookingsTable {
  id: string
  partnerId: string
  merchantId: string
  tableNo: number
  startsAt: Timestamp
  endsAt: Timestamp
  partySize: number
  status: Generated<'booked' | 'canceled'>
  confirmationCode: string
  occasion: Occasion | null
  notes: string
  allergies: string
  guestName: string
  contactKind: ContactKind
  contact: string
  contactKey: string
  /** Of the link in the confirmation, with which the guest sees, changes and cancels the booking. */
  tokenHash: string
  idempotencyKey: string
  requestHash: string
  bookedAt: Timestamp
  canceledAt: NullableTimestamp
  changeCount: Generated<number>
  changedAt: NullableTimestamp
}

/** Members whose account the booking provider has deactivated. */
export interface BookingBansTable {
  partnerId: string
  memberId: string
  bannedAt: Timestamp
}
