import { lazy, Suspense } from 'react'
import { whenIdle } from '../../lib/when-idle.ts'
import styles from './card-corners.module.css'
// Their script comes later; how they look stands in the head with the card.
import './favorite-heart.module.css'
import './locked-badge.module.css'
import type { ListedMerchant } from './listed-merchant.ts'
import { MerchantBadges } from './merchant-badges.tsx'

/**
 * What members can press on a card besides the card. The server draws it with the rest; in a browser its script comes
 * after the first, and until it is here the server's drawing stands.
 */
const loadHeart = async () => ({ default: (await import('./favorite-heart.tsx')).FavoriteHeart })
const loadBadge = async () => ({ default: (await import('./locked-badge.tsx')).LockedBadge })
const idle = () => new Promise<void>(resolve => void whenIdle(resolve))

const FavoriteHeart = import.meta.env.SSR ? (await loadHeart()).default : lazy(() => idle().then(loadHeart))
const LockedBadge = import.meta.env.SSR ? (await loadBadge()).default : lazy(() => idle().then(loadBadge))

/** Over a card's picture: what is special on the left, the heart on the right. */
export function CardCorners({ merchant }: { readonly merchant: ListedMerchant }) {
  const { unlockTier, favorite, leftOn } = merchant
  const locked =
    unlockTier && !leftOn ? (
      <Suspense fallback={null}>
        <LockedBadge tier={unlockTier} />
      </Suspense>
    ) : undefined
  return (
    <>
      <div className={favorite === undefined ? styles.badges : `${styles.badges} ${styles.besideHeart}`}>
        <MerchantBadges merchant={merchant} acclaimed={locked} />
      </div>
      {favorite === undefined ? null : (
        <Suspense fallback={null}>
          <FavoriteHeart merchant={merchant} />
        </Suspense>
      )}
    </>
  )
}
