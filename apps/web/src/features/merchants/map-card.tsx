import type { MerchantImages } from '@dineward/core/merchants/image-presets.ts'
import type { MapPlace } from '@dineward/core/search/search.contract.ts'
import { AppLink } from '../../ui/app-link.tsx'
import styles from './map-card.module.css'
import { MerchantPicture } from './merchant-picture.tsx'
import { PriceMeter } from './price-meter.tsx'
import { Rating } from './rating.tsx'

interface MapCardProps {
  readonly place: MapPlace
  readonly images: MerchantImages
}

/** One restaurant, opened on a map. All of it leads to the restaurant; its name is the link. */
export function MapCard({ place, images }: MapCardProps) {
  return (
    <article className={styles.card}>
      <MerchantPicture merchant={{ id: place.id, images }} sizes="112px" small className={styles.picture} />
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
