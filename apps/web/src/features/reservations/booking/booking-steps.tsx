import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { promoImageUrl } from '@dineward/core/photos/image-presets.ts'
import { cancelDeadline, maxUpcomingReservations } from '@dineward/core/reservations/bookings.rules.ts'
import type { Reservation, Slot } from '@dineward/core/reservations/reservations.contract.ts'
import { restaurantTime } from '@dineward/core/reservations/restaurant-time.rules.ts'
import { useState } from 'react'
import { ApiError } from '../../../lib/api/api-client.ts'
import { errorText } from '../../../partner/error-text.ts'
import { useApp, useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { SupportContacts } from '../../../ui/page/support-contacts.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { Spinner } from '../../../ui/spinner.tsx'
import { CalendarLink } from '../calendar-link.tsx'
import { WalletLinks } from '../passes/wallet-links.tsx'
import { bonusAmountText } from '../reservation-bonus.tsx'
import { guestsText } from '../times/table-fields.tsx'
import {
  clockAt,
  dayText,
  inOneLine,
  minutesLeftText,
  shortDayText,
  wholeMinutesText,
} from '../times/table-time.ts'
import { useNow } from '../times/use-time-left.ts'
import styles from './booking-dialog.module.css'
import type { Step } from './booking-failure.ts'

interface TableSummaryProps {
  readonly merchant: Merchant
  readonly slot: Slot
  readonly partySize: number
  /** Guests earn no bonus. */
  readonly hasBonus: boolean
}

export function TableSummary({ merchant, slot, partySize, hasBonus }: TableSummaryProps) {
  const copy = useCopy()
  const partner = usePartner()
  const now = useNow()
  const { street, city } = merchant.location.address
  return (
    <div className={styles.summary}>
      <img
        className={styles.picture}
        src={promoImageUrl(merchant.images, merchant.id, 'thumbnail')}
        width="200"
        height="143"
        alt=""
      />
      <dl className={styles.facts}>
        <div>
          <dt className="visually-hidden">{copy('reservation.confirm.when')}</dt>
          <dd>
            <span className={styles.time}>{clockAt(slot.startsAt)}</span> {dayText(slot.startsAt, now)}
          </dd>
        </div>
        <div>
          <dt className="visually-hidden">{copy('reservation.confirm.guests')}</dt>
          <dd>{guestsText(copy, partySize)}</dd>
        </div>
        <div>
          <dt className="visually-hidden">{copy('reservation.confirm.where')}</dt>
          <dd className={styles.soft}>
            {street}, {city}
          </dd>
        </div>
        {merchant.reservationBonus === null || !hasBonus ? null : (
          <div>
            <dt className="visually-hidden">{copy('reservation.confirm.bonus')}</dt>
            <dd className={slot.bonus === null ? styles.soft : styles.bonus}>
              {slot.bonus === null
                ? copy('reservation.confirm.noBonus')
                : copy('reservation.bonus', { 'bonus amount': bonusAmountText(partner, slot.bonus) })}
            </dd>
          </div>
        )}
      </dl>
    </div>
  )
}

interface ConfirmProps {
  readonly merchant: Merchant
  readonly slot: Slot
  /** When the hold expires; null: not held, but bookable. */
  readonly leftMs: number | 'loading' | null
  readonly isExpired: boolean
  readonly isRetrying: boolean
}

export function Confirm({ merchant, slot, leftMs, isExpired, isRetrying }: ConfirmProps) {
  const copy = useCopy()
  return (
    <>
      <CancelTerms merchant={merchant} startsAt={slot.startsAt} />
      {isExpired ? (
        <Notice kind="warn" role="status" icon="clock">
          <p>{copy('reservation.hold.over')}</p>
        </Notice>
      ) : (
        // Of one height in every state, so that the buttons below do not move.
        <div className={styles.hold}>
          {leftMs === 'loading' ? <Skeleton length="middle" /> : null}
          {typeof leftMs === 'number' ? <HoldCountdown leftMs={leftMs} /> : null}
        </div>
      )}
      {isRetrying ? (
        <Notice kind="warn" role="status">
          <p>{copy('reservation.bookingAgain')}</p>
        </Notice>
      ) : null}
    </>
  )
}

const minuteMs = 60_000

/** Shown each second, announced at the start and when a minute is left. */
function HoldCountdown({ leftMs }: { readonly leftMs: number }) {
  const copy = useCopy()
  const [minutesAtStart] = useState(() => wholeMinutesText(leftMs))
  return (
    <>
      <Icon name="clock" />
      <span aria-hidden="true">
        {copy('reservation.hold')} <span className={styles.clock}>{minutesLeftText(leftMs)}</span>
      </span>
      <span role="status" className="visually-hidden">
        {leftMs > minuteMs
          ? copy('reservation.hold.start', { count: minutesAtStart })
          : copy('reservation.hold.last')}
      </span>
    </>
  )
}

interface CancelTermsProps {
  readonly merchant: Pick<Merchant, 'timezone' | 'phone'>
  readonly startsAt: string
}

function CancelTerms({ merchant: { timezone, phone }, startsAt }: CancelTermsProps) {
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

export function Booked({ reservation }: { readonly reservation: Reservation }) {
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
      <ul className={styles.wallets}>
        <WalletLinks reservationId={reservation.id} look="buttons" />
      </ul>
    </>
  )
}

export const failureTitles = {
  loading: 'reservation.confirm.title',
  loadFailed: 'reservation.confirm.title',
  overlap: 'reservation.error.title',
  userFraud: 'reservation.error.userFraud.title',
  limit: 'reservation.error.title',
  slotGone: 'reservation.error.slotGone.title',
  unconfirmed: 'reservation.error.unconfirmed.title',
  general: 'reservation.error.title',
} as const

type FailureStep = keyof typeof failureTitles
export const isFailureStep = (step: Step): step is FailureStep => Object.hasOwn(failureTitles, step)

interface FailureProps {
  readonly failure: FailureStep
  /** It is the member's own table that is too close. */
  readonly ownTable: string | null
  readonly error: unknown
}

export function Failure({ failure, ownTable, error }: FailureProps) {
  const copy = useCopy()
  const app = useApp()
  if (failure === 'loading') return <Spinner label={copy('reservation.loading')} />
  const text =
    failure === 'loadFailed'
      ? copy('reservation.failed')
      : failure === 'general' && hasOwnText(error)
        ? errorText(app, error)
        : failure === 'overlap' && ownTable
          ? copy('reservation.own', { time: clockAt(ownTable) })
          : copy(`reservation.error.${failure}`, { count: String(maxUpcomingReservations) })
  return (
    <>
      <Notice kind={failure === 'slotGone' || failure === 'unconfirmed' ? 'warn' : 'danger'} role="alert">
        <p>{text}</p>
      </Notice>
      {failure === 'userFraud' ? <SupportContacts /> : null}
    </>
  )
}

/** Codes that the dialog has no text for, such as `rate_limited`, have one of their own. */
const hasOwnText = (error: unknown): boolean =>
  error instanceof ApiError && !['reservation_failed', 'internal', 'unavailable'].includes(error.code)
