/**
 * A restaurant's book that somebody else keeps. Our own book is none of these: it is the database, and gives its tables
 * in the transaction that books them. A gateway is never called while a transaction is open.
 *
 * Calls that take too long or answer nonsense are the caller's to judge. `token` makes a call one: sent again, also
 * after an answer was lost, it has one effect and the same answer.
 */
export interface BookingGateway {
  /** An answer that takes longer is none. */
  readonly deadlineMs: number
  /** Times from one instant to another at which the party can sit down. */
  availability(ask: {
    readonly restaurantId: string
    readonly from: Date
    readonly to: Date
    readonly partySize: number
  }): Promise<readonly { readonly startsAt: Date }[]>
  /** A lease on a table, which `book` takes. One at a time for a diner. */
  hold(ask: TableAsk): Promise<{ readonly leaseId: string; readonly expiresAt: Date }>
  book(ask: TableAsk & { readonly leaseId: string | null }): Promise<ProviderBooking>
  /** Once more changes nothing. */
  cancel(ask: { readonly bookingId: string; readonly token: string }): Promise<void>
}

export interface TableAsk {
  readonly restaurantId: string
  readonly startsAt: Date
  readonly partySize: number
  readonly diner: {
    /** The same diner every time; says nothing about who it is. */
    readonly id: string
    readonly firstName: string
    readonly lastName: string
    readonly email: string
  }
  readonly token: string
}

export interface ProviderBooking {
  readonly bookingId: string
  readonly startsAt: Date
  readonly endsAt: Date
  /** Said at the door. */
  readonly confirmationCode: string
}

/** Why a provider says no: named, so that a member is told what helps. */
export type BookingRefusal =
  | 'slot_unavailable'
  | 'already_booked_by_member'
  | 'lease_expired'
  | 'outside_cancellation_window'
  | 'user_fraud'
  /** Tables are not booked through us there at all. */
  | 'not_bookable'

export class BookingRefused extends Error {
  readonly reason: BookingRefusal

  constructor(reason: BookingRefusal) {
    super(`the booking provider refused: ${reason}`)
    this.name = 'BookingRefused'
    this.reason = reason
  }
}

/** The providers by the partner's setting `reservations.provider`. */
export interface BookingGateways {
  readonly openTable: BookingGateway
}
