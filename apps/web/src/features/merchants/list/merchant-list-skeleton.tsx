import { Card } from '../../../ui/card.tsx'
import { Skeleton } from '../../../ui/skeleton.tsx'
import listStyles from './merchant-list.module.css'
import styles from './merchant-list-skeleton.module.css'

interface MerchantListSkeletonProps {
  readonly count?: number
  readonly compact?: boolean
}

export function MerchantListSkeleton({ count = 6, compact = false }: MerchantListSkeletonProps) {
  return (
    <div
      className={compact ? `${listStyles.list} ${listStyles.compact} ${styles.compact}` : listStyles.list}
      aria-hidden="true"
    >
      {Array.from(Array(count).keys(), place => (
        <Card key={place} padding="none" className={styles.ghost}>
          <Skeleton shape="block" className={styles.ghostPicture} />
          <div className={styles.ghostText}>
            <Skeleton shape="title" length="middle" />
            <Skeleton length="middle" />
            <Skeleton length="short" />
          </div>
        </Card>
      ))}
    </div>
  )
}
