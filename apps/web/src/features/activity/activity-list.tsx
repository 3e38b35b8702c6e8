import { paysStatementCredits } from '@dineward/core/partner/partner-questions.ts'
import type { ReactNode } from 'react'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import type { ActivityItem, Dine } from './activity.queries.ts'
import styles from './activity-list.module.css'
import { CreditRow } from './credit-row.tsx'
import { DineRow } from './dine-row.tsx'

interface ActivityListProps {
  readonly items: readonly ActivityItem[]
  readonly now: number
  readonly brief?: boolean
  /** Below a dine. */
  readonly reviewOf?: (dine: Dine) => ReactNode
}

export function ActivityList({ items, now, brief = false, reviewOf }: ActivityListProps) {
  const copy = useCopy()
  const partner = usePartner()
  const label = copy(paysStatementCredits(partner) ? 'activity.list.credits' : 'activity.list')
  return (
    <ul className={styles.list} aria-label={label}>
      {items.map(item =>
        item.recordType === 'Credit' ? (
          <CreditRow key={item.creditId} credit={item} />
        ) : (
          <DineRow
            key={item.sourceTransactionId}
            dine={item}
            now={now}
            brief={brief}
            review={reviewOf?.(item)}
          />
        ),
      )}
    </ul>
  )
}
