import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { Icon } from '../../ui/icon.tsx'
import { LockedBadge } from './locked-badge.tsx'
import { MerchantActions } from './merchant-actions.tsx'
import { MerchantBadges } from './merchant-badges.tsx'
import styles from './merchant-title.module.css'
import { DoorSign } from './opening-hours.tsx'
import { PriceMeter } from './price-meter.tsx'
import { Rating } from './rating.tsx'
import { type LocalMoment, tellsHours } from './restaurant-hours.ts'

interface MerchantTitleProps {
  readonly merchant: Merchant
  readonly now: LocalMoment
}

/** The name, the facts in a line, whether it is open, and what can be done with it. */
export function MerchantTitle({ merchant, now }: MerchantTitleProps) {
  const { rating, priceRange, cuisines } = merchant.details
  const { neighborhood, address } = merchant.location
  return (
    <header className={styles.header}>
      <div className={styles.badges}>
        <MerchantBadges
          merchant={merchant}
          acclaimed={
            merchant.unlockTier && merchant.leftOn === null ? (
              <LockedBadge tier={merchant.unlockTier} />
            ) : undefined
          }
        />
      </div>
      <h1>{merchant.name}</h1>
      <ul className={styles.facts}>
        <li>
          <Rating rating={rating.overallRating} count={rating.numberOfRatings} />
        </li>
        {priceRange > 0 ? (
          <li>
            <PriceMeter level={priceRange} />
          </li>
        ) : null}
        {cuisines.length > 0 ? <li>{cuisines.join(', ')}</li> : null}
        <li>{neighborhood || address.city}</li>
      </ul>
      {tellsHours(merchant.hours) ? (
        <p className={styles.door}>
          <Icon name="clock" />
          <DoorSign hours={merchant.hours} now={now} />
        </p>
      ) : null}
      <MerchantActions merchant={merchant} now={now} />
    </header>
  )
}
