import type { getRewardsYear } from '@dineward/core/activity/rewards-year.contract.ts'
import { queryOptions, useQuery } from '@tanstack/react-query'
import type { AppContext } from '../../../app-context.ts'
import { deferred } from '../../../lib/deferred/deferred.tsx'
import { useNear } from '../../../lib/deferred/use-near.ts'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import { dineSummaryQuery } from '../activity.queries.ts'
import styles from './rewards-year.module.css'

function rewardsYearQuery(app: AppContext) {
  return queryOptions({
    queryKey: ['rewardsYear'],
    queryFn: () => app.api.call<typeof getRewardsYear>('GET', '/api/Member/RewardsYear', {}),
  })
}

const waiting = <Skeleton shape="block" className={styles.waiting} />

const Figures = deferred(
  () => import('./rewards-year-figures.tsx'),
  module => module.RewardsYearFigures,
  { when: 'now', fallback: waiting },
)

/** Fetched when it is about to be seen. Nothing for a member who has earned nothing yet. */
export function RewardsYear() {
  const copy = useCopy()
  const [section, isNear] = useNear()
  const app = useApp()
  const { data: summary } = useQuery(dineSummaryQuery(app))
  const { data: year, isError } = useQuery({ ...rewardsYearQuery(app), enabled: isNear })
  if (isError || summary?.currentYearDines === 0 || year?.total.dines === 0) return null
  return (
    <div ref={section}>
      <Card padding="roomy" as="section" className={styles.year} aria-labelledby="year" aria-busy={!year}>
        <h2 id="year">{copy('year.title')}</h2>
        {year ? <Figures year={year} /> : waiting}
      </Card>
    </div>
  )
}
