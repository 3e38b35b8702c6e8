import { useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { ListedMerchant } from './listed-merchant.ts'
import { MerchantPicture } from './merchant-picture.tsx'
import styles from './merchant-slide.module.css'
import { PriceMeter } from './price-meter.tsx'

/** A restaurant in a row of small ones: its picture, its name, a line of facts. */
export function MerchantSlide({ merchant }: { readonly merchant: ListedMerchant }) {
  const copy = useCopy()
  const { cuisines, priceRange } = merchant.details
  const where = merchant.neighborhood || merchant.city
  const distance =
    merchant.distance === null
      ? ''
      : copy('merchantCard.distance', { miles: Math.max(0.1, merchant.distance).toFixed(1) })
  return (
    <article className={styles.slide}>
      <MerchantPicture merchant={merchant} sizes="200px" small className={styles.picture} />
      <h3 className={styles.name}>
        <AppLink className={styles.link} to={`/merchants/${encodeURIComponent(merchant.id)}`}>
          {merchant.name}
        </AppLink>
      </h3>
      <p className={styles.facts}>
        <PriceMeter level={priceRange} /> {cuisines[0]}
      </p>
      <p className={styles.facts}>{[where, distance].filter(Boolean).join(' · ')}</p>
      {merchant.earnRate ? (
        <p>
          <Chip kind="earn">{merchant.earnRate.text}</Chip>
        </p>
      ) : null}
    </article>
  )
}
