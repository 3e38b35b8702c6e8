import { useImpression } from '../../../lib/tracking/tracking-impression.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { MerchantPicture } from '../../../ui/merchant-picture.tsx'
import { PriceMeter } from '../../../ui/price-meter.tsx'
import { Rating } from '../../../ui/rating.tsx'
import styles from './compact-merchant-card.module.css'
import { type MerchantCardProps, prefetchPicture, useLeaving } from './merchant-card.tsx'
import { CardCorners, distanceText, MerchantReward } from './merchant-card-parts.tsx'

/** It is for choosing among many: a small picture stands beside the facts of shell §2.6. */
export function CompactMerchantCard(props: MerchantCardProps) {
  const { merchant, eager = false, early = false, FavoriteButton } = props
  const copy = useCopy()
  const { to, leaving } = useLeaving(merchant)
  const prefetch = () => prefetchPicture(merchant)
  const impression = useImpression({ event: 'merchant_card_impression', merchantId: merchant.id })
  const { rating, priceRange, cuisines } = merchant.details
  return (
    <article ref={impression} className={styles.card} onPointerEnter={prefetch} onTouchStart={prefetch}>
      <div className={styles.frame}>
        <MerchantPicture
          merchant={merchant}
          crop="portrait"
          eager={eager}
          early={early}
          className={leaving ? `${styles.picture} ${styles.leaving}` : styles.picture}
        />
        <CardCorners merchant={merchant} FavoriteButton={FavoriteButton} />
      </div>
      <div className={styles.text}>
        <h3 className={styles.name}>
          <AppLink to={to} className="covers" onFocus={prefetch} viewTransition>
            {merchant.name}
          </AppLink>
        </h3>
        <p className={styles.score}>
          <Rating rating={rating.overallRating} count={rating.numberOfRatings} />
          <PriceMeter level={priceRange} />
        </p>
        <Facts first={cuisines.slice(0, 2).join(', ')} last={distanceText(copy, merchant)} />
        <Facts first={[merchant.neighborhood, merchant.city].filter(Boolean).join(', ')} />
        <MerchantReward merchant={merchant} to={to} />
      </div>
    </article>
  )
}

/** It is on one line: the first part is shortened, the last stays readable. */
function Facts({ first, last }: { readonly first: string; readonly last?: string | null }) {
  return (
    <p className={styles.facts}>
      <span className={styles.first}>{first}</span>
      {last ? <span>{first ? ` · ${last}` : last}</span> : null}
    </p>
  )
}
