import { useCopy } from '../../../partner/partner-context.tsx'
import { PriceMeter } from '../../../ui/price-meter.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { CardTables } from './card-tables.tsx'
import styles from './compact-merchant-list.module.css'
import { CardFrame, distanceText, type MerchantCardProps, MerchantReward } from './merchant-card-parts.tsx'
import { MerchantList, type MerchantListProps } from './merchant-list.tsx'

/** Its cards are for choosing among many. */
export function CompactMerchantList(props: Omit<MerchantListProps, 'Card' | 'compact'>) {
  return <MerchantList {...props} Card={CompactMerchantCard} compact />
}

/** A small picture stands beside the facts of shell §2.6. */
export function CompactMerchantCard(props: MerchantCardProps) {
  const { merchant, asked = null } = props
  const copy = useCopy()
  const { rating, priceRange, cuisines } = merchant.details
  return (
    <CardFrame {...props} crop="portrait" look={styles}>
      {(to, name) => (
        <>
          <h3 className={styles.name}>{name}</h3>
          <p className={styles.score}>
            <Rating rating={rating.overallRating} count={rating.numberOfRatings} />
            <PriceMeter level={priceRange} />
          </p>
          <Facts first={cuisines.slice(0, 2).join(', ')} last={distanceText(copy, merchant)} />
          <Facts first={[merchant.neighborhood, merchant.city].filter(Boolean).join(', ')} />
          <MerchantReward merchant={merchant} to={to} />
          <CardTables merchant={merchant} asked={asked} />
        </>
      )}
    </CardFrame>
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
