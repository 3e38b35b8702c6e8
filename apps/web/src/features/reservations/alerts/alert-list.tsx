import type { TableAlert } from '@dineward/core/reservations/table-alerts.contract.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef } from 'react'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { toasts } from '../../../ui/dialog/toast-store.ts'
import { focusAfterClose } from '../booking/focus-after-close.ts'
import { ReservationPart, ReservedAt } from '../reservation-part.tsx'
import { reserveId, writeTable } from '../times/table-choice.ts'
import { guestsText } from '../times/table-fields.tsx'
import { clockAt, clockText, dayText } from '../times/table-time.ts'
import styles from './alert-list.module.css'
import { waitingText } from './notify-me.tsx'
import { endAlert } from './table-alerts.queries.ts'

interface AlertListProps {
  readonly alerts: readonly TableAlert[]
  readonly now: number
}

export function AlertList({ alerts, now }: AlertListProps) {
  const copy = useCopy()
  const app = useApp()
  const part = useRef<HTMLElement>(null)
  const removal = useMutation({
    mutationFn: (id: string) => endAlert(app, id),
    onSuccess() {
      toasts.show('success', copy('reservation.wait.removed'))
      focusAfterClose(part)
    },
    meta: { onFailure: error => toasts.fail('reservation.wait', errorText(app, error)) },
  })
  if (alerts.length === 0) return null
  return (
    <ReservationPart ref={part} id="table-alerts" title={copy('reservation.wait.title')}>
      {alerts.map(alert => (
        <Card as="li" key={alert.id} className={styles.alert}>
          <AlertFacts alert={alert} now={now} />
          <div className={styles.ways}>
            {alert.offer ? <OfferLink alert={alert} /> : null}
            <Button variant="quiet" size="small" onClick={() => removal.mutate(alert.id)}>
              {copy('reservation.wait.remove')}
              <span className="visually-hidden">
                {' '}
                {copy('reservation.mine.for', {
                  merchant: alert.merchantName,
                  day: dayText(alert.date, now),
                })}
              </span>
            </Button>
          </div>
        </Card>
      ))}
    </ReservationPart>
  )
}

function AlertFacts({ alert, now }: { readonly alert: TableAlert } & Pick<AlertListProps, 'now'>) {
  const copy = useCopy()
  const { merchantId, merchantName, date, from, to, partySize, offer } = alert
  const window = { day: dayText(date, now), from: clockText(from), to: clockText(to) }
  return (
    <div>
      <ReservedAt merchantId={merchantId} merchantName={merchantName} />
      <p>
        {copy('reservation.wait.window', window)}, {guestsText(copy, partySize)}
      </p>
      <p className={offer ? styles.offer : styles.soft}>
        {offer
          ? copy('reservation.wait.offer', {
              time: clockAt(offer.startsAt),
              until: clockAt(offer.expiresAt),
            })
          : waitingText(copy, alert)}
      </p>
    </div>
  )
}

/** The restaurant's page finds the held table by its time. */
function OfferLink({ alert: { merchantId, partySize, offer } }: { readonly alert: TableAlert }) {
  const copy = useCopy()
  if (!offer) return null
  const choice = { date: offer.startsAt.slice(0, 10), time: offer.startsAt.slice(11, 16), partySize }
  const query = writeTable(new URLSearchParams(), choice, offer.slotId)
  return (
    <ButtonLink size="small" to={`/merchants/${encodeURIComponent(merchantId)}?${query}#${reserveId}`}>
      {copy('reservation.confirm')}
    </ButtonLink>
  )
}
