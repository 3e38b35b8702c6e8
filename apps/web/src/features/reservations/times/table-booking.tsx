import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { useCopy } from '../../../partner/partner-context.tsx'
import { Button } from '../../../ui/button.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { LazyBookingDialog } from '../booking/lazy-booking-dialog.tsx'
import { BonusTerms } from '../reservation-bonus.tsx'
import type { ReservationPanelProps } from '../reservation-panel.tsx'
import styles from './table-booking.module.css'
import { reserveId, type TableChoice, tableOf } from './table-choice.ts'
import { guestsText, TableFields } from './table-fields.tsx'
import { clockText, isEvening, shortDayText } from './table-time.ts'
import { TableTimes } from './table-times.tsx'
import { useTableChoice } from './use-table-choice.ts'

/**
 * Without script the form posts to the page and the server renders the times; with script the address follows the
 * choice, so that it can be shared and survives sign-in.
 */
export function TableBooking({ merchant, now, member }: ReservationPanelProps) {
  const copy = useCopy()
  const today = now.slice(0, 10)
  const { pathname } = useLocation()
  const table = useTableChoice(merchant, now)
  const [isTouched, setTouched] = useState(false)
  const [dateError, setDateError] = useState<string>()
  const dateField = useRef<HTMLInputElement>(null)
  const times = useRef<HTMLDivElement>(null)

  function find(event: React.SubmitEvent<HTMLFormElement>) {
    event.preventDefault()
    const choice = tableOf(new FormData(event.currentTarget), today)
    setDateError(choice ? undefined : copy('reservation.date.missing'))
    if (choice) table.ask(choice)
    else dateField.current?.focus()
  }

  return (
    <>
      <form
        className={styles.form}
        action={`${pathname}#${reserveId}`}
        noValidate
        onSubmit={find}
        data-busy={table.isAsked || isTouched || undefined}
        onChange={() => setTouched(true)}
      >
        <details className={styles.choice}>
          <summary className={styles.chosen}>
            <Icon name="calendar" />
            {choiceText(copy, table.choice, today)}
            <span className={styles.change}>{copy('reservation.change')}</span>
          </summary>
          <div className={styles.fields}>
            <TableFields
              key={table.edition}
              merchant={merchant}
              today={today}
              choice={table.choice}
              dateError={dateError}
              dateRef={dateField}
            />
            <Button type="submit" wide>
              {copy('reservation.find')}
            </Button>
          </div>
        </details>
        <div ref={times} tabIndex={-1} className={styles.times}>
          <TableTimes
            merchant={merchant}
            today={today}
            choice={table.choice}
            isAsked={table.isAsked}
            member={member}
            onPick={table.pick}
            onTry={choice => {
              setDateError(undefined)
              table.chooseAlternative(choice)
              times.current?.focus()
            }}
          />
        </div>
      </form>
      <BonusTerms merchant={merchant} />
      <LazyBookingDialog
        merchant={merchant}
        member={member}
        choice={table.choice}
        slotId={table.slotId}
        onClose={() => table.pick(null)}
        onBooked={table.forgetPicked}
        onOutdated={() => {
          table.pick(null)
          table.refresh()
        }}
        focusAfter={times}
      />
    </>
  )
}

function choiceText(
  copy: ReturnType<typeof useCopy>,
  { date, time, partySize }: TableChoice,
  today: LocalDate,
): string {
  const values = { time: clockText(time), guests: guestsText(copy, partySize) }
  if (date !== today) return copy('reservation.chosen', { ...values, day: shortDayText(date) })
  return copy(isEvening(time) ? 'reservation.chosen.tonight' : 'reservation.chosen.today', values)
}
