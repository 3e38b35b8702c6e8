import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import type { Ref } from 'react'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import { Field } from '../../../ui/form/field.tsx'
import { Select } from '../../../ui/form/select.tsx'
import { bookableDays, largestParty, offeredTimes, type TableChoice } from './table-choice.ts'
import styles from './table-fields.module.css'
import { clockText } from './table-time.ts'

interface TableFieldsProps {
  readonly merchant: Pick<Merchant, 'hours' | 'maximumPartySize'>
  readonly today: LocalDate
  readonly choice: TableChoice
  readonly dateError: string | undefined
  readonly dateRef?: Ref<HTMLInputElement>
}

export function TableFields({ merchant, today, choice, dateError, dateRef }: TableFieldsProps) {
  const copy = useCopy()
  const { reservations } = usePartner().settings
  const { maxDaysAhead } = reservations
  const maxPartySize = largestParty(merchant, reservations)
  const sizes = Array.from({ length: maxPartySize }, (_, index) => index + 1)
  const larger = Math.max(maxPartySize + 1, choice.partySize)
  return (
    <div className={styles.fields}>
      <div className={styles.date}>
        <Field
          {...(dateRef ? { ref: dateRef } : {})}
          id="reserve-date"
          label={copy('reservation.date')}
          type="date"
          name="date"
          {...bookableDays(today, maxDaysAhead)}
          defaultValue={choice.date}
          error={dateError}
        />
      </div>
      <Select
        id="reserve-time"
        label={copy('reservation.time')}
        name="time"
        defaultValue={choice.time}
        options={offeredTimes(merchant.hours, choice.time).map(time => ({
          value: time,
          label: clockText(time),
        }))}
      />
      <Select
        id="reserve-party"
        label={copy('reservation.partySize')}
        name="partySize"
        defaultValue={String(choice.partySize)}
        options={[...(choice.partySize < 1 ? [choice.partySize] : []), ...sizes]
          .map(size => ({ value: String(size), label: guestsText(copy, size) }))
          .concat({
            value: String(larger),
            label: copy('reservation.partySize.larger', { count: String(maxPartySize + 1) }),
          })}
      />
    </div>
  )
}

export function guestsText(copy: ReturnType<typeof useCopy>, count: number): string {
  return copy(count === 1 ? 'reservation.partySize.one' : 'reservation.partySize.many', {
    count: String(count),
  })
}
