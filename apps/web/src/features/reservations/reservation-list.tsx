import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { toasts } from '../../ui/dialog/toast-store.ts'
import { CancelDialog } from './booking/cancel-dialog.tsx'
import { focusAfterClose } from './booking/focus-after-close.ts'
import styles from './reservation-list.module.css'
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
      <section ref={list} tabIndex={-1} className={styles.part} aria-labelledby="reservations-ahead">
        <h2 id="reservations-ahead" className={styles.title}>
          {copy('reservation.mine.upcoming')}
        </h2>
        {ahead.length === 0 ? <p>{copy('reservation.mine.nothingAhead')}</p> : null}
        <ul className={styles.list}>
          {ahead.map(reservation => (
            <ReservationRow
              key={reservation.id}
              reservation={reservation}
              now={now}
              isAhead
              onCancel={() => {
                setAsked(reservation)
                setOpen(true)
              }}
            />
          ))}
        </ul>
      </section>
      {past.length > 0 ? (
        <section className={styles.part} aria-labelledby="reservations-past">
          <h2 id="reservations-past" className={styles.title}>
            {copy('reservation.mine.past')}
          </h2>
          <ul className={styles.list}>
            {past.map(reservation => (
              <ReservationRow key={reservation.id} reservation={reservation} now={now} isAhead={false} />
            ))}
          </ul>
        </section>
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
