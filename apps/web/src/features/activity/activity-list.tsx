import { isAccountReward } from '@dineward/core/account-rewards/account-rewards.rules.ts'
import type { ReactNode } from 'react'
import type { ActivityItem, Dine } from './activity.queries.ts'
import styles from './activity-list.module.css'
import { CreditRow } from './credit-row.tsx'
import { DineRow } from './dine-row.tsx'
import { DineStory } from './dine-story.tsx'
import { formatMonth } from './format-activity.ts'
import { ReportLink } from './report-link.tsx'
import { RewardRow } from './reward-row.tsx'

interface ActivityListProps {
  readonly items: readonly ActivityItem[]
  readonly now: number
  /** It is the id of a heading. */
  readonly labelId: string
  /** It is shown below a dine. */
  readonly reviewOf?: (dine: Dine) => ReactNode
}

export function ActivityList({ items, now, labelId, reviewOf }: ActivityListProps) {
  return (
    <ul className={styles.list} aria-labelledby={labelId}>
      {items.map(item => {
        if (item.recordType === 'Credit') return <CreditRow key={item.creditId} credit={item} />
        const { sourceTransactionId: id } = item
        if (isAccountReward(item)) return <RewardRow key={id} reward={item} now={now} />
        return (
          <DineRow
            key={id}
            dine={item}
            now={now}
            review={reviewOf?.(item)}
            report={<ReportLink dine={item} now={now} />}
            story={<DineStory dine={item} />}
          />
        )
      })}
    </ul>
  )
}

export function ActivityMonths({ items, ...list }: Omit<ActivityListProps, 'labelId'>) {
  const months = Map.groupBy(items, ({ date }) => date.slice(0, 7))
  return [...months].map(([month, ofMonth]) => (
    <section key={month} className={styles.month} aria-labelledby={`month-${month}`}>
      <h2 className={styles.title} id={`month-${month}`}>
        {formatMonth(`${month}-01`)}
      </h2>
      <ActivityList {...list} items={ofMonth} labelId={`month-${month}`} />
    </section>
  ))
}
