import { canSelfEnroll, signInPath, takesGuests } from '@dineward/core/partner/partner-questions.ts'
import { useLocation } from 'react-router'
import { joinPath } from '../../../lib/navigation/join-path.ts'
import { withReturnPath } from '../../../lib/navigation/return-path.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { reservationsPath, reserveId, type TableChoice, writeTable } from '../times/table-choice.ts'
import styles from './booking-dialog.module.css'
import type { Step } from './booking-failure.ts'

interface BookingActionsProps {
  readonly choice: TableChoice
  readonly slotId: string
  readonly step: Step
  readonly isBusy: boolean
  readonly onAct: () => void
  readonly onGuest: () => void
  readonly onClose: () => void
}

const actLabels: Partial<Record<Step, 'reservation.confirm' | 'reservation.error.again'>> = {
  confirm: 'reservation.confirm',
  leaseExpired: 'reservation.confirm',
  loadFailed: 'reservation.error.again',
  unconfirmed: 'reservation.error.again',
  general: 'reservation.error.again',
}

const closeLabels: Partial<Record<Step, 'reservation.done.close' | 'reservation.error.slotGone.action'>> = {
  booked: 'reservation.done.close',
  guestBooked: 'reservation.done.close',
  slotGone: 'reservation.error.slotGone.action',
}

/** No "Choose another time" while a booking may have gone through: that would be a second one. */
const withoutClose: readonly Step[] = ['signIn', 'guest', 'signedOut', 'unconfirmed', 'limit', 'userFraud']
const withReservations: readonly Step[] = ['booked', 'limit', 'overlap', 'unconfirmed']

/** Keys keep a button the same element across states. */
export function BookingActions({
  step,
  choice,
  slotId,
  isBusy,
  onAct,
  onGuest,
  onClose,
}: BookingActionsProps) {
  const copy = useCopy()
  const actLabel = actLabels[step]
  const isOnlyClose = step === 'slotGone' || step === 'overlap'
  const isReservationsFirst = step === 'booked' || step === 'limit'
  const reservations = withReservations.includes(step) ? (
    <ButtonLink
      key="reservations"
      size="large"
      variant={isReservationsFirst ? 'action' : 'quiet'}
      to={reservationsPath}
    >
      {copy('reservation.done.all')}
    </ButtonLink>
  ) : null
  return (
    <div className={styles.actions}>
      {isReservationsFirst ? reservations : null}
      <SignInActions key="sign-in" step={step} choice={choice} slotId={slotId} onGuest={onGuest} />
      {actLabel ? (
        <Button key="act" size="large" busy={isBusy} onClick={onAct}>
          {copy(isBusy && actLabel === 'reservation.confirm' ? 'reservation.booking' : actLabel)}
        </Button>
      ) : null}
      {withoutClose.includes(step) ? null : (
        <Button key="close" size="large" variant={isOnlyClose ? 'action' : 'quiet'} onClick={onClose}>
          {copy(closeLabels[step] ?? 'reservation.later')}
        </Button>
      )}
      {isReservationsFirst ? null : reservations}
    </div>
  )
}

function SignInActions({
  step,
  choice,
  slotId,
  onGuest,
}: Pick<BookingActionsProps, 'step' | 'choice' | 'slotId' | 'onGuest'>) {
  const copy = useCopy()
  const partner = usePartner()
  const { pathname, search } = useLocation()
  const here = `${pathname}?${writeTable(new URLSearchParams(search), choice, slotId)}#${reserveId}`
  if (step === 'linkCard')
    return (
      <ButtonLink size="large" to={withReturnPath(joinPath(partner, {}) ?? '/', here)}>
        {copy('reservation.linkCard.action')}
      </ButtonLink>
    )
  if (step !== 'signIn' && step !== 'signedOut') return null
  const join = joinPath(partner, null)
  return (
    <>
      {/* A new document: only the server knows whether there is still a session. */}
      <ButtonLink size="large" to={withReturnPath(signInPath(partner) ?? '/', here)} reloadDocument>
        {copy('reservation.signIn.action')}
      </ButtonLink>
      {join && canSelfEnroll(partner) ? (
        <ButtonLink size="large" variant="quiet" to={withReturnPath(join, here)}>
          {copy('reservation.signIn.join')}
        </ButtonLink>
      ) : null}
      {takesGuests(partner) ? (
        <Button size="large" variant="quiet" onClick={onGuest}>
          {copy('guest.action')}
        </Button>
      ) : null}
    </>
  )
}
