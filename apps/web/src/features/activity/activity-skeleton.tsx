import { useCopy } from '../../partner/partner-context.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './activity-list.module.css'

/** Rows in the shape of dines. */
export function ActivitySkeleton({ rows = 5 }: { rows?: number }) {
  const copy = useCopy()
  return (
    <div className={styles.list} role="status">
      <span className="visually-hidden">{copy('activity.loading')}</span>
      {Array.from(Array(rows).keys(), row => (
        <div className={styles.skeleton} key={row}>
          <Skeleton length="middle" />
          <Skeleton />
          <Skeleton length="short" />
          <Skeleton length="middle" />
        </div>
      ))}
    </div>
  )
}
