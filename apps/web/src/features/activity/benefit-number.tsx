import { usePartner } from '../../partner/partner-context.tsx'
import styles from './benefit-number.module.css'
import { formatBenefit } from './format-activity.ts'

interface BenefitNumberProps {
  /** It is as on the wire: dollars where the partner's unit is cents. */
  readonly amount: number
  readonly className?: string | undefined
}

/** The one big number of a page. Its size is the page's. */
export function BenefitNumber({ amount, className = '' }: BenefitNumberProps) {
  const [number = '', ...unit] = formatBenefit(usePartner(), amount).split(' ')
  return (
    <p className={`${styles.amount} ${className}`}>
      {number} {unit.length > 0 ? <span className={styles.unit}>{unit.join(' ')}</span> : null}
    </p>
  )
}
