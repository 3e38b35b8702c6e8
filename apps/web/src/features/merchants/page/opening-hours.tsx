import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import styles from './opening-hours.module.css'
import { clockTime, type LocalMoment, openingStateAt } from './opening-hours.rules.ts'

interface OpeningHoursProps {
  readonly hours: Merchant['hours']
  readonly now: LocalMoment
}

export function OpeningHours({ hours, now }: OpeningHoursProps) {
  const copy = useCopy()
  const today = weekdays.indexOf(now.weekday)
  const fromToday = weekdays.map((_, index) => weekdays[(today + index) % 7] ?? 'Sun')
  return (
    <table className={styles.hours}>
      <caption className="visually-hidden">{copy('merchant.hours')}</caption>
      <tbody>
        {fromToday.map(day => (
          <tr key={day} aria-current={day === now.weekday ? 'date' : undefined}>
            <th scope="row">{copy(`day.${day}`)}</th>
            <td>
              {(hours[day] ?? []).map(({ opens, closes }) => (
                <span key={opens} className={styles.span}>
                  {opens === '00:00' && closes === opens
                    ? copy('merchant.hours.allDay')
                    : `${clockTime(opens)} – ${clockTime(closes)}`}
                </span>
              ))}
              {hours[day]?.length ? null : copy('merchant.hours.closed')}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function OpeningState({ hours, now }: OpeningHoursProps) {
  const copy = useCopy()
  const sign = openingStateAt(hours, now)
  if (sign.kind === 'closed') return copy('merchant.hours.closed')
  if (sign.kind === 'open')
    return (
      <b className={styles.open}>
        {sign.until === null
          ? copy('merchant.hours.openNow')
          : copy('merchant.hours.openUntil', { time: clockTime(sign.until) })}
      </b>
    )
  const time = clockTime(sign.at)
  if (sign.day === null) return copy('merchant.hours.opensAt', { time })
  return copy('merchant.hours.opensOn', { time, day: copy(`day.${sign.day}`) })
}
