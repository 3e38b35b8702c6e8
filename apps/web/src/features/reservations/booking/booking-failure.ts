import { ApiError } from '../../../lib/api/api-client.ts'

/**
 * Why a booking failed, as far as it changes what to do next (shell §4 Reservation modal states). `unconfirmed`: no
 * response, so the table may or may not be booked.
 */
export type BookingFailure =
  | 'overlap'
  | 'userFraud'
  | 'limit'
  | 'slotGone'
  | 'leaseExpired'
  | 'signedOut'
  | 'unconfirmed'
  | 'general'

export function bookingFailureOf(error: unknown): BookingFailure {
  if (!(error instanceof ApiError)) return 'general'
  switch (error.code) {
    case 'reservation_overlap':
      return 'overlap'
    case 'reservation_user_fraud':
      return 'userFraud'
    case 'reservation_limit_reached':
      return 'limit'
    case 'slot_unavailable':
      return 'slotGone'
    case 'lease_expired':
      return 'leaseExpired'
    case 'unauthorized':
      return 'signedOut'
    default:
      return error.status === 0 || error.status >= 500 ? 'unconfirmed' : 'general'
  }
}

const pausesMs = [1_000, 3_000]

interface Persistence<T> {
  readonly send: () => Promise<T>
  readonly onRetry: () => void
  readonly pause?: (ms: number) => Promise<void>
}

/**
 * Send a request, and retry while there is no response. The idempotency key stays the same, so that only one counts.
 * @throws the last error
 */
export async function retryUntilAcknowledged<T>({
  send,
  onRetry,
  pause = sleep,
}: Persistence<T>): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await send()
    } catch (error) {
      if (bookingFailureOf(error) !== 'unconfirmed') throw error
      onRetry()
      await pause(ms)
    }
  }
  return send()
}

const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))

/** They are the states of the dialog (shell §4 Reservation modal states). */
export type Step =
  | 'loading'
  | 'loadFailed'
  | 'signIn'
  | 'guest'
  | 'guestBooked'
  | 'linkCard'
  | 'confirm'
  | 'booked'
  | BookingFailure
