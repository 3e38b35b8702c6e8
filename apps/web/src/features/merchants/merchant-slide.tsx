import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { MerchantPicture } from '../../ui/merchant-picture.tsx'
import { CardCorners, type FavoriteButtonSlot } from './card-corners.tsx'
import { MerchantReward } from './merchant-reward.tsx'
import styles from './merchant-slide.module.css'
import { PriceMeter } from './price-meter.tsx'
import { Rating } from './rating.tsx'

interface MerchantSlideProps {
  readonly merchant: ListedMerchant
  readonly FavoriteButton?: FavoriteButtonSlot | undefined
}

/** A restaurant in a row of small ones: the card without its frame, 200 px wide (shell §9). */
export function MerchantSlide({ merchant, FavoriteButton }: MerchantSlideProps) {
  const copy = useCopy()
  const to = `/merchants/${encodeURIComponent(merchant.id)}`
  const { cuisines, priceRange, rating } = merchant.details
  const where = merchant.neighborhood || merchant.city
  const distance =
    merchant.distance === null
      ? ''
      : copy('merchantCard.distance', { miles: Math.max(0.1, merchant.distance).toFixed(1) })
  return (
    <article className={styles.slide}>
      <div className={styles.frame}>
        <MerchantPicture merchant={merchant} sizes="200px" small className={styles.picture} />
        <CardCorners merchant={merchant} FavoriteButton={FavoriteButton} />
      </div>
      <h3 className={styles.name}>
        <AppLink className="covers" to={to}>
          {merchant.name}
        </AppLink>
      </h3>
      <p className={styles.facts}>
        <Rating rating={rating.overallRating} count={rating.numberOfRatings} />
      </p>
      <p className={styles.facts}>
        <PriceMeter level={priceRange} /> {cuisines[0]}
      </p>
      <p className={styles.facts}>{[where, distance].filter(Boolean).join(' · ')}</p>
      <MerchantReward merchant={merchant} to={to} />
    </article>
  )
}
