import { useCopy } from '../../partner/partner-context.tsx'
import { ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { type ActivityState, activityAddress, activityPath, hasFilters } from './activity-address.ts'
import styles from './activity-empty.module.css'

interface ActivityEmptyProps {
  readonly state: ActivityState
  readonly pages: number
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
