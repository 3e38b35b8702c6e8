import { formatCents } from '@dineward/core/shared/format.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import type { ActivityPage } from './activity.queries.ts'
import { creditProgress, inFlightCents } from './credit-progress.ts'
import styles from './rewards-panel.module.css'

/** Where the partner pays statement credits: how far it is to the next one (account §4). */
export function RewardsPanel({ activity }: { readonly activity: ActivityPage }) {
  const copy = useCopy()
  const threshold = usePartner().payoutThresholdCents
  const progress = creditProgress(Math.round((activity.memberBalance ?? 0) * 100), threshold)
  const inFlight = inFlightCents(activity.data)
  return (
    <Card as="section" padding="roomy" className={styles.panel} aria-labelledby="rewards-panel">
      <h2 className={styles.title} id="rewards-panel">
        {copy('credit.title')}
      </h2>
      <p className={`tabular ${styles.amount}`}>{formatCents(progress.balanceCents)}</p>
      <progress
        className={styles.bar}
        value={progress.filledCents}
        max={threshold}
        aria-label={copy('overview.progress', { amount: formatCents(progress.filledCents) })}
      />
      <p className={styles.text}>
        {inFlight > 0 ? `${copy('credit.inFlight', { amount: formatCents(inFlight) })} ` : ''}
        {copy(progress.copy, { amount: formatCents(progress.amountCents) })}
      </p>
    </Card>
  )
}
