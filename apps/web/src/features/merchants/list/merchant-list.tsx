import { type ComponentType, Suspense, type SyntheticEvent } from 'react'
import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { MerchantCard, type MerchantCardProps } from './merchant-card.tsx'
import type { FavoriteButtonSlot } from './merchant-card-parts.tsx'
import styles from './merchant-list.module.css'

interface MerchantListProps {
  readonly merchants: readonly ListedMerchant[]
  /** How many are visible without scrolling; the pictures of others load lazily. */
  readonly eager?: number
  readonly leaf?: boolean
  /** Small cards are for choosing among many; the usual ones are the default. */
  readonly CompactCard?: ComponentType<MerchantCardProps> | undefined
  readonly activeId?: string | null
  readonly onActive?: (id: string | null) => void
  readonly FavoriteButton?: FavoriteButtonSlot
}

/** Each card hydrates separately, so that a tap is not blocked by the rest. */
export function MerchantList(props: MerchantListProps) {
  const { merchants, eager = 0, leaf = false, CompactCard, activeId = null, onActive, FavoriteButton } = props
  const ListCard = CompactCard ?? MerchantCard
  return (
    <ul
      className={[styles.list, leaf ? styles.leaf : '', CompactCard ? styles.compact : '']
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
