import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import type { ReactNode } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'

interface CalendarLinkProps {
  readonly reservation: Pick<Reservation, 'id' | 'confirmationCode' | 'status'>
  /** Said after the words, where there are several such links. */
  readonly children?: ReactNode
}

/** A table as a file for any calendar; one that was given back, as the file that takes it off again. */
export function CalendarLink({ reservation: { id, confirmationCode, status }, children }: CalendarLinkProps) {
  const copy = useCopy()
  return (
    <a
      href={`/api/Member/Reservations/${encodeURIComponent(id)}/Calendar`}
      download={`${confirmationCode}.ics`}
    >
      {copy(status === 'canceled' ? 'reservation.calendar.remove' : 'reservation.calendar')}
      {children}
    </a>
  )
}
