import { hasEnrollment, signInPath } from '@dineward/core/partner/partner-questions.ts'
import { useViewTransitionState } from 'react-router'
import { savesData } from '../../lib/fetch-ahead.ts'
import { useImpression } from '../../lib/tracking-impression.ts'
import { useApp, useCopy, usePartner } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Chip } from '../../ui/chip.tsx'
import type { ListedMerchant } from './listed-merchant.ts'
import { MerchantBadges } from './merchant-badges.tsx'
import styles from './merchant-card.module.css'
import { MerchantPicture, pictureUrl } from './merchant-picture.tsx'
import { PriceMeter } from './price-meter.tsx'
import { Rating } from './rating.tsx'

interface MerchantCardProps {
  readonly merchant: ListedMerchant
  /** The first on the page, and those beside it. */
  readonly eager?: boolean
  readonly early?: boolean
}

const sizes = '(min-width: 861px) 336px, (min-width: 661px) 50vw, 100vw'

/** One restaurant in a list (shell §2.6). All of it leads to the restaurant; its name is the link. */
export function MerchantCard({ merchant, eager = false, early = false }: MerchantCardProps) {
  const to = `/merchants/${encodeURIComponent(merchant.id)}`
  const fetchAhead = () => fetchPictureAhead(merchant)
  const leaving = useViewTransitionState(to)
  const impression = useImpression({ event: 'merchant_card_impression', merchantId: merchant.id })
  const { rating, priceRange, cuisines } = merchant.details
  return (
    <article ref={impression} className={styles.card} onPointerEnter={fetchAhead} onTouchStart={fetchAhead}>
      <div className={styles.frame}>
        <MerchantPicture
          merchant={merchant}
          sizes={sizes}
          eager={eager}
          early={early}
          className={leaving ? `${styles.picture} ${styles.leaving}` : styles.picture}
        />
        <div className={styles.badges}>
          <MerchantBadges merchant={merchant} />
        </div>
      </div>
      <div className={styles.text}>
        <div className={styles.head}>
          <h3 className={styles.name}>
            <AppLink to={to} className={styles.link} onFocus={fetchAhead} viewTransition>
              {merchant.name}
            </AppLink>
          </h3>
          <Rating rating={rating.overallRating} count={rating.numberOfRatings} />
        </div>
        <p className={styles.facts}>
          <PriceMeter level={priceRange} /> <span>{cuisines.slice(0, 2).join(', ')}</span>
        </p>
        <p className={styles.facts}>
          <Whereabouts merchant={merchant} />
        </p>
        <Earning merchant={merchant} to={to} />
      </div>
    </article>
  )
}

function Whereabouts({ merchant }: { readonly merchant: ListedMerchant }) {
  const copy = useCopy()
  const place = [merchant.neighborhood, merchant.city].filter(Boolean).join(', ')
  if (merchant.distance === null) return place
  return `${place} · ${copy('merchantCard.distance', { miles: Math.max(0.1, merchant.distance).toFixed(1) })}`
}

/** Members read what they earn; visitors read where to find out; a directory has nothing to tell. */
function Earning({ merchant, to }: { readonly merchant: ListedMerchant; readonly to: string }) {
  const app = useApp()
  const copy = useCopy()
  const partner = usePartner()
  if (!hasEnrollment(partner)) return null
  if (merchant.earnRate)
    return (
      <p className={styles.earning}>
        <Chip kind="earn">{merchant.earnRate.text}</Chip>
      </p>
    )
  const signIn = signInPath(partner)
  if (app.hasSession() || signIn === null) return null
  return (
    <p className={styles.earning}>
      <AppLink className={styles.signIn} to={`${signIn}?returnTo=${encodeURIComponent(to)}`}>
        {copy('merchantCard.signIn')}
      </AppLink>
    </p>
  )
}

/** The next page's picture; the page itself is the link's to ask for. */
function fetchPictureAhead(merchant: ListedMerchant): void {
  if (!savesData()) new Image().src = pictureUrl(merchant, 'detail')
}
