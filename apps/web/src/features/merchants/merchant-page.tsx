import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { tierToUnlock } from '@dineward/core/merchants/unlock-access.rules.ts'
import type { ReactNode } from 'react'
import { longDate } from '../../lib/format-date.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import { Card } from '../../ui/card.tsx'
import { Chip } from '../../ui/chip.tsx'
import { Icon } from '../../ui/icon.tsx'
import { Notice } from '../../ui/notice.tsx'
import { EarnAnswer } from './earn-answer.tsx'
import type { ListedMerchant } from './listed-merchant.ts'
import { LockedBadge } from './locked-badge.tsx'
import { MerchantBadges } from './merchant-badges.tsx'
import { MerchantContact } from './merchant-contact.tsx'
import { NearbyInstead } from './merchant-gone.tsx'
import { MerchantJsonLd } from './merchant-json-ld.tsx'
import { MerchantMenu } from './merchant-menu.tsx'
import styles from './merchant-page.module.css'
import { MerchantPicture } from './merchant-picture.tsx'
import { MerchantReviews } from './merchant-reviews.tsx'
import { DoorSign, OpeningHours } from './opening-hours.tsx'
import { PriceMeter } from './price-meter.tsx'
import { Rating } from './rating.tsx'
import { type LocalMoment, localMomentAt } from './restaurant-hours.ts'

interface MerchantPageProps {
  readonly merchant: Merchant
  /** When the restaurant was asked for: "today" and "open now" go by it, on both sides alike. */
  readonly instant: Date
  /** Whoever is signed in; null: nobody. */
  readonly member: { readonly tierLevel: number; readonly memberType: string } | null
  /** In place of one that left. */
  readonly nearby: readonly ListedMerchant[]
  /** Where a table is booked. */
  readonly reserve?: ReactNode
}

/** Picture, name, facts, then the answer to "do I earn here today"; the rest below. */
export function MerchantPage({ merchant, instant, member, nearby, reserve }: MerchantPageProps) {
  const copy = useCopy()
  const partner = usePartner()
  const now = localMomentAt(merchant.timezone, instant)
  return (
    <article className={`width-content ${styles.page}`}>
      <MerchantJsonLd merchant={merchant} />
      <div className={styles.frame}>
        <MerchantPicture merchant={merchant} sizes="600px" wide eager className={styles.picture} />
      </div>
      <div className={styles.side}>
        <Title merchant={merchant} now={now} tier={tierToUnlock(partner, merchant, member)} />
        {merchant.leftOn === null ? null : (
          <Notice kind="warn" title={copy('merchant.left.title', { merchant: merchant.name })}>
            <p>{copy('merchant.left.text', { date: longDate(merchant.leftOn) })}</p>
          </Notice>
        )}
        <EarnAnswer merchant={merchant} now={now} />
        {reserve}
        <Card className={styles.section}>
          <h2 className={styles.small}>{copy('merchant.contact')}</h2>
          <MerchantContact merchant={merchant} />
        </Card>
        <Card className={styles.section}>
          <h2 className={styles.small}>{copy('merchant.hours')}</h2>
          <OpeningHours hours={merchant.hours} now={now} />
        </Card>
      </div>
      <div className={styles.story}>
        {merchant.about ? (
          <section className={styles.section}>
            <h2>{copy('merchant.about')}</h2>
            <p className={styles.about}>{merchant.about}</p>
            <Features merchant={merchant} />
          </section>
        ) : null}
        <MerchantMenu menu={merchant.menu} />
        <MerchantReviews merchant={merchant} />
      </div>
      {nearby.length > 0 ? (
        <div className={styles.whole}>
          <NearbyInstead merchants={nearby} />
        </div>
      ) : null}
    </article>
  )
}

interface TitleProps extends Pick<MerchantPageProps, 'merchant'> {
  readonly now: LocalMoment
  /** That the member lacks. */
  readonly tier: 2 | 3 | null
}

function Title({ merchant, now, tier }: TitleProps) {
  const { rating, priceRange, cuisines } = merchant.details
  const { neighborhood, address } = merchant.location
  return (
    <header className={styles.header}>
      <div className={styles.badges}>
        <MerchantBadges merchant={merchant} acclaimed={tier ? <LockedBadge tier={tier} /> : undefined} />
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
        <li>{cuisines.join(', ')}</li>
        <li>{neighborhood || address.city}</li>
      </ul>
      <p className={styles.door}>
        <Icon name="clock" />
        <DoorSign hours={merchant.hours} now={now} />
      </p>
    </header>
  )
}

function Features({ merchant }: { readonly merchant: Merchant }) {
  const copy = useCopy()
  const features = [...merchant.mealsServed, ...merchant.features]
  if (features.length === 0) return null
  return (
    <ul className={styles.features}>
      {features.map(feature => (
        <li key={feature}>
          <Chip>{copy(`filters.${feature}`)}</Chip>
        </li>
      ))}
    </ul>
  )
}
