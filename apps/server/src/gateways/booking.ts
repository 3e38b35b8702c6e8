/**
 * It is an external book. Never call it inside a transaction; `token` makes a call idempotent, also after a lost
 * answer.
 */
export interface BookingGateway {
  /** Timeout of a call. */
  readonly deadlineMs: number
  /** Times in the range at which the party can be seated. */
  availability(ask: {
    readonly restaurantId: string
    readonly from: Date
    readonly to: Date
    readonly partySize: number
  }): Promise<readonly { readonly startsAt: Date }[]>
  /** A lease that `book` takes. One at a time for a diner. */
  hold(ask: TableAsk): Promise<{ readonly leaseId: string; readonly expiresAt: Date }>
  book(ask: TableAsk & { readonly leaseId: string | null }): Promise<ProviderBooking>
  /** It is idempotent. */
  cancel(ask: { readonly bookingId: string; readonly token: string }): Promise<void>
}

export interface TableAsk {
  readonly restaurantId: string
  readonly startsAt: Date
  readonly partySize: number
  readonly diner: {
    /** It is stable for a diner, and does not disclose who it is. */
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
  /** It is shown at the restaurant. */
  readonly confirmationCode: string
}

/** Why a provider refuses, so that the member learns what helps. */
export type BookingRefusal =
  | 'slot_unavailable'
  | 'already_booked_by_member'
  | 'lease_expired'
  | 'outside_cancellation_window'
  | 'user_fraud'
  /** Tables are not booked through us there. */
  | 'not_bookable'

export class BookingRefused extends Error {
  readonly reason: BookingRefusal

  constructor(reason: BookingRefusal) {
    super(`the booking provider refused: ${reason}`)
    this.name = 'BookingRefused'
    this.reason = reason
  }
}

/** The partner's setting `reservations.provider` chooses one. */
export interface BookingGateways {
  readonly openTable: BookingGateway
}
