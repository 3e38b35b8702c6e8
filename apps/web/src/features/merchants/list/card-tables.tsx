import { formatClock, formatDate } from '@dineward/core/shared/format.ts'
import type { AskedTable, FreeTable } from '../../../lib/listed-merchant.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import styles from './card-tables.module.css'

interface CardTablesProps {
  readonly merchant: { readonly id: string; readonly name: string; readonly tables?: readonly FreeTable[] }
  readonly asked: AskedTable | null
}

/** Each time leads to the restaurant's page, which holds that table. Nothing where none is booked here. */
export function CardTables({ merchant, asked }: CardTablesProps) {
  const copy = useCopy()
  const { id, name, tables } = merchant
  if (!asked || !tables) return null
  if (tables.length === 0)
    return <p className={styles.none}>{copy('merchantCard.noTable', { time: formatClock(asked.time) })}</p>
  return (
    <ul className={styles.tables} aria-label={copy('merchantCard.tables', { merchant: name })}>
      {tables.map(table => (
        <li key={table[0]}>
          <AppLink className={styles.time} to={tableAddress(id, table, asked.partySize)} rel="nofollow">
            {formatClock(table[1].slice(11))}
            {table[1].startsWith(asked.date) ? null : (
              <span className="visually-hidden"> {formatDate(table[1].slice(0, 10), 'shortWeekday')}</span>
            )}
          </AppLink>
        </li>
      ))}
    </ul>
  )
}

function tableAddress(merchantId: string, [slot, startsAt]: FreeTable, partySize: number): string {
  const [date = '', time = ''] = startsAt.split('T')
  const params = new URLSearchParams({ date, time, partySize: String(partySize), slot })
  return `/merchants/${encodeURIComponent(merchantId)}?${params}`
}
