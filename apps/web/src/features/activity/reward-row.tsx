import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import type { Dine } from './activity.queries.ts'
import styles from './activity-row.module.css'
import { Benefit } from './benefit.tsx'
import { dineStatus } from './dines/dine-status.ts'
import { formatShortDay } from './format-activity.ts'
import { StatusChip } from './status-chip.tsx'

/** What was earned without a dine: nothing to open, to visit or to review. */
export function RewardRow({ reward, now }: { readonly reward: Dine; readonly now: number }) {
  const copy = useCopy()
  const year = usePartner().placeholders['current year']
  const status = dineStatus(reward, now)
  const paid = formatShortDay(reward.paidAt ?? reward.date, year)
  return (
    <li className={styles.row}>
      <div className={styles.place}>
        <p className={styles.name}>{reward.merchantName}</p>
        <p className={styles.meta}>{formatShortDay(reward.date, year)}</p>
      </div>
      <div className={styles.result}>
        <Benefit dine={reward} />
        {status && reward.benefitAmount > 0 ? (
          <StatusChip look={status.look}>{copy(status.copy, { date: paid })}</StatusChip>
        ) : null}
      </div>
      {reward.reason ? <p className={styles.reason}>{reward.reason.text}</p> : null}
    </li>
  )
}
