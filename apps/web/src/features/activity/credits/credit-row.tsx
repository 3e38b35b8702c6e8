import { formatCents } from '@dineward/core/shared/format.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import type { StatementCredit } from '../activity.queries.ts'
import styles from '../activity-row.module.css'
import { formatShortDay } from '../format-activity.ts'
import { StatusChip } from '../status-chip.tsx'
import { creditStatus } from './credit-status.ts'

export function CreditRow({ credit }: { credit: StatementCredit }) {
  const copy = useCopy()
  const title = credit.targetType === 'Email' ? 'activity.credit.email' : 'activity.credit'
  const { status, look } = creditStatus(credit.status)
  const year = usePartner().placeholders['current year']
  return (
    <li className={styles.row}>
      <div className={styles.place}>
        <p className={styles.name}>{copy(title, { target: credit.targetLabel })}</p>
        <p className={styles.meta}>{formatShortDay(credit.date, year)}</p>
      </div>
      <div className={styles.result}>
        <p className={`tabular ${styles.benefit}`}>{formatCents(credit.creditAmountCents)}</p>
        <StatusChip look={look}>{copy(`activity.status.${status}`)}</StatusChip>
      </div>
      {credit.reason ? <p className={styles.reason}>{credit.reason.text}</p> : null}
    </li>
  )
}
