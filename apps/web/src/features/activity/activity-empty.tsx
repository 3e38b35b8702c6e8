import { useLocation } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/empty/empty-state.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { type ActivityState, activityAddress, activityPath, hasFilters } from './activity-address.ts'

interface ActivityEmptyProps {
  readonly state: ActivityState
  readonly pages: number
}

/** The activity could not be loaded (account §8). */
export function ActivityError() {
  const copy = useCopy()
  const { pathname, search } = useLocation()
  return (
    <Card padding="none">
      <PageHead title={copy('account.tab.activity')} index={false} />
      <EmptyState
        look="page"
        spot="pot"
        title={copy('account.error.title')}
        text={copy('account.error.text')}
        role="alert"
      >
        <ButtonLink to={pathname + search}>{copy('layout.tryAgain')}</ButtonLink>
        <ButtonLink to="/search" variant="quiet">
          {copy('activity.empty.action')}
        </ButtonLink>
      </EmptyState>
    </Card>
  )
}

/** No dines at all, none that match, or a page past the last. */
export function ActivityEmpty({ state: { filters }, pages }: ActivityEmptyProps) {
  const copy = useCopy()
  const kind = pages > 0 ? 'pages' : hasFilters(filters) ? 'filters' : 'empty'
  const action = {
    pages: activityAddress({ filters }),
    filters: activityPath,
    empty: '/search',
  }[kind]
  return (
    <EmptyState
      spot={kind === 'empty' ? 'receipt' : 'search'}
      title={copy(`activity.${kind}.title`)}
      text={copy(`activity.${kind}.text`, { count: String(pages) })}
    >
      <ButtonLink to={action}>{copy(`activity.${kind}.action`)}</ButtonLink>
    </EmptyState>
  )
}
