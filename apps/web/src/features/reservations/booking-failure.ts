import { ApiError } from '../../lib/api-client.ts'

/**
 * What went wrong on the way to a table, as far as it changes what a person can do (shell §4 Reservation modal states).
 * `unheard`: nobody knows whether it was booked.
 */
export type BookingFailure =
  | 'overlap'
  | 'userFraud'
  | 'limit'
  | 'slotGone'
  | 'leaseExpired'
  | 'signedOut'
  | 'unheard'
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
      return error.status === 0 || error.status >= 500 ? 'unheard' : 'general'
  }
}

const pausesMs = [1_000, 3_000]

interface Persistence<T> {
  readonly send: () => Promise<T>
  /** Called before it is sent once more. */
  readonly onAgain: () => void
  readonly pause?: (ms: number) => Promise<void>
}

/**
 * Sends what must arrive once, again while no answer comes: the same request, with the same key, so that however many
 * arrive, one counts. Throws what the last one met.
 */
export async function sendUntilHeard<T>({ send, onAgain, pause = sleep }: Persistence<T>): Promise<T> {
  for (const ms of pausesMs) {
    try {
      return await send()
    } catch (error) {
      if (bookingFailureOf(error) !== 'unheard') throw error
      onAgain()
      await pause(ms)
    }
  }
  return send()
}

const sleep = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms))
