import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { CancelDialog } from './booking/cancel-dialog.tsx'
import { ChangeDialog } from './booking/change-dialog.tsx'
import { focusAfterClose } from './booking/focus-after-close.ts'
import { ReservationPart } from './reservation-part.tsx'
import { ReservationRow } from './reservation-row.tsx'
import { cancel, reservationsQuery } from './reservations.queries.ts'

interface ReservationListProps {
  readonly reservations: readonly Reservation[]
  readonly now: number
}

export function ReservationList({ reservations, now }: ReservationListProps) {
  const copy = useCopy()
  const app = useApp()
  const [asked, setAsked] = useState<Reservation | null>(null)
  const [open, setOpen] = useState(false)
  const [change, setChange] = useState({ reservation: reservations[0], isOpen: false, times: 0 })
  const list = useRef<HTMLElement>(null)
  const isAhead = ({ endsAt, status }: Reservation) => status === 'booked' && Date.parse(endsAt) > now
  const ahead = reservations.filter(isAhead)
  const past = reservations.filter(reservation => !isAhead(reservation))

  const cancellation = useMutation({
    mutationFn: (reservation: Reservation) => cancel(app, reservation.id),
    onSuccess() {
      toasts.succeed('reservation.cancel')
      toasts.show('success', copy('reservation.canceled'))
      setOpen(false)
      focusAfterClose(list)
    },
    meta: {
      async onFailure(error) {
        toasts.fail('reservation.cancel', errorText(app, error))
        setOpen(false)
        // It may no longer be cancelable: refresh the list.
        await app.queryClient.invalidateQueries({ queryKey: reservationsQuery(app).queryKey })
        focusAfterClose(list)
      },
    },
  })

  return (
    <>
      <ReservationPart
        ref={list}
        id="reservations-ahead"
        title={copy('reservation.mine.upcoming')}
        note={ahead.length === 0 ? <p>{copy('reservation.mine.nothingAhead')}</p> : null}
      >
        {ahead.map(reservation => (
          <ReservationRow
            key={reservation.id}
            reservation={reservation}
            now={now}
            isAhead
            onChange={() => setChange({ reservation, isOpen: true, times: change.times + 1 })}
            onCancel={() => {
              setAsked(reservation)
              setOpen(true)
            }}
          />
        ))}
      </ReservationPart>
      <PastReservations reservations={past} now={now} />
      {change.reservation && change.times > 0 ? (
        <ChangeDialog
          key={change.times}
          open={change.isOpen}
          reservation={change.reservation}
          now={now}
          onDismiss={() => setChange({ ...change, isOpen: false })}
          onChanged={() => {
            toasts.show('success', copy('reservation.changed'))
            setChange({ ...change, isOpen: false })
            focusAfterClose(list)
          }}
        />
      ) : null}
      <CancelDialog
        open={open}
        reservation={asked}
        now={now}
        busy={cancellation.isPending}
        onDismiss={() => setOpen(false)}
        onCancel={reservation => cancellation.mutate(reservation)}
      />
    </>
  )
}

function PastReservations({ reservations, now }: ReservationListProps) {
  const copy = useCopy()
  if (reservations.length === 0) return null
  return (
    <ReservationPart id="reservations-past" title={copy('reservation.mine.past')}>
      {reservations.map(reservation => (
        <ReservationRow key={reservation.id} reservation={reservation} now={now} isAhead={false} />
      ))}
    </ReservationPart>
  )
}
