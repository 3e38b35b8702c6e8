import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { type LoaderFunctionArgs, useNavigation, useSearchParams } from 'react-router'
import { activityQuery, type Dine } from '../../features/activity/activity.queries.ts'
import { activityAddress, readActivity } from '../../features/activity/activity-address.ts'
import { ActivityEmpty, ActivityError } from '../../features/activity/activity-empty.tsx'
import { ActivityFilters } from '../../features/activity/activity-filters.tsx'
import { ActivityMonths } from '../../features/activity/activity-list.tsx'
import { ActivityTools } from '../../features/activity/activity-tools.tsx'
import { MissingReward } from '../../features/activity/dines/missing-reward.tsx'
import { RewardsPanel } from '../../features/activity/year/rewards-panel.tsx'
import { cardsQuery } from '../../features/cards/cards.queries.ts'
import { loadAccountPage } from '../../features/identity/account.loader.ts'
import { AccountError } from '../../features/identity/account-states.tsx'
import { memberQuery } from '../../features/identity/member.queries.ts'
import { DineReview } from '../../features/reviews/dine-review.tsx'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { Pagination } from '../../ui/page/pagination.tsx'
import styles from './account.module.css'

export function ErrorBoundary() {
  return (
    <AccountError>
      <ActivityError />
    </AccountError>
  )
}

export function loader(args: LoaderFunctionArgs) {
  const { pageNo, filters, showsFilters } = readActivity(new URL(args.request.url).searchParams)
  return loadAccountPage(args, app => [
    app.queryClient.ensureQueryData(activityQuery(app, pageNo, filters)),
    ...(showsFilters ? [app.queryClient.ensureQueryData(cardsQuery(app))] : []),
  ])
}

export function Component() {
  const copy = useCopy()
  const app = useApp()
  const state = readActivity(useSearchParams()[0])
  const { pageNo, filters } = state
  const busy = useNavigation().state === 'loading'
  const { data, dataUpdatedAt } = useSuspenseQuery(activityQuery(app, pageNo, filters))
  const now = dataUpdatedAt + app.clockShiftMs
  const reviewOf = useDineReviews(now)
  const { data: items, totalPages, totalResultSize, problems = [] } = data
  const isEmpty = items.length === 0 && problems.length === 0
  return (
    <div className={styles.page}>
      <PageHead title={copy('account.tab.activity')} index={false} />
      <h1>{copy('activity.title')}</h1>
      {data.memberBalance === undefined ? null : (
        <Card padding="roomy">
          <RewardsPanel activity={data} />
        </Card>
      )}
      {problems.length > 0 ? (
        <Notice kind="warn" role="alert">
          <p>{copy('activity.filter.problem')}</p>
        </Notice>
      ) : null}
      {state.showsFilters ? <Filters state={state} problems={problems} /> : null}
      {items.length > 0 ? <ActivityTools state={state} total={totalResultSize} /> : null}
      {problems.length > 0 ? null : (
        <Card padding="roomy">
          <div aria-busy={busy}>
            {isEmpty ? (
              <ActivityEmpty state={state} pages={totalPages} />
            ) : (
              <ActivityMonths items={items} now={now} reviewOf={reviewOf} />
            )}
          </div>
          <Pagination
            page={Math.min(pageNo, totalPages + 1)}
            pages={totalPages}
            hrefOf={number => activityAddress({ filters, pageNo: number })}
            label={copy('activity.pages')}
          />
        </Card>
      )}
      <MissingReward />
      <p className={styles.disclaimer}>{copy('activity.disclaimer')}</p>
    </div>
  )
}

function Filters(props: Pick<Parameters<typeof ActivityFilters>[0], 'state' | 'problems'>) {
  const { data: cards = [] } = useQuery(cardsQuery(useApp()))
  return <ActivityFilters {...props} cards={cards} />
}

/** Account §4 describes them. */
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
