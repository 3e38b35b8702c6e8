import { useQuery } from '@tanstack/react-query'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { SummaryCard, SummaryLink, SummaryNotLoaded } from '../../ui/summary-card.tsx'
import { dineSummaryQuery } from './activity.queries.ts'
import { BenefitNumber } from './benefit-number.tsx'
import { Goal } from './goal.tsx'
import styles from './home-balance.module.css'

/** The number of the overview, which its page explains. */
export function HomeBalance() {
  const copy = useCopy()
  const query = useQuery(dineSummaryQuery(useApp()))
  const head = { id: 'home-balance', title: copy('overview.yearToDate') }
  if (!query.data) return <SummaryNotLoaded {...head} query={query} />
  const { benefit } = query.data
  return (
    <SummaryCard {...head}>
      <BenefitNumber amount={benefit} className={styles.amount} />
      <Goal earned={benefit} />
      <SummaryLink to="/account/overview">{copy('home.balance.more')}</SummaryLink>
    </SummaryCard>
  )
}
