import { type Weekday, weekdays } from '@dineward/core/shared/local-date.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import styles from './earn-week.module.css'

interface EarnWeekProps {
  readonly days: readonly Weekday[]
  readonly today: Weekday
}

/** The seven days, with those that earn filled in and today underlined. */
export function EarnWeek({ days, today }: EarnWeekProps) {
  const copy = useCopy()
  return (
    <ol className={styles.week}>
      {weekdays.map(day => {
        const earns = days.includes(day)
        const name = copy(`day.${day}`)
        return (
          <li
            key={day}
            className={styles.day}
            data-earns={earns}
            aria-current={day === today ? 'date' : undefined}
          >
            <span aria-hidden="true">{name.charAt(0)}</span>
            <span className="visually-hidden">
              {copy(earns ? 'merchant.day.earns' : 'merchant.day.earnsNot', { day: name })}
            </span>
          </li>
        )
      })}
    </ol>
  )
}
