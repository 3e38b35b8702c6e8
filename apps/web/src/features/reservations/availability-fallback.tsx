import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { Availability } from '@dineward/core/reservations/reservations.contract.ts'
import { type LocalDate, weekdayOf } from '@dineward/core/shared/local-date.ts'
import { useLocation } from 'react-router'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import styles from './availability-fallback.module.css'
import { bookableDays, daysAfter, reserveId, type TableChoice, writeTable } from './times/table-choice.ts'
import { guestsText } from './times/table-fields.tsx'
import { clockText, dateText, shortDayText, weekdayText } from './times/table-time.ts'

interface AvailabilityFallbackProps {
  readonly state: Exclude<Availability['state'], 'available'>
  readonly instead: Availability['instead']
  readonly merchant: Pick<Merchant, 'phone' | 'phoneToDial' | 'hours'>
  readonly today: LocalDate
  readonly choice: TableChoice
  readonly onTry: (choice: TableChoice) => void
}

const words = {
  none: 'reservation.none',
  too_big: 'reservation.tooBig',
  too_small: 'reservation.tooSmall',
  too_far: 'reservation.tooFar',
  too_close: 'reservation.tooClose',
  no_bonus: 'reservation.noBonus',
} as const

/** Why there is no table, and the nearest alternative; works without script too. */
export function AvailabilityFallback({
  state,
  instead,
  merchant,
  today,
  choice,
  onTry,
}: AvailabilityFallbackProps) {
  const copy = useCopy()
  const { search } = useLocation()
  const { maxPartySize, maxDaysAhead } = usePartner().settings.reservations
  const calls = state !== 'no_bonus' && state !== 'too_far' && merchant.phone !== ''
  const last = bookableDays(today, maxDaysAhead).max
  const next = instead ?? (state === 'no_bonus' && choice.date < last ? onNextDay(choice) : null)
  const isClosed = state === 'none' && isClosedOn(merchant.hours, choice.date)
  const text = copy(isClosed ? 'reservation.closed' : words[state], {
    count: String(instead?.partySize ?? maxPartySize),
    day: dateText(instead?.date ?? last),
    weekday: weekdayText(choice.date),
  })
  return (
    <Notice kind={state === 'no_bonus' ? 'plain' : 'warn'} icon="calendar">
      <p>{text}</p>
      {calls || next ? (
        <div className={styles.ways}>
          {next ? (
            <ButtonLink
              variant="quiet"
              size="small"
              to={`?${writeTable(new URLSearchParams(search), next)}#${reserveId}`}
              rel="nofollow"
              onClick={event => {
                if (event.ctrlKey || event.metaKey || event.shiftKey) return
                event.preventDefault()
                onTry(next)
              }}
            >
              {alternativeText(copy, { asked: choice, next, today })}
            </ButtonLink>
          ) : null}
          {calls ? (
            <ButtonLink variant="quiet" size="small" to={`tel:${merchant.phoneToDial}`}>
              <Icon name="phone" />
              {copy('reservation.call', { phone: merchant.phone })}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </Notice>
  )
}

const onNextDay = (choice: TableChoice): TableChoice => ({ ...choice, date: daysAfter(choice.date, 1) })

function alternativeText(
  copy: ReturnType<typeof useCopy>,
  { asked, next, today }: { asked: TableChoice; next: TableChoice; today: LocalDate },
): string {
  if (next.date !== asked.date) {
    const isThisYear = next.date.slice(0, 4) === today.slice(0, 4)
    return copy('reservation.try.day', { day: isThisYear ? shortDayText(next.date) : dateText(next.date) })
  }
  return next.partySize === asked.partySize
    ? copy('reservation.try.day', { day: clockText(next.time) })
    : copy('reservation.try.guests', { guests: guestsText(copy, next.partySize) })
}

/** It tells whether the restaurant publishes hours, but none on this weekday. */
const isClosedOn = (hours: Merchant['hours'], date: LocalDate): boolean =>
  Object.values(hours).some(sittings => sittings.length > 0) && (hours[weekdayOf(date)] ?? []).length === 0
