import { promoImageUrl } from '@dineward/core/photos/image-presets.ts'
import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Button } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { requestsText } from './booking/request-fields.tsx'
import { CalendarLink } from './calendar-link.tsx'
import { WalletLinks } from './passes/wallet-links.tsx'
import { bonusAmountText } from './reservation-bonus.tsx'
import { ReservedAt } from './reservation-part.tsx'
import styles from './reservation-row.module.css'
import { guestsText } from './times/table-fields.tsx'
import { clockAt, dayText, inOneLine, shortDayText } from './times/table-time.ts'

interface ReservationRowProps {
  readonly reservation: Reservation
  readonly now: number
  readonly isAhead: boolean
  readonly onChange?: () => void
  readonly onCancel?: () => void
}

export function ReservationRow({ reservation, now, isAhead, onChange, onCancel }: ReservationRowProps) {
  const copy = useCopy()
  const { merchantId, merchantName, startsAt, partySize, confirmationCode, status } = reservation
  const until = cancellableAt(reservation, now)
  return (
    <Card as="li" padding="none" className={`${styles.row} ${isAhead ? '' : styles.past}`}>
      <img
        className={styles.picture}
        src={promoImageUrl(reservation.images, merchantId, 'card')}
        width="500"
        height="357"
        alt=""
        loading="lazy"
      />
      <div className={styles.about}>
        <div className={styles.head}>
          <ReservedAt merchantId={merchantId} merchantName={merchantName} />
          {status === 'canceled' ? (
            <Chip kind="danger">{copy('reservation.mine.status.canceled')}</Chip>
          ) : isAhead ? (
            <Chip kind="done" icon="check">
              {copy('reservation.mine.status.booked')}
            </Chip>
          ) : null}
        </div>
        <p className={styles.when}>
          {copy('reservation.when', { day: dayText(startsAt, now), time: clockAt(startsAt) })}
        </p>
        <p className={styles.facts}>
          {guestsText(copy, partySize)} · {copy('reservation.mine.code', { code: confirmationCode })}
        </p>
        <Requests reservation={reservation} />
        <Bonus reservation={reservation} />
        {isAhead && until !== null ? (
          <p className={styles.soft}>
            {copy('reservation.mine.until', {
              time: inOneLine(clockAt(until)),
              day: inOneLine(shortDayText(until)),
            })}
          </p>
        ) : null}
        {isAhead ? (
          <ReservationActions
            reservation={reservation}
            now={now}
            onChange={onChange}
            onCancel={onCancel}
            isCancellable={until !== null}
          />
        ) : null}
        {status === 'canceled' && Date.parse(reservation.startsAt) > now ? (
          <p className={styles.ways}>
            <CalendarLink reservation={reservation}>
              <Which merchantName={merchantName} startsAt={startsAt} now={now} />
            </CalendarLink>
          </p>
        ) : null}
      </div>
    </Card>
  )
}

function Requests({ reservation }: Pick<ReservationRowProps, 'reservation'>) {
  const lines = requestsText(useCopy(), reservation)
  if (lines.length === 0) return null
  return <p className={`${styles.soft} ${styles.requests}`}>{lines.join(' · ')}</p>
}

function Bonus({ reservation: { bonus } }: Pick<ReservationRowProps, 'reservation'>) {
  const copy = useCopy()
  const partner = usePartner()
  if (bonus === null) return null
  const isLost = bonus.status === 'withdrawn' || bonus.status === 'missed'
  return (
    <p className={isLost ? styles.soft : styles.bonus}>
      {isLost ? null : <Icon name="sparkle" />}
      {copy(`reservation.bonus.${bonus.status}`, { 'bonus amount': bonusAmountText(partner, bonus.amount) })}
    </p>
  )
}

const cancellableAt = ({ cancellableUntil }: Reservation, now: number): string | null =>
  cancellableUntil !== null && Date.parse(cancellableUntil) > now ? cancellableUntil : null

interface WhatCanBeDoneProps extends Pick<ReservationRowProps, 'reservation' | 'now'> {
  readonly isCancellable: boolean
  readonly onChange: (() => void) | undefined
  readonly onCancel: (() => void) | undefined
}

function ReservationActions(props: WhatCanBeDoneProps) {
  const { reservation, now, isCancellable, onChange, onCancel } = props
  const copy = useCopy()
  const { merchantName, address, startsAt, phone, isChangeable } = reservation
  const which = <Which merchantName={merchantName} startsAt={startsAt} now={now} />
  return (
    <ul className={styles.ways}>
      <li>
        <AppLink
          to={`https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(`${merchantName}, ${address}`)}`}
        >
          {copy('reservation.mine.directions')}
          {which}
        </AppLink>
      </li>
      <li>
        <CalendarLink reservation={reservation}>{which}</CalendarLink>
      </li>
      <WalletLinks reservationId={reservation.id} look="links">
        {which}
      </WalletLinks>
      {isChangeable && isCancellable ? (
        <li>
          <Button variant="plain" size="small" className={styles.cancel} onClick={onChange}>
            {copy('reservation.change.action')}
            {which}
          </Button>
        </li>
      ) : null}
      <li>
        {isCancellable ? (
          <Button variant="plain" size="small" className={styles.cancel} onClick={onCancel}>
            {copy('reservation.cancel')}
            {which}
          </Button>
        ) : (
          <>
            {copy('reservation.mine.tooLate')}{' '}
            {phone ? (
              <AppLink to={`tel:${phone.replace(/[^+\d]/g, '')}`}>
                {copy('reservation.call', { phone })}
              </AppLink>
            ) : null}
          </>
        )}
      </li>
    </ul>
  )
}

function Which({
  merchantName,
  startsAt,
  now,
}: Pick<Reservation, 'merchantName' | 'startsAt'> & Pick<ReservationRowProps, 'now'>) {
  const copy = useCopy()
  return (
    <span className="visually-hidden">
      {' '}
      {copy('reservation.mine.for', { merchant: merchantName, day: dayText(startsAt, now) })}
    </span>
  )
}
