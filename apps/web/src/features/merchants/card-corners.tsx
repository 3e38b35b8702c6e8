import { type ComponentType, lazy, Suspense } from 'react'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { whenIdle } from '../../lib/when-idle.ts'
import styles from './card-corners.module.css'
// The script is deferred; the styles come with the card.
import './locked-badge.module.css'
import { MerchantBadges } from './merchant-badges.tsx'

const loadBadge = async () => ({ default: (await import('./locked-badge.tsx')).LockedBadge })
const idle = () => new Promise<void>(resolve => void whenIdle(resolve))
const LockedBadge = import.meta.env.SSR ? (await loadBadge()).default : lazy(() => idle().then(loadBadge))

/** Saves a restaurant: another feature's button, which the route hands to the lists. */
export type FavoriteButtonSlot = ComponentType<{
  readonly merchant: Pick<ListedMerchant, 'id' | 'name' | 'favorite'>
}>

interface CardCornersProps {
  readonly merchant: ListedMerchant
  readonly FavoriteButton?: FavoriteButtonSlot | undefined
}

/** Over a card's picture: badges on the left, the favorite button on the right. */
export function CardCorners({ merchant, FavoriteButton }: CardCornersProps) {
  const { unlockTier, favorite, leftOn } = merchant
  const hasButton = FavoriteButton !== undefined && favorite !== undefined
  const locked =
    unlockTier && !leftOn ? (
      <Suspense fallback={null}>
        <LockedBadge tier={unlockTier} />
      </Suspense>
    ) : undefined
  return (
    <>
      <div className={hasButton ? `${styles.badges} ${styles.besideButton}` : styles.badges}>
        <MerchantBadges merchant={merchant} acclaimed={locked} />
      </div>
      {hasButton ? <FavoriteButton merchant={merchant} /> : null}
    </>
  )
}
