import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { useRef, useState } from 'react'
import { useApp } from '../../../partner/partner-context.tsx'
import { type Attempt, bookTable, type PickedTable, type TableRequests } from '../reservations.queries.ts'
import { type BookingFailure, bookingFailureOf, retryUntilAcknowledged } from './booking-failure.ts'

export type BookingState =
  | { readonly kind: 'idle' }
  | { readonly kind: 'booking'; readonly isRetry: boolean }
  | { readonly kind: 'booked'; readonly reservation: Reservation }
  | { readonly kind: 'failed'; readonly failure: BookingFailure; readonly error: unknown }

/** Book a table exactly once, also with repeated presses and lost responses. */
export function useBooking(picked: PickedTable, onBooked: () => void) {
  const app = useApp()
  const [state, setState] = useState<BookingState>({ kind: 'idle' })
  const attempt = useRef<Attempt>(null)
  // A ref, since state is only current after the next render.
  const isPending = useRef(false)

  /** `findHold` is called for a new attempt only: a retry sends the same bytes. */
  async function book(findHold: () => Promise<string | undefined>, requests: TableRequests): Promise<void> {
    if (isPending.current) return
    isPending.current = true
    setState({ kind: 'booking', isRetry: false })
    try {
      const current = attempt.current ?? newAttempt({ ...picked, ...requests }, await findHold())
      attempt.current = current
      const reservation = await retryUntilAcknowledged({
        send: () => bookTable(app, current),
        onRetry: () => setState({ kind: 'booking', isRetry: true }),
      })
      setState({ kind: 'booked', reservation })
      onBooked()
    } catch (error) {
      const failure = bookingFailureOf(error)
      // An unconfirmed attempt may be booked: the next one must reuse its key.
      if (failure !== 'unconfirmed') attempt.current = null
      setState({ kind: 'failed', failure, error })
    } finally {
      isPending.current = false
    }
  }

  return { state, book }
}

function newAttempt(picked: Attempt['body'], holdId: string | undefined): Attempt {
  return { key: crypto.randomUUID(), body: holdId === undefined ? picked : { ...picked, holdId } }
}
