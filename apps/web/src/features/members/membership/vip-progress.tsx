import type { Member } from '@dineward/core/members/members.contract.ts'
import { formatCents } from '@dineward/core/shared/format.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import styles from './membership.module.css'

interface VipProgressProps {
  readonly progress: Member['diningProgress']
  readonly year: number
}

/** It shows the visits needed for VIP (account §4). */
export function VipProgress({ progress, year }: VipProgressProps) {
  const copy = useCopy()
  const nextYear = String(year + 1)
  const { status, dinesRequired, remainingDines, dollarsRequired, remainingDollars } = progress
  if (status === 'Complete')
    return <p className={styles.next}>{copy('overview.vip.complete', { year: nextYear })}</p>
  const dines = dinesRequired - remainingDines
  const remaining =
    remainingDines === 1
      ? copy('overview.vip.remaining.one')
      : copy('overview.vip.remaining', { count: String(remainingDines) })
  const done = copy('overview.vip.progress', { count: String(dines), total: String(dinesRequired) })
  return (
    <div className={styles.next}>
      <p className={styles.nextTitle}>
        {status === 'Renewing'
          ? copy('overview.vip.building', { year: nextYear })
          : copy('overview.vip.title')}
      </p>
      {status === 'Renewing' ? <p>{copy('overview.vip.until', { year: String(year) })}</p> : null}
      <progress className={styles.meter} value={dines} max={dinesRequired} aria-label={done} />
      <p>
        <span className="tabular">{done}</span>
        {status === 'Renewing' ? null : ` · ${remaining}`}
      </p>
      {dollarsRequired > 0 ? (
        <p>{copy('overview.vip.spend', { amount: formatCents(Math.round(remainingDollars * 100)) })}</p>
      ) : null}
    </div>
  )
}
