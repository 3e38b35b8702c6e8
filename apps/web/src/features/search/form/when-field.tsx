import { firstDay, lastDay } from '@dineward/core/reservations/usual-table.rules.ts'
import { formatClock } from '@dineward/core/shared/format.ts'
import { type ComponentProps, useEffect, useRef } from 'react'
import type { AskedTable } from '../../../lib/listed-merchant.ts'
import { useApp, useCopy, type WriteCopy } from '../../../partner/partner-context.tsx'
import { Icon } from '../../../ui/icon.tsx'
import { productNow } from '../table-asked.ts'
import styles from './when-field.module.css'

/** Restaurants that open earlier or later are asked by their own page. */
const times = Array.from({ length: 24 }, (_, step) => {
  const minutes = 11 * 60 + step * 30
  return `${Math.floor(minutes / 60)}:${minutes % 60 === 0 ? '00' : '30'}`
})

/** Date, time and party of the tables that results show. */
export function WhenField({ id, table }: { readonly id: string; readonly table: AskedTable }) {
  const app = useApp()
  const copy = useCopy()
  const { maxDaysAhead, maxPartySize } = app.partner.settings.reservations
  const now = productNow(app)
  const { date, time, partySize } = table
  return (
    <div className={styles.when}>
      <div className={styles.field}>
        <label htmlFor={`${id}-date`}>{copy('search.table.date')}</label>
        <input
          ref={useShown<HTMLInputElement>(date, { whileTyping: false })}
          id={`${id}-date`}
          type="date"
          name="date"
          min={firstDay(now)}
          max={lastDay(now, maxDaysAhead)}
          defaultValue={date}
        />
      </div>
      <Choice
        id={`${id}-time`}
        label={copy('search.table.time')}
        name="time"
        shown={time}
        options={[...new Set([...times, time])].toSorted().map(each => [each, formatClock(each)])}
      />
      <Choice
        id={`${id}-party`}
        label={copy('search.table.party')}
        name="partySize"
        shown={String(partySize)}
        options={Array.from({ length: maxPartySize }, (_, index) => [
          String(index + 1),
          partyText(copy, index + 1),
        ])}
      />
    </div>
  )
}

export const partyText = (copy: WriteCopy, count: number): string =>
  copy(count === 1 ? 'reservation.partySize.one' : 'reservation.partySize.many', { count: String(count) })

interface ChoiceProps extends Pick<ComponentProps<'select'>, 'id' | 'name'> {
  readonly label: string
  readonly shown: string
  readonly options: readonly (readonly [value: string, label: string])[]
}

function Choice({ id, name, label, shown, options }: ChoiceProps) {
  return (
    <div className={styles.field}>
      <label htmlFor={id}>{label}</label>
      <select
        ref={useShown<HTMLSelectElement>(shown, { whileTyping: true })}
        id={id}
        name={name}
        defaultValue={shown}
      >
        {options.map(([value, text]) => (
          <option key={value} value={value}>
            {text}
          </option>
        ))}
      </select>
      <Icon name="chevron-down" />
    </div>
  )
}

/**
 * Fields are uncontrolled, to show a choice at once; they follow the address. A date is typed in parts, each of which
 * is a date that the address takes a moment to have.
 */
function useShown<Field extends HTMLInputElement | HTMLSelectElement>(
  value: string,
  { whileTyping }: { readonly whileTyping: boolean },
) {
  const field = useRef<Field>(null)
  useEffect(() => {
    if (field.current && (whileTyping || field.current !== document.activeElement))
      field.current.value = value
  }, [value, whileTyping])
  return field
}
