import { useCopy } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import styles from './account.module.css'

/** A heading and a list, which is what every page of the account is. */
export function AccountSkeleton() {
  const copy = useCopy()
  return (
    <div className={styles.page} role="status">
      <span className="visually-hidden">{copy('account.loading')}</span>
      <Skeleton shape="title" length="middle" />
      <Card padding="roomy">
        {Array.from(Array(6).keys(), row => (
          <p key={row}>
            <Skeleton length="middle" />
            <Skeleton length="short" />
          </p>
        ))}
      </Card>
    </div>
  )
}
