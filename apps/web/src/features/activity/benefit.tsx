import { usePartner } from '../../partner/partner-context.tsx'
import type { Dine } from './activity.queries.ts'
import styles from './activity-row.module.css'
import { formatBenefit } from './format-activity.ts'

export function Benefit({ dine: { awardStatus, benefitAmount } }: { dine: Dine }) {
  const partner = usePartner()
  const counted = awardStatus === 'Awarded' || awardStatus === 'Paid'
  const sign = counted && benefitAmount > 0 ? '+' : ''
  return (
    <p className={`tabular ${styles.benefit} ${counted && benefitAmount > 0 ? styles.counted : ''}`}>
      {sign}
      {formatBenefit(partner, benefitAmount)}
    </p>
  )
}
