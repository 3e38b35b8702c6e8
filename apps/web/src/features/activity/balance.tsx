import { paysStatementCredits } from '@dineward/core/partner/partner-questions.ts'
import { formatCents } from '@dineward/core/shared/format.ts'
import { useSuspenseQuery } from '@tanstack/react-query'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { activityQuery, dineSummaryQuery } from './activity.queries.ts'
import styles from './balance.module.css'
import { formatBenefit } from './format-activity.ts'
import { useCreditStanding } from './use-credit-standing.ts'

export function Balance() {
  return paysStatementCredits(usePartner()) ? <CreditBalance /> : <Earned />
}

function Earned() {
  const copy = useCopy()
  const { data } = useSuspenseQuery(dineSummaryQuery(useApp()))
  const amount = formatBenefit(usePartner(), data.currentYearBenefits)
  return (
    <section className={`on-brand ${styles.balance}`} aria-labelledby="balance">
      <h2 className={`label ${styles.title}`} id="balance">
        {copy('overview.balance')}
      </h2>
      <Amount text={amount} />
      <Goal earned={data.currentYearBenefits} />
      <p className={styles.text}>{dinesText(copy, data.currentYearDines)}</p>
    </section>
  )
}

function Goal({ earned }: { earned: number }) {
  const copy = useCopy()
  const partner = usePartner()
  const { goal } = partner.settings
  if (!goal) return null
  const reached = Math.min(Math.max(earned, 0), goal.amount)
  const left = goal.amount - earned
  const text =
    left > 0
      ? copy('overview.goal', { amount: formatBenefit(partner, left), goal: goal.name })
      : copy('overview.goal.reached', { goal: goal.name })
  return (
    <>
      <progress className={styles.progress} value={reached} max={goal.amount} aria-label={text} />
      <p className={styles.text}>{text}</p>
    </>
  )
}

function Amount({ text }: { text: string }) {
  const [number = '', ...unit] = text.split(' ')
  return (
    <p className={styles.amount}>
      {number} {unit.length > 0 ? <span className={styles.unit}>{unit.join(' ')}</span> : null}
    </p>
  )
}

function CreditBalance() {
  const copy = useCopy()
  const app = useApp()
  const { data: summary } = useSuspenseQuery(dineSummaryQuery(app))
  const { data: activity } = useSuspenseQuery(activityQuery(app, 1))
  const standing = useCreditStanding(activity)
  return (
    <section className={`on-brand ${styles.balance}`} aria-labelledby="balance">
      <h2 className={`label ${styles.title}`} id="balance">
        {copy('credit.title')}
      </h2>
      <Amount text={formatCents(standing.balanceCents)} />
      <progress
        className={styles.progress}
        value={standing.filledCents}
        max={standing.threshold}
        aria-label={standing.bar}
      />
      {standing.sentences.map(sentence => (
        <p className={styles.text} key={sentence}>
          {sentence}
        </p>
      ))}
      <dl className={styles.facts}>
        <dt>{copy('overview.yearToDate')}</dt>
        <dd className="tabular">{formatBenefit(app.partner, summary.currentYearBenefits)}</dd>
      </dl>
      {standing.paidCents > 0 ? (
        <dl className={styles.facts}>
          <dt>{copy('credit.paid')}</dt>
          <dd className="tabular">{formatCents(standing.paidCents)}</dd>
        </dl>
      ) : null}
    </section>
  )
}

function dinesText(copy: ReturnType<typeof useCopy>, dines: number): string {
  if (dines === 0) return copy('overview.dines.none')
  return dines === 1 ? copy('overview.dines.one') : copy('overview.balance.text', { count: String(dines) })
}
