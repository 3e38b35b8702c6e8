import type { MapPlace } from '@dineward/core/search/search.contract.ts'
import { AppLink } from '../../../ui/app-link.tsx'
import { MerchantPicture } from '../../../ui/merchant-picture.tsx'
import { PriceMeter } from '../../../ui/price-meter.tsx'
import { Rating } from '../../../ui/rating.tsx'
import styles from './map-card.module.css'

/** The map response has no image URL; this path is enough. */
const images = { imageBaseUrl: '/images/merchants' }

interface MapCardProps {
  readonly place: MapPlace
}

export function MapCard({ place }: MapCardProps) {
  return (
    <article className={styles.card}>
      <MerchantPicture
        merchant={{ id: place.id, images }}
        sizes="112px"
        crop="small"
        className={styles.picture}
      />
      <div className={styles.text}>
        <h3 className={styles.name}>
          <AppLink className="covers" to={`/merchants/${encodeURIComponent(place.id)}`}>
            {place.name}
          </AppLink>
        </h3>
        <Rating rating={place.rating} {...(place.rating > 0 ? {} : { count: 0 })} />
        <p className={styles.facts}>
          <PriceMeter level={place.priceRange} /> <span>{place.cuisine}</span>
        </p>
      </div>
    </article>
  )
}
