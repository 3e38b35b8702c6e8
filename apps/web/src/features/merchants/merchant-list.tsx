import { Suspense, type SyntheticEvent } from 'react'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { Card } from '../../ui/card.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import type { FavoriteButtonSlot } from './card-corners.tsx'
import { MerchantCard } from './merchant-card.tsx'
import styles from './merchant-list.module.css'

interface MerchantListProps {
  readonly merchants: readonly ListedMerchant[]
  /** How many are seen at once. Others are fetched when they come near. */
  readonly eager?: number
  /** On small screens one row to leaf through sideways, in place of a long column. */
  readonly leaf?: boolean
  /** The card that stands out: pointed at elsewhere. */
  readonly activeId?: string | null
  /** A card is pointed at or focused; null: no longer. */
  readonly onActive?: (id: string | null) => void
  readonly FavoriteButton?: FavoriteButtonSlot
}

/** Each card comes alive by itself, so that twenty of them do not hold up a tap meanwhile. */
export function MerchantList(props: MerchantListProps) {
  const { merchants, eager = 0, leaf = false, activeId = null, onActive, FavoriteButton } = props
  return (
    <ul
      className={leaf ? `${styles.list} ${styles.leaf}` : styles.list}
      {...(onActive ? pointing(onActive) : {})}
    >
      {merchants.map((merchant, index) => (
        <li
          key={merchant.id}
          data-merchant={onActive ? merchant.id : undefined}
          data-active={merchant.id === activeId || undefined}
        >
          <Suspense fallback={null}>
            <MerchantCard
              merchant={merchant}
              eager={index === 0 && eager > 0}
              early={index < eager}
              FavoriteButton={FavoriteButton}
            />
          </Suspense>
        </li>
      ))}
    </ul>
  )
}

function pointing(onActive: (id: string | null) => void) {
  const point = ({ target }: SyntheticEvent) => {
    const item = (target as Element).closest<HTMLElement>('[data-merchant]')
    onActive(item?.dataset.merchant ?? null)
  }
  const leave = () => onActive(null)
  return { onPointerOver: point, onFocus: point, onPointerLeave: leave, onBlur: leave }
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
