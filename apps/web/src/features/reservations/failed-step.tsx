import { maxUpcomingReservations } from '@dineward/core/reservations/bookings.rules.ts'
import { ApiError } from '../../lib/api-client.ts'
import { errorText } from '../../partner/error-text.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SupportWays } from '../../ui/support-ways.tsx'
import { reservationsPath } from './reserve-id.ts'
import { StepActions } from './step-actions.tsx'

export const failureTitles = {
  overlap: 'reservation.error.title',
  userFraud: 'reservation.error.userFraud.title',
  limit: 'reservation.error.title',
  slotGone: 'reservation.error.slotGone.title',
  unheard: 'reservation.error.unheard.title',
  general: 'reservation.error.title',
} as const

interface FailedStepProps {
  readonly failure: keyof typeof failureTitles
  readonly error: unknown
  readonly onAgain: () => void
  readonly onClose: () => void
}

/** What went wrong (shell §8 Reservation), and the next thing to do about it. */
export function FailedStep({ failure, error, onAgain, onClose }: FailedStepProps) {
  const copy = useCopy()
  const app = useApp()
  const text = isSaidOtherwise(failure, error)
    ? errorText(app, error)
    : copy(`reservation.error.${failure}`, { count: String(maxUpcomingReservations) })
  const isWorthAgain = failure === 'general' || failure === 'unheard'
  // Not where this one may be booked all the same: there would be two.
  const isForAnother = failure === 'general' || failure === 'overlap' || failure === 'slotGone'
  return (
    <>
      <Notice kind={failure === 'slotGone' || failure === 'unheard' ? 'warn' : 'danger'} role="alert">
        <p>{text}</p>
      </Notice>
      {failure === 'userFraud' ? <SupportWays /> : null}
      <StepActions>
        {isWorthAgain ? (
          <Button size="large" onClick={onAgain}>
            {copy('reservation.error.again')}
          </Button>
        ) : null}
        {failure === 'limit' ? (
          <ButtonLink size="large" to={reservationsPath}>
            {copy('reservation.done.all')}
          </ButtonLink>
        ) : null}
        {isForAnother ? (
          <Button size="large" variant={isWorthAgain ? 'quiet' : 'action'} onClick={onClose}>
            {copy(failure === 'slotGone' ? 'reservation.error.slotGone.action' : 'reservation.later')}
          </Button>
        ) : null}
        {failure === 'overlap' || failure === 'unheard' ? (
          <ButtonLink size="large" variant="quiet" to={reservationsPath}>
            {copy('reservation.done.all')}
          </ButtonLink>
        ) : null}
      </StepActions>
    </>
  )
}

/** Nobody could say whether the time is free. */
export function NotLookedStep({ onAgain, onClose }: Pick<FailedStepProps, 'onAgain' | 'onClose'>) {
  const copy = useCopy()
  return (
    <>
      <Notice kind="danger" role="alert">
        <p>{copy('reservation.failed')}</p>
      </Notice>
      <StepActions>
        <Button size="large" onClick={onAgain}>
          {copy('reservation.error.again')}
        </Button>
        <Button size="large" variant="quiet" onClick={onClose}>
          {copy('reservation.later')}
        </Button>
      </StepActions>
    </>
  )
}

/** What has words of its own, among failures that this dialog has none for: too many tries. */
function isSaidOtherwise(failure: FailedStepProps['failure'], error: unknown): boolean {
  const unsaid: readonly string[] = ['reservation_failed', 'internal', 'unavailable']
  return failure === 'general' && error instanceof ApiError && !unsaid.includes(error.code)
}
