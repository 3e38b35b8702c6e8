import { formatCents } from '@dineward/core/shared/format.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import type { ActivityPage } from '../activity.queries.ts'
import { useCreditStanding } from '../use-credit-standing.ts'
import styles from './rewards-panel.module.css'

/** Where the partner pays money: how far it is to the next payout (account §4). */
export function RewardsPanel({ activity }: { readonly activity: ActivityPage }) {
  const copy = useCopy()
  const standing = useCreditStanding(activity)
  return (
    <section className={styles.panel} aria-labelledby="rewards-panel">
      <h2 className={styles.title} id="rewards-panel">
        {copy('credit.title')}
      </h2>
      <p className={`tabular ${styles.amount}`}>{formatCents(standing.balanceCents)}</p>
      <progress
        className={styles.bar}
        value={standing.filledCents}
        max={standing.threshold}
        aria-label={standing.bar}
      />
      <p className={styles.text}>{standing.sentences.join(' ')}</p>
    </section>
  )
}
