import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigation, useSearchParams } from 'react-router'
import { activityQuery, type Dine } from '../../features/activity/activity.queries.ts'
import { ActivityEmpty } from '../../features/activity/activity-empty.tsx'
import { ActivityList } from '../../features/activity/activity-list.tsx'
import { MissingReward } from '../../features/activity/missing-reward.tsx'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { DineReview } from '../../features/reviews/dine-review.tsx'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import { PageHead } from '../../ui/page-head.tsx'
import { Pagination } from '../../ui/pagination.tsx'
import styles from './account.module.css'

export { AccountError as ErrorBoundary } from '../../features/identity/account-states.tsx'

export function loader(args: LoaderFunctionArgs) {
  const page = pageOf(new URL(args.request.url).searchParams)
  return loadAccountPage(args, app => [app.queryClient.ensureQueryData(activityQuery(app, page))])
}

function pageOf(query: URLSearchParams): number {
  const page = Number(query.get('pageNo'))
  return Number.isSafeInteger(page) && page > 0 ? page : 1
}

export function Component() {
  const copy = useCopy()
  const page = pageOf(useSearchParams()[0])
  const busy = useNavigation().state === 'loading'
  const app = useApp()
  const { data, dataUpdatedAt } = useSuspenseQuery(activityQuery(app, page))
  const now = dataUpdatedAt + app.clockShiftMs
  const reviewOf = useDineReviews(now)
  return (
    <div className={styles.page}>
      <PageHead title={copy('account.tab.activity')} index={false} />
      <h1>{copy('activity.title')}</h1>
      <Card padding="roomy">
        <div aria-busy={busy}>
          {data.data.length === 0 ? (
            <ActivityEmpty />
          ) : (
            <ActivityList items={data.data} now={now} reviewOf={reviewOf} />
          )}
        </div>
        <Pagination
          page={page}
          pages={data.totalPages}
          hrefOf={number => `/account/recent_activity?pageNo=${number}`}
          label={copy('activity.pages')}
        />
      </Card>
      <MissingReward />
      <p className={styles.disclaimer}>{copy('activity.disclaimer')}</p>
    </div>
  )
}

/** Account §4. */
function useDineReviews(now: number) {
  const { data: member } = useQuery(memberQuery(useApp()))
  const today = new Date(now).toISOString().slice(0, 10)
  return (dine: Dine) => {
    const {
      sourceTransactionId: transactionId,
      merchantId,
      merchantName,
      awardStatus: status,
      isReviewed,
    } = dine
    const reviewable = { transactionId, merchantId, merchantName, status, dinedOn: dine.date.slice(0, 10) }
    return (
      <DineReview
        dine={reviewable}
        familyId={member?.familyId ?? null}
        isReviewed={isReviewed}
        today={today}
      />
    )
  }
}
