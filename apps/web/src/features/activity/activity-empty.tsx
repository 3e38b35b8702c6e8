import { useLocation } from 'react-router'
import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Card } from '../../ui/card.tsx'
import { Icon } from '../../ui/icon.tsx'
import { PageHead } from '../../ui/page/page-head.tsx'
import { type ActivityState, activityAddress, activityPath, hasFilters } from './activity-address.ts'
import styles from './activity-empty.module.css'

interface ActivityEmptyProps {
  readonly state: ActivityState
  readonly pages: number
}

/** The activity could not be loaded (account §8). */
export function ActivityError() {
  const copy = useCopy()
  const { pathname, search } = useLocation()
  return (
    <Card padding="roomy">
      <PageHead title={copy('account.tab.activity')} index={false} />
      <div className={styles.empty} role="alert">
        <span className={styles.plate}>
          <Icon name="fork" />
        </span>
        <h1 className={styles.title}>{copy('account.error.title')}</h1>
        <p className={styles.text}>{copy('account.error.text')}</p>
        <div className={styles.actions}>
          <ButtonLink to={pathname + search}>{copy('layout.tryAgain')}</ButtonLink>
          <ButtonLink to="/search" variant="quiet">
            {copy('activity.empty.action')}
          </ButtonLink>
        </div>
      </div>
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
    <div className={styles.empty}>
      <span className={styles.plate}>
        <Icon name={kind === 'empty' ? 'fork' : 'search'} />
      </span>
      <h2 className={styles.title}>{copy(`activity.${kind}.title`)}</h2>
      <p className={styles.text}>{copy(`activity.${kind}.text`, { count: String(pages) })}</p>
      <ButtonLink to={action}>{copy(`activity.${kind}.action`)}</ButtonLink>
    </div>
  )
}
