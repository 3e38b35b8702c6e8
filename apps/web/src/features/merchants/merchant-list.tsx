import { Suspense, type SyntheticEvent } from 'react'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import { SectionHead } from '../../ui/section-head.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { CompactMerchantCard } from './compact-merchant-card.tsx'
import { MerchantCard } from './merchant-card.tsx'
import type { FavoriteButtonSlot } from './merchant-card-parts.tsx'
import styles from './merchant-list.module.css'

interface MerchantListProps {
  readonly merchants: readonly ListedMerchant[]
  /** How many are visible without scrolling; the pictures of others load lazily. */
  readonly eager?: number
  readonly leaf?: boolean
  /** Small cards, many on a screen. */
  readonly compact?: boolean
  readonly activeId?: string | null
  readonly onActive?: (id: string | null) => void
  readonly FavoriteButton?: FavoriteButtonSlot
}

/** Each card hydrates separately, so that a tap is not blocked by the rest. */
export function MerchantList(props: MerchantListProps) {
  const {
    merchants,
    eager = 0,
    leaf = false,
    compact = false,
    activeId = null,
    onActive,
    FavoriteButton,
  } = props
  const ListCard = compact ? CompactMerchantCard : MerchantCard
  return (
    <ul
      className={[styles.list, leaf ? styles.leaf : '', compact ? styles.compact : '']
        .filter(Boolean)
        .join(' ')}
      {...(onActive ? pointing(onActive) : {})}
    >
      {merchants.map((merchant, index) => (
        <li
          key={merchant.id}
          data-merchant={onActive ? merchant.id : undefined}
          data-active={merchant.id === activeId || undefined}
        >
          <Suspense fallback={null}>
            <ListCard
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

interface MerchantListSkeletonProps {
  readonly count?: number
  readonly compact?: boolean
}

export function MerchantListSkeleton({ count = 6, compact = false }: MerchantListSkeletonProps) {
  return (
    <div className={compact ? `${styles.list} ${styles.compact}` : styles.list} aria-hidden="true">
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

interface NearYouProps {
  readonly title?: string
  readonly merchants: readonly ListedMerchant[]
  readonly waiting: boolean
  readonly FavoriteButton: FavoriteButtonSlot
}

export function NearYou({ title, merchants, waiting, FavoriteButton }: NearYouProps) {
  const copy = useCopy()
  if (merchants.length === 0 && !waiting) return null
  return (
    <section className={`width-content ${styles.near}`}>
      <SectionHead title={title ?? copy('home.near.title')} allTo="/search" all={copy('home.near.all')} />
      {merchants.length > 0 ? (
        <MerchantList merchants={merchants} leaf FavoriteButton={FavoriteButton} />
      ) : (
        <MerchantListSkeleton />
      )}
    </section>
  )
}
