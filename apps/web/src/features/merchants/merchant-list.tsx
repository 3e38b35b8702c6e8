import { Suspense } from 'react'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { ListedMerchant } from './listed-merchant.ts'
import { MerchantCard } from './merchant-card.tsx'
import styles from './merchant-list.module.css'

interface MerchantListProps {
  readonly merchants: readonly ListedMerchant[]
  /** How many are seen at once. Others are fetched when they come near. */
  readonly eager?: number
  /** On small screens one row to leaf through sideways, in place of a long column. */
  readonly leaf?: boolean
}

/** Each card comes alive by itself, so that twenty of them do not hold up a tap meanwhile. */
export function MerchantList({ merchants, eager = 0, leaf = false }: MerchantListProps) {
  return (
    <ul className={leaf ? `${styles.list} ${styles.leaf}` : styles.list}>
      {merchants.map((merchant, index) => (
        <li key={merchant.id}>
          <Suspense fallback={null}>
            <MerchantCard merchant={merchant} eager={index === 0 && eager > 0} early={index < eager} />
          </Suspense>
        </li>
      ))}
    </ul>
  )
}

/** The list before it is there, in its shape and size. */
export function MerchantListSkeleton({ count = 6 }: { readonly count?: number }) {
  return (
    <div className={styles.list} aria-hidden="true">
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
