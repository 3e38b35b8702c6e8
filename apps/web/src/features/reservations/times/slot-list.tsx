import type { Slot } from '@dineward/core/reservations/reservations.contract.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { prefetchBookingDialog } from '../booking/lazy-booking-dialog.tsx'
import { bonusAmountText } from '../reservation-bonus.tsx'
import styles from './slot-list.module.css'
import { clockAt, shortDayText } from './table-time.ts'

interface SlotListProps {
  readonly slots: readonly Slot[]
  /** Times of another day say so. */
  readonly date: LocalDate
  readonly onPick: (slotId: string) => void
}

/** Without script a press submits the form. */
export function SlotList({ slots, date, onPick }: SlotListProps) {
  const copy = useCopy()
  const partner = usePartner()
  return (
    <ul className={styles.slots} onPointerEnter={prefetchBookingDialog} onFocus={prefetchBookingDialog}>
      {slots.map(({ slotId, startsAt, bonus }) => (
        <li key={slotId}>
          <button
            type="submit"
            name="slot"
            value={slotId}
            className={styles.slot}
            aria-haspopup="dialog"
            onClick={event => {
              event.preventDefault()
              onPick(slotId)
            }}
          >
            <span className={styles.time}>{clockAt(startsAt)}</span>
            {startsAt.startsWith(date) ? null : (
              <span className={styles.day}> {shortDayText(startsAt.slice(0, 10))}</span>
            )}
            {bonus === null ? null : (
              <span className={styles.bonus}>
                <Icon name="sparkle" />
                <span aria-hidden="true">
                  {copy('reservation.bonus.short', { 'bonus amount': bonusAmountText(partner, bonus) })}
                </span>
                <span className="visually-hidden">
                  {copy('reservation.bonus', { 'bonus amount': bonusAmountText(partner, bonus) })}
                </span>
              </span>
            )}
          </button>
        </li>
      ))}
    </ul>
  )
}
