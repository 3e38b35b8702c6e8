import type { Slot } from '@dineward/core/reservations/reservations.contract.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { prefetchBookingDialog } from '../booking/lazy-booking-dialog.tsx'
import { bonusAmountText } from '../reservation-bonus.tsx'
import { tablesNear } from './own-tables.ts'
import styles from './slot-list.module.css'
import { reservationsPath } from './table-choice.ts'
import { clockAt, shortDayText } from './table-time.ts'

interface SlotListProps {
  readonly slots: readonly Slot[]
  /** Times of another day say so. */
  readonly date: LocalDate
  /** Starts of the member's own tables there. */
  readonly ownTables?: readonly string[] | undefined
  readonly onPick: (slotId: string) => void
}

/** Without script a press submits the form. */
export function SlotList({ slots, date, ownTables = [], onPick }: SlotListProps) {
  const copy = useCopy()
  const partner = usePartner()
  const { overlapHours } = partner.settings.reservations
  const isTooClose = (startsAt: string) => tablesNear({ startsAt }, ownTables, overlapHours).length > 0
  const near = slots.flatMap(slot => tablesNear(slot, ownTables, overlapHours))
  return (
    <>
      {near[0] ? (
        <p className={styles.own}>
          {copy('reservation.own', { time: clockAt(near[0]) })}{' '}
          <AppLink to={reservationsPath}>{copy('reservation.own.change')}</AppLink>
        </p>
      ) : null}
      <ul className={styles.slots} onPointerEnter={prefetchBookingDialog} onFocus={prefetchBookingDialog}>
        {slots.map(({ slotId, startsAt, bonus }) => (
          <li key={slotId}>
            <button
              type="submit"
              name="slot"
              value={slotId}
              className={styles.slot}
              aria-haspopup="dialog"
              aria-disabled={isTooClose(startsAt) || undefined}
              onClick={event => {
                event.preventDefault()
                if (!isTooClose(startsAt)) onPick(slotId)
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
    </>
  )
}
