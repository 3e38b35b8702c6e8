import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { webAddress } from '@dineward/core/shared/web-address.ts'
import { monthAndDay } from '../../lib/format-date.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './merchant-events.module.css'
import { clockTime } from './restaurant-hours.ts'

/** What is coming up at the restaurant, soonest first. */
export function MerchantEvents({ events }: Pick<Merchant, 'events'>) {
  const copy = useCopy()
  if (events.length === 0) return null
  return (
    <section className={styles.events}>
      <h2>{copy('merchant.events')}</h2>
      <ul>
        {events.map(event => {
          const page = webAddress(event.url)
          return (
            <li key={event.id} className={styles.event}>
              <time className={styles.date} dateTime={event.startsAt}>
                <b>{monthAndDay(event.startsAt)}</b>
                <span className={styles.soft}>{timesOf(event)}</span>
              </time>
              <div>
                <h3>{event.title}</h3>
                {event.text ? <p>{event.text}</p> : null}
                {page ? <AppLink to={page.href}>{copy('merchant.events.more')}</AppLink> : null}
              </div>
            </li>
          )
        })}
      </ul>
    </section>
  )
}

/** "7 PM – 10 PM"; with the last day where it lasts longer than a night. */
function timesOf({ startsAt, endsAt }: { readonly startsAt: string; readonly endsAt: string }): string {
  const [from, to] = [clockTime(startsAt.slice(11)), clockTime(endsAt.slice(11))]
  const isLong = Date.parse(`${endsAt}Z`) - Date.parse(`${startsAt}Z`) >= 24 * 3_600_000
  return `${from} – ${isLong ? `${monthAndDay(endsAt)}, ` : ''}${to}`
}
