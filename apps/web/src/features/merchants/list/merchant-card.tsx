import { useViewTransitionState } from 'react-router'
import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { savesData } from '../../../lib/navigation/prefetch.ts'
import { useImpression } from '../../../lib/tracking/tracking-impression.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { MerchantPicture, pictureUrl } from '../../../ui/merchant-picture.tsx'
import { PriceMeter } from '../../../ui/price-meter.tsx'
import { Rating } from '../../../ui/rating.tsx'
import styles from './merchant-card.module.css'
import { CardCorners, distanceText, type FavoriteButtonSlot, MerchantReward } from './merchant-card-parts.tsx'

export interface MerchantCardProps {
  readonly merchant: ListedMerchant
  /** `eager` is the first on the page. `early` ones are visible without scrolling on large screens. */
  readonly eager?: boolean
  readonly early?: boolean
  readonly FavoriteButton?: FavoriteButtonSlot | undefined
}

const sizes = '(min-width: 861px) 336px, (min-width: 661px) 50vw, 100vw'

/** The name is the link and covers the card (shell §2.6). */
export function MerchantCard(props: MerchantCardProps) {
  const { merchant, eager = false, early = false, FavoriteButton } = props
  const { to, leaving } = useLeaving(merchant)
  const prefetch = () => prefetchPicture(merchant)
  const impression = useImpression({ event: 'merchant_card_impression', merchantId: merchant.id })
  const { rating, priceRange, cuisines } = merchant.details
  return (
    <article ref={impression} className={styles.card} onPointerEnter={prefetch} onTouchStart={prefetch}>
      <div className={styles.frame}>
        <MerchantPicture
          merchant={merchant}
          sizes={sizes}
          eager={eager}
          early={early}
          className={leaving ? `${styles.picture} ${styles.leaving}` : styles.picture}
        />
        <CardCorners merchant={merchant} FavoriteButton={FavoriteButton} />
      </div>
      <div className={styles.text}>
        <div className={styles.head}>
          <h3 className={styles.name}>
            <AppLink to={to} className="covers" onFocus={prefetch} viewTransition>
              {merchant.name}
            </AppLink>
          </h3>
          <Rating rating={rating.overallRating} count={rating.numberOfRatings} />
        </div>
        <p className={styles.facts}>
          <PriceMeter level={priceRange} /> <span>{cuisines.slice(0, 2).join(', ')}</span>
        </p>
        <p className={styles.facts}>
          <LocationLine merchant={merchant} />
        </p>
        <MerchantReward merchant={merchant} to={to} />
      </div>
    </article>
  )
}

/** The card's address, and whether its picture is about to become the page's. */
export function useLeaving({ id }: ListedMerchant): { readonly to: string; readonly leaving: boolean } {
  const to = `/merchants/${encodeURIComponent(id)}`
  return { to, leaving: useViewTransitionState(to) }
}

function LocationLine({ merchant }: { readonly merchant: ListedMerchant }) {
  const copy = useCopy()
  const place = [merchant.neighborhood, merchant.city].filter(Boolean).join(', ')
  const distance = distanceText(copy, merchant)
  return distance === null ? place : `${place} · ${distance}`
}

/** Preload the next page's picture. The link prefetches the page. */
export function prefetchPicture(merchant: ListedMerchant): void {
  if (!savesData()) new Image().src = pictureUrl(merchant, 'detail')
}
