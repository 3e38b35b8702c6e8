import { isAccountReward } from '@dineward/core/account-rewards/account-rewards.rules.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { ButtonLink } from '../../../ui/button.tsx'
import { Card } from '../../../ui/card.tsx'
import { type ActivityItem, activityQuery, type Dine } from '../activity.queries.ts'
import listStyles from '../activity-list.module.css'
import { DineRow } from './dine-row.tsx'
import styles from './last-dines.module.css'

const shown = 3

/** Credits and what was earned without a dine are in recent activity. */
const isDine = (item: ActivityItem): item is Dine =>
  item.recordType === 'Transaction' && !isAccountReward(item)

export function LastDines() {
  const copy = useCopy()
  const app = useApp()
  const { data, dataUpdatedAt } = useSuspenseQuery(activityQuery(app, 1))
  const dines = data.data.filter(isDine).slice(0, shown)
  if (dines.length === 0) {
    return (
      <Card padding="roomy" as="section" aria-labelledby="last-dines" className={styles.first}>
        <h2 id="last-dines">{copy('overview.empty.title')}</h2>
        <p className={styles.text}>{copy('overview.empty.text')}</p>
        <ButtonLink to="/search">{copy('overview.empty.action')}</ButtonLink>
      </Card>
    )
  }
  return (
    <Card padding="roomy" as="section" aria-labelledby="last-dines">
      <div className={styles.head}>
        <h2 id="last-dines">{copy('overview.recent.title')}</h2>
        <AppLink className={styles.all} to="/account/recent_activity">
          {copy('overview.recent.all')}
        </AppLink>
      </div>
      <ul className={listStyles.list} aria-label={copy('activity.list')}>
        {dines.map(dine => (
          <DineRow key={dine.sourceTransactionId} dine={dine} now={dataUpdatedAt + app.clockShiftMs} brief />
        ))}
      </ul>
      <div className={styles.foot}>
        <ButtonLink to="/search" variant="quiet">
          {copy('overview.empty.action')}
        </ButtonLink>
      </div>
    </Card>
  )
}
