import { AppLink } from '../../../ui/app-link.tsx'
import { MerchantPicture } from '../../../ui/merchant-picture.tsx'
import { PriceMeter } from '../../../ui/price-meter.tsx'
import { Rating } from '../../../ui/rating.tsx'
import styles from './guide-picks.module.css'
import type { PickedMerchant } from './guides.queries.ts'

interface GuidePicksProps {
  readonly picks: readonly PickedMerchant[]
}

/** An editor's choices, in the editor's order, each with a reason. */
export function GuidePicks({ picks }: GuidePicksProps) {
  return (
    <ol className={styles.picks}>
      {picks.map(({ note, ...merchant }) => {
        const { rating, priceRange, cuisines } = merchant.details
        return (
          <li key={merchant.id} className={styles.pick}>
            <MerchantPicture
              merchant={merchant}
              sizes="(min-width: 661px) 300px, 100vw"
              className={styles.picture}
            />
            <div className={styles.text}>
              <h2 className={styles.name}>
                <AppLink className="covers" to={`/merchants/${encodeURIComponent(merchant.id)}`}>
                  {merchant.name}
                </AppLink>
              </h2>
              <p className={styles.facts}>
                <Rating rating={rating.overallRating} count={rating.numberOfRatings} />
                <PriceMeter level={priceRange} />
                <span>{[cuisines[0], merchant.neighborhood].filter(Boolean).join(' · ')}</span>
              </p>
              {note ? <p className={styles.note}>{note}</p> : null}
            </div>
          </li>
        )
      })}
    </ol>
  )
}
