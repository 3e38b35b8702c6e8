import { bookingProvider } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import { OpenTableBooking } from './open-table-booking.tsx'
import type { ReservationPanelProps } from './reservation-panel.tsx'
import styles from './reserve-card.module.css'
import { TableBooking } from './times/table-booking.tsx'
import { reserveId } from './times/table-choice.ts'

export function ReserveCard(props: ReservationPanelProps) {
  const copy = useCopy()
  const Booking = bookingProvider(usePartner()) === 'openTable' ? OpenTableBooking : TableBooking
  return (
    <Card
      as="section"
      id={reserveId}
      aria-labelledby="reserve-title"
      className={`${styles.card} screen-only`}
    >
      <h2 id="reserve-title" className={styles.title}>
        {copy('reservation.title')}
      </h2>
      <Booking {...props} />
    </Card>
  )
}
