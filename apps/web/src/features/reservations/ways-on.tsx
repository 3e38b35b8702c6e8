import type { LocalDate } from '@dineward/core/merchants/local-date.rules.ts'
import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { Availability } from '@dineward/core/reservations/reservations.contract.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { bookableDays, daysAfter, type TableChoice } from './table-choice.ts'
import { guestsText } from './table-fields.tsx'
import { shortDayText } from './table-time.ts'
import styles from './ways-on.module.css'

type Obstacle = Exclude<Availability['state'], 'available'>

interface WaysOnProps {
  readonly state: Obstacle
  readonly merchant: Pick<Merchant, 'phone'>
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

/** Why it cannot be as asked, and a way on that one press takes. */
export function WaysOn({ state, merchant, today, choice, onTry }: WaysOnProps) {
  const copy = useCopy()
  const { maxPartySize } = usePartner().settings.reservations
  const calls = state !== 'no_bonus' && state !== 'too_far' && merchant.phone !== ''
  const instead = useInstead(state, choice, today)
  return (
    <Notice kind={state === 'no_bonus' ? 'plain' : 'warn'} icon="calendar">
      <p>{copy(words[state], { count: String(maxPartySize) })}</p>
      {calls || instead ? (
        <div className={styles.ways}>
          {instead ? (
            <Button variant="quiet" size="small" onClick={() => onTry(instead.choice)}>
              {instead.label}
            </Button>
          ) : null}
          {calls ? (
            <ButtonLink variant="quiet" size="small" to={`tel:${merchant.phone.replace(/[^+\d]/g, '')}`}>
              <Icon name="phone" />
              {copy('reservation.call', { phone: merchant.phone })}
            </ButtonLink>
          ) : null}
        </div>
      ) : null}
    </Notice>
  )
}

/** What can be asked for in place of what cannot be had. */
function useInstead(state: Obstacle, choice: TableChoice, today: LocalDate) {
  const copy = useCopy()
  const { maxPartySize, maxDaysAhead } = usePartner().settings.reservations
  const onDay = (date: LocalDate) => ({
    choice: { ...choice, date },
    label: copy('reservation.try.day', { day: shortDayText(date) }),
  })
  const forGuests = (partySize: number) => ({
    choice: { ...choice, partySize },
    label: copy('reservation.try.guests', { guests: guestsText(copy, partySize) }),
  })
  const { max } = bookableDays(today, maxDaysAhead)
  switch (state) {
    case 'none':
    case 'no_bonus':
      return choice.date < max ? onDay(daysAfter(choice.date, 1)) : null
    case 'too_close':
      return onDay(daysAfter(today, 1))
    case 'too_far':
      return onDay(max)
    case 'too_big':
      return choice.partySize > maxPartySize ? forGuests(maxPartySize) : null
    case 'too_small':
      return forGuests(Math.max(2, choice.partySize + 1))
  }
}
