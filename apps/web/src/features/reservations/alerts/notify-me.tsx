import { canBook } from '@dineward/core/members/member-questions.ts'
import { signInPath } from '@dineward/core/partner/partner-questions.ts'
import type { TableAlert } from '@dineward/core/reservations/table-alerts.contract.ts'
import { useMutation } from '@tanstack/react-query'
import { useLocation } from 'react-router'
import { withReturnPath } from '../../../lib/navigation/return-path.ts'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { ReservationPanelProps } from '../reservation-panel.tsx'
import { reservationsPath, reserveId, type TableChoice, writeTable } from '../times/table-choice.ts'
import { clockText } from '../times/table-time.ts'
import { alertWindow } from './alert-window.ts'
import styles from './notify-me.module.css'
import { askForAlert, waitTonight } from './table-alerts.queries.ts'

interface NotifyMeProps {
  readonly merchantId: string
  readonly member: ReservationPanelProps['member']
  readonly choice: TableChoice
  /** The restaurant seats guests around that time. */
  readonly mayFree: boolean
  /** The restaurant has a waitlist for this evening. */
  readonly hasWaitlist: boolean
}

/** Where nothing is free. */
export function NotifyMe({ merchantId, member, choice, mayFree, hasWaitlist }: NotifyMeProps) {
  const copy = useCopy()
  const app = useApp()
  const { date, time, partySize } = choice
  const window = alertWindow(time)
  const alert = useMutation({
    mutationFn: () => askForAlert(app, { merchantId, date, partySize, ...window }),
    meta: { onFailure() {} },
  })
  const waitlist = useMutation({
    mutationFn: () => waitTonight(app, { merchantId, partySize }),
    meta: { onFailure() {} },
  })
  const values = { from: clockText(window.from), to: clockText(window.to) }
  const made = waitlist.data ?? alert.data
  const error = waitlist.error ?? alert.error
  if (made) return <Waiting alert={made} />
  return (
    <div className={styles.notify}>
      {mayFree ? <p>{copy('reservation.notify.text', values)}</p> : null}
      {member !== null && canBook(member) ? (
        <div className={styles.ways}>
          {mayFree ? (
            <Button variant="quiet" size="small" busy={alert.isPending} onClick={() => alert.mutate()}>
              <Icon name="clock" />
              {copy('reservation.notify')}
            </Button>
          ) : null}
          {hasWaitlist ? (
            <Button variant="quiet" size="small" busy={waitlist.isPending} onClick={() => waitlist.mutate()}>
              {copy('reservation.waitlist')}
            </Button>
          ) : null}
        </div>
      ) : member === null ? (
        <SignIn choice={choice} />
      ) : null}
      {error ? <p role="alert">{errorText(app, error)}</p> : null}
    </div>
  )
}

function SignIn({ choice }: Pick<NotifyMeProps, 'choice'>) {
  const copy = useCopy()
  const { partner } = useApp()
  const { pathname, search } = useLocation()
  const path = signInPath(partner)
  if (path === null) return null
  const here = `${pathname}?${writeTable(new URLSearchParams(search), choice)}#${reserveId}`
  return (
    <ButtonLink variant="quiet" size="small" to={withReturnPath(path, here)} reloadDocument>
      <Icon name="clock" />
      {copy('reservation.notify.signIn')}
    </ButtonLink>
  )
}

function Waiting({ alert }: { readonly alert: TableAlert }) {
  const copy = useCopy()
  const { kind, from, to, position, estimateMinutes } = alert
  return (
    <div role="status" className={styles.notify}>
      <p>
        <strong>
          {kind === 'alert'
            ? copy('reservation.notify.done', { from: clockText(from), to: clockText(to) })
            : copy('reservation.waitlist.done')}
        </strong>{' '}
        {waitingText(copy, { position, estimateMinutes })}
      </p>
      <AppLink to={reservationsPath}>{copy('reservation.notify.all')}</AppLink>
    </div>
  )
}

export function waitingText(
  copy: ReturnType<typeof useCopy>,
  { position, estimateMinutes }: Pick<TableAlert, 'position' | 'estimateMinutes'>,
): string {
  const place = copy('reservation.wait.position', { count: String(position) })
  return estimateMinutes === null
    ? place
    : `${place} ${copy('reservation.wait.estimate', { minutes: String(estimateMinutes) })}`
}
