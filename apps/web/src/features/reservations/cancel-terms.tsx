import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { cancelDeadline } from '@dineward/core/reservations/bookings.rules.ts'
import { restaurantTime } from '@dineward/core/reservations/restaurant-time.rules.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import styles from './bonus-words.module.css'
import { clockAt, inOneLine, shortDayText } from './table-time.ts'
import { useNow } from './use-time-left.ts'

interface CancelTermsProps {
  readonly merchant: Pick<Merchant, 'timezone' | 'phone'>
  readonly startsAt: string
}

/** Until when a table could be given back, said before it is booked. */
export function CancelTerms({ merchant: { timezone, phone }, startsAt }: CancelTermsProps) {
  const copy = useCopy()
  const { cancelLeadMinutes } = usePartner().settings.reservations
  const deadline = cancelDeadline(new Date(startsAt), cancelLeadMinutes)
  const until = restaurantTime(timezone, deadline)
  const isLate = deadline.getTime() < useNow()
  return (
    <p className={styles.terms}>
      {isLate
        ? copy(phone === '' ? 'reservation.cancel.late.noPhone' : 'reservation.cancel.late', { phone })
        : copy('reservation.cancel.until', {
            time: inOneLine(clockAt(until)),
            day: shortDayText(until),
          })}
    </p>
  )
}
