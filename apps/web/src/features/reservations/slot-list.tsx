import type { Slot } from '@dineward/core/reservations/reservations.contract.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Icon } from '../../ui/icon.tsx'
import { prefetchBookingDialog } from './lazy-booking-dialog.tsx'
import { bonusAmountText } from './reservation-bonus.tsx'
import styles from './slot-list.module.css'
import { clockAt } from './table-time.ts'

interface SlotListProps {
  readonly slots: readonly Slot[]
  readonly onPick: (slotId: string) => void
}

/** Without script a press submits the form. */
export function SlotList({ slots, onPick }: SlotListProps) {
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
