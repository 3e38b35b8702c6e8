import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import type { ReactNode } from 'react'
import { useCopy } from '../../partner/partner-context.tsx'

interface CalendarLinkProps {
  readonly reservation: Pick<Reservation, 'id' | 'confirmationCode' | 'status'>
  readonly children?: ReactNode
}

/** It downloads a calendar file; for a canceled reservation, one that removes the event. */
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
