import type { Reservation } from '@dineward/core/reservations/reservations.contract.ts'
import { useQuery } from '@tanstack/react-query'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { SummaryCard, SummaryLink, SummaryNotLoaded } from '../../ui/summary-card.tsx'
import styles from './next-table.module.css'
import { reservationsQuery } from './reservations.queries.ts'
import { guestsText } from './times/table-fields.tsx'
import { clockAt, dayText } from './times/table-time.ts'

/** It is empty without a table to come. */
export function NextTable() {
  const copy = useCopy()
  const app = useApp()
  const query = useQuery(reservationsQuery(app))
  const head = { id: 'next-table', title: copy('home.table.title') }
  if (!query.data) return <SummaryNotLoaded {...head} query={query} />
  const now = query.dataUpdatedAt + app.clockShiftMs
  const next = nextOf(query.data, now)
  if (!next) return null
  const { merchantName, startsAt, partySize } = next
  return (
    <SummaryCard {...head}>
      <p className={styles.name}>{merchantName}</p>
      <p>
        {copy('home.table.when', {
          day: dayText(startsAt, now),
          time: clockAt(startsAt),
          guests: guestsText(copy, partySize),
        })}
      </p>
      <SummaryLink to="/account/reservations">{copy('home.table.all')}</SummaryLink>
    </SummaryCard>
  )
}

function nextOf(reservations: readonly Reservation[], now: number): Reservation | undefined {
  return reservations
    .filter(({ status, startsAt }) => status === 'booked' && Date.parse(startsAt) > now)
    .toSorted((a, b) => Date.parse(a.startsAt) - Date.parse(b.startsAt))[0]
}
