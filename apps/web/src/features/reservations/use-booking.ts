import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { useRef, useState } from 'react'
import { useApp } from '../../partner/partner-context.tsx'
import { type BookingFailure, bookingFailureOf, sendUntilHeard } from './booking-failure.ts'
import { type Attempt, book, type PickedTable } from './reservations.queries.ts'

export type BookingState =
  | { readonly kind: 'idle' }
  /** `again`: no answer came, and it is sent once more. */
  | { readonly kind: 'booking'; readonly again: boolean }
  | { readonly kind: 'booked'; readonly reservation: Reservation }
  | { readonly kind: 'failed'; readonly failure: BookingFailure; readonly error: unknown }

/** Books a table once, however often and however impatiently it is pressed, and over whatever network. */
export function useBooking(picked: PickedTable, onBooked: () => void) {
  const app = useApp()
  const [state, setState] = useState<BookingState>({ kind: 'idle' })
  const attempt = useRef<Attempt>(null)
  // Known at once, where states are known when the page is drawn next.
  const isUnderWay = useRef(false)

  /** `findHold` is asked for a new attempt only: one that is made again is the same to the last byte. */
  async function bookNow(findHold: () => Promise<string | undefined>): Promise<void> {
    if (isUnderWay.current) return
    isUnderWay.current = true
    setState({ kind: 'booking', again: false })
    try {
      const current = attempt.current ?? newAttempt(picked, await findHold())
      attempt.current = current
      const reservation = await sendUntilHeard({
        send: () => book(app, current),
        onAgain: () => setState({ kind: 'booking', again: true }),
      })
      setState({ kind: 'booked', reservation })
      onBooked()
    } catch (error) {
      const failure = bookingFailureOf(error)
      // Whether that one was booked is not known: the next must be the same.
      if (failure !== 'unheard') attempt.current = null
      setState({ kind: 'failed', failure, error })
    } finally {
      isUnderWay.current = false
    }
  }

  return { state, bookNow, forget: () => setState({ kind: 'idle' }) }
}

function newAttempt(picked: PickedTable, holdId: string | undefined): Attempt {
  return { key: crypto.randomUUID(), body: holdId === undefined ? picked : { ...picked, holdId } }
}
