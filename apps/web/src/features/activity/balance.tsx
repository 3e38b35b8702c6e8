import { paysStatementCredits } from '@dineward/core/partner/partner-questions.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import { activityQuery, dineSummaryQuery } from './activity.queries.ts'
import styles from './balance.module.css'
import { BenefitNumber } from './benefit-number.tsx'
import { Goal } from './goal.tsx'
import { RewardParts } from './reward-parts.tsx'
import { RewardsPanel } from './year/rewards-panel.tsx'

export function Balance() {
  const copy = useCopy()
  const partner = usePartner()
  const { data: summary } = useSuspenseQuery(dineSummaryQuery(useApp()))
  return (
    <Card as="section" padding="none" className={styles.balance} aria-labelledby="balance">
      <div className={`on-brand ${styles.head}`}>
        <h2 className={`label ${styles.title}`} id="balance">
          {copy('overview.yearToDate')}
        </h2>
        <BenefitNumber amount={summary.benefit} className={styles.amount} />
        <p className={styles.text}>{dinesText(copy, summary.dines)}</p>
      </div>
      <div className={styles.body}>
        <RewardParts summary={summary} />
        {paysStatementCredits(partner) ? <NextPayout /> : null}
        {partner.settings.goal ? (
          <div className={styles.goal}>
            <Goal earned={summary.benefit} />
          </div>
        ) : null}
      </div>
    </Card>
  )
}

/** How far the balance is to the next payout (account §4). */
function NextPayout() {
  const { data: activity } = useSuspenseQuery(activityQuery(useApp(), 1))
  return (
    <div className={styles.goal}>
      <RewardsPanel activity={activity} />
    </div>
  )
}

function dinesText(copy: ReturnType<typeof useCopy>, dines: number): string {
  if (dines === 0) return copy('overview.dines.none')
  return dines === 1 ? copy('overview.dines.one') : copy('overview.dines.many', { count: String(dines) })
}
