import { rewardsAreCents } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { formatBenefit } from './format-activity.ts'
import styles from './goal.module.css'

interface GoalProps {
  /** It is as on the wire: dollars where the partner's unit is cents. */
  readonly earned: number
}

/** How far it is to what the partner names. Empty where it names nothing. */
export function Goal({ earned }: GoalProps) {
  const copy = useCopy()
  const partner = usePartner()
  const { goal } = partner.settings
  if (!goal) return null
  const amount = rewardsAreCents(partner) ? goal.amount / 100 : goal.amount
  const reached = Math.min(Math.max(earned, 0), amount)
  const left = amount - earned
  const text =
    left > 0
      ? copy('overview.goal', { amount: formatBenefit(partner, left), goal: goal.name })
      : copy('overview.goal.reached', { goal: goal.name })
  return (
    <div>
      <progress className={styles.progress} value={reached} max={amount} aria-label={text} />
      <p>{text}</p>
    </div>
  )
}
