import { formatNumber } from '@dineward/core/shared/format.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { type ActivityState, activityFileAddress, activityPath } from './activity-address.ts'
import styles from './activity-filters.module.css'

interface ActivityToolsProps {
  readonly state: ActivityState
  readonly total: number
}

/** How much there is, and what one can do with it. */
export function ActivityTools({ state, total }: ActivityToolsProps) {
  const copy = useCopy()
  return (
    <div className={styles.head}>
      <p className={styles.count} role="status">
        {copy(total === 1 ? 'activity.count.one' : 'activity.count', { count: formatNumber(total) })}
      </p>
      <div className={styles.tools}>
        {state.showsFilters ? null : (
          <ButtonLink to={`${activityPath}?filters=all`} variant="quiet" size="small" preventScrollReset>
            {copy('activity.filter.show')}
          </ButtonLink>
        )}
        <ButtonLink
          to={activityFileAddress(state.filters)}
          variant="quiet"
          size="small"
          reloadDocument
          download
        >
          {copy('activity.file')}
        </ButtonLink>
        <Button variant="quiet" size="small" className={styles.print ?? ''} onClick={() => print()}>
          {copy('activity.print')}
        </Button>
      </div>
    </div>
  )
}
