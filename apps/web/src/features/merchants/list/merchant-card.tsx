import type { ListedMerchant } from '../../../lib/listed-merchant.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { PriceMeter } from '../../../ui/price-meter.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { CardTables } from './card-tables.tsx'
import styles from './merchant-card.module.css'
import { CardFrame, distanceText, type MerchantCardProps, MerchantReward } from './merchant-card-parts.tsx'

const sizes = '(min-width: 861px) 336px, (min-width: 661px) 50vw, 100vw'

/** Its picture is above or beside the facts of shell §2.6. */
export function MerchantCard(props: MerchantCardProps) {
  const { merchant, asked = null } = props
  const { rating, priceRange, cuisines } = merchant.details
  return (
    <CardFrame {...props} crop="usual" sizes={sizes} look={styles}>
      {(to, name) => (
        <>
          <div className={styles.head}>
            <h3 className={styles.name}>{name}</h3>
            <Rating rating={rating.overallRating} count={rating.numberOfRatings} />
          </div>
          <p className={styles.facts}>
            <PriceMeter level={priceRange} /> <span>{cuisines.slice(0, 2).join(', ')}</span>
          </p>
          <p className={styles.facts}>
            <LocationLine merchant={merchant} />
          </p>
          <MerchantReward merchant={merchant} to={to} />
          <CardTables merchant={merchant} asked={asked} />
        </>
      )}
    </CardFrame>
  )
}

function LocationLine({ merchant }: { readonly merchant: ListedMerchant }) {
  const copy = useCopy()
  const place = [merchant.neighborhood, merchant.city].filter(Boolean).join(', ')
  const distance = distanceText(copy, merchant)
  return distance === null ? place : `${place} · ${distance}`
}
