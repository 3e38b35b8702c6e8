import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { bonusAmountText } from './bonus-words.tsx'
import { CalendarLink } from './calendar-link.tsx'
import styles from './done-step.module.css'
import { reservationsPath } from './reserve-id.ts'
import { StepActions } from './step-actions.tsx'
import { clockAt, dayText, inOneLine } from './table-time.ts'
import { useNow } from './use-time-left.ts'

interface DoneStepProps {
  readonly reservation: Reservation
  readonly onClose: () => void
}

/** It is booked: what to say at the door, and what happens next. */
export function DoneStep({ reservation, onClose }: DoneStepProps) {
  const copy = useCopy()
  const partner = usePartner()
  const { startsAt, partySize, confirmationCode, bonus } = reservation
  const now = useNow()
  const time = copy('reservation.when', { day: dayText(startsAt, now), time: inOneLine(clockAt(startsAt)) })
  return (
    <>
      <p className={styles.text}>{copy('reservation.done.text', { time, count: String(partySize) })}</p>
      <p className={styles.code}>
        <span className={styles.codeLabel}>{copy('reservation.done.code')}</span>
        <span className={styles.codeText}>{confirmationCode}</span>
      </p>
      <ul className={styles.next}>
        {bonus?.status === 'pending' ? (
          <li className={styles.bonus}>
            <Icon name="sparkle" />
            {copy('reservation.bonus.pending', { 'bonus amount': bonusAmountText(partner, bonus.amount) })}
          </li>
        ) : null}
        <li>
          <Icon name="card" />
          {copy('reservation.done.reminder')}
        </li>
        <li>
          <Icon name="calendar" />
          <CalendarLink reservation={reservation} />
        </li>
      </ul>
      <StepActions>
        <ButtonLink size="large" to={reservationsPath}>
          {copy('reservation.done.all')}
        </ButtonLink>
        <Button size="large" variant="quiet" onClick={onClose}>
          {copy('reservation.done.close')}
        </Button>
      </StepActions>
    </>
  )
}
