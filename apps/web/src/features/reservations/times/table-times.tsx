import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { useQuery } from '@tanstack/react-query'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Notice } from '../../../ui/notice.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { NotifyMe } from '../alerts/notify-me.tsx'
import { AvailabilityFallback } from '../availability-fallback.tsx'
import type { ReservationPanelProps } from '../reservation-panel.tsx'
import { availabilityQuery } from '../reservations.queries.ts'
import { SlotList } from './slot-list.tsx'
import { daysAfter, largestParty, type TableChoice } from './table-choice.ts'
import { guestsText } from './table-fields.tsx'
import { dayText, isNight, weekdayText } from './table-time.ts'
import styles from './table-times.module.css'

interface TableTimesProps {
  readonly merchant: Pick<Merchant, 'id' | 'hours' | 'maximumPartySize' | 'phone' | 'phoneToDial'>
  readonly today: LocalDate
  readonly choice: TableChoice
  /** The address names the choice, so the server has looked for its times. */
  readonly isAsked: boolean
  /** The member's booking that is changed. */
  readonly reservationId?: string
  /** Members can be told when a table frees; left out where a booking is changed. */
  readonly member?: ReservationPanelProps['member']
  readonly onPick: (slotId: string) => void
  readonly onTry: (choice: TableChoice) => void
}

export function TableTimes(props: TableTimesProps) {
  const { merchant, today, choice, isAsked, reservationId, member, onPick, onTry } = props
  const copy = useCopy()
  const app = useApp()
  const times = useQuery(availabilityQuery(app, merchant.id, choice, reservationId))
  const { reservations } = app.partner.settings
  const maxPartySize = largestParty(merchant, reservations)
  const guests =
    choice.partySize > maxPartySize
      ? copy('reservation.partySize.larger', { count: String(maxPartySize + 1) })
      : guestsText(copy, choice.partySize)
  const found = times.data
  if (!found)
    return times.isError ? (
      <AvailabilityError onAgain={() => void times.refetch()} />
    ) : (
      <>
        <div role="status" className={styles.waiting}>
          <span className="visually-hidden">{copy('reservation.loading')}</span>
          {Array.from(Array(reservations.slotCount).keys(), slot => (
            <Skeleton key={slot} shape="block" className={styles.slotShape} />
          ))}
        </div>
        {isAsked ? (
          <noscript>
            <AvailabilityError />
          </noscript>
        ) : null}
      </>
    )
  return (
    <div className={styles.found} aria-busy={times.isFetching}>
      <p role="status" className={isNight(choice.time) ? styles.asked : 'visually-hidden'}>
        {copy(isNight(choice.time) ? 'reservation.times.night' : 'reservation.times', {
          guests,
          day: dayText(choice.date, Date.parse(today)),
          eve: weekdayText(daysAfter(choice.date, -1)),
        })}
      </p>
      {found.state === 'available' ? null : (
        <AvailabilityFallback
          state={found.state}
          instead={found.instead}
          merchant={merchant}
          today={today}
          choice={choice}
          onTry={onTry}
        />
      )}
      {(found.mayFree || found.hasWaitlist) && member !== undefined ? (
        <NotifyMe
          key={`${choice.date} ${choice.time} ${choice.partySize}`}
          merchantId={merchant.id}
          member={member}
          choice={choice}
          mayFree={found.mayFree ?? false}
          hasWaitlist={found.hasWaitlist ?? false}
        />
      ) : null}
      {found.slots.length > 0 ? (
        <SlotList slots={found.slots} date={choice.date} ownTables={found.ownTables} onPick={onPick} />
      ) : null}
      {found.slots.length > 0 ? (
        <noscript>
          <p>
            {merchant.phone === ''
              ? copy('reservation.withoutScript.noPhone')
              : copy('reservation.withoutScript', { phone: merchant.phone })}
          </p>
        </noscript>
      ) : null}
    </div>
  )
}

/** Without script the button submits the form again. */
function AvailabilityError({ onAgain }: { readonly onAgain?: () => void }) {
  const copy = useCopy()
  return (
    <Notice kind="danger" role="alert">
      <p>{copy('reservation.failed')}</p>
      <p className={styles.again}>
        <Button
          type="submit"
          variant="quiet"
          size="small"
          onClick={event => {
            event.preventDefault()
            onAgain?.()
          }}
        >
          {copy('layout.tryAgain')}
        </Button>
      </p>
    </Notice>
  )
}
