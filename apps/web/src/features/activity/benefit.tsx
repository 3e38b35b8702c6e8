import { usePartner } from '../../partner/partner-context.tsx'
import type { Dine } from './activity.queries.ts'
import styles from './activity-row.module.css'
import { formatBenefit } from './format-activity.ts'

export function Benefit({ dine: { awardStatus, benefitAmount } }: { dine: Dine }) {
  const partner = usePartner()
  const sign = awardStatus !== 'Pending' && awardStatus !== 'Forfeit' && benefitAmount > 0 ? '+' : ''
  return (
    <p className={`tabular ${styles.benefit} ${awardStatus === 'Paid' ? styles.paid : ''}`}>
      {sign}
      {formatBenefit(partner, benefitAmount)}
    </p>
  )
}
