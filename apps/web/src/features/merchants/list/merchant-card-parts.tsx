import {
  hasAcclaimed,
  hasAcclaimedForVips,
  hasEnrollment,
  rewardsAreCents,
  signInPath,
} from '@dineward/core/partner/partner-questions.ts'
import { formatCents, formatDate, formatNumber } from '@dineward/core/shared/format.ts'
import type { ComponentType, ReactNode } from 'react'
import { useViewTransitionState } from 'react-router'
import { deferred } from '../../../lib/deferred/deferred.tsx'
import type { AskedTable, ListedMerchant } from '../../../lib/listed-merchant.ts'
import { savesData } from '../../../lib/navigation/prefetch.ts'
import { useImpression } from '../../../lib/tracking/tracking-impression.ts'
import { useApp, useCopy, usePartner, type WriteCopy } from '../../../partner/partner-context.tsx'
import { AppLink } from '../../../ui/app-link.tsx'
import { Chip } from '../../../ui/chip.tsx'
import { MerchantPicture, pictureUrl } from '../../../ui/merchant-picture.tsx'
import styles from './merchant-card-parts.module.css'

const LockedBadge = deferred(
  () => import('./locked-badge.tsx'),
  module => module.LockedBadge,
)

/** Passed in by the route, since it is another feature. */
export type FavoriteButtonSlot = ComponentType<{
  readonly merchant: Pick<ListedMerchant, 'id' | 'name' | 'favorite'>
}>

export interface MerchantCardProps {
  readonly merchant: ListedMerchant
  /** `eager` is the first on the page. `early` ones are visible without scrolling on large screens. */
  readonly eager?: boolean
  readonly early?: boolean
  /** The table that the restaurant's times are for. */
  readonly asked?: AskedTable | null
  readonly FavoriteButton?: FavoriteButtonSlot | undefined
}

interface CardFrameProps extends Omit<MerchantCardProps, 'asked'> {
  readonly crop: 'portrait' | 'usual'
  readonly sizes?: string
  /** The classes of a form of card: `card`, `frame`, `picture`, `text`. */
  readonly look: Readonly<Record<string, string>>
  /** The facts, where the card leads to, and its name, which is the link and covers the card (shell §2.6). */
  readonly children: (to: string, name: ReactNode) => ReactNode
}

/** A card's picture with its corners, and the room for the facts. */
export function CardFrame(props: CardFrameProps) {
  const { merchant, eager = false, early = false, FavoriteButton, crop, sizes, look, children } = props
  const to = `/merchants/${encodeURIComponent(merchant.id)}`
  // The picture is about to become that of the restaurant's page.
  const isLeaving = useViewTransitionState(to)
  const prefetch = () => prefetchPicture(merchant)
  const impression = useImpression({ event: 'merchant_card_impression', merchantId: merchant.id })
  return (
    <article
      ref={impression}
      className={`${styles.card} ${look.card}`}
      onPointerEnter={prefetch}
      onTouchStart={prefetch}
    >
      <div className={`${styles.frame} ${look.frame}`}>
        <MerchantPicture
          merchant={merchant}
          crop={crop}
          {...(sizes ? { sizes } : {})}
          eager={eager}
          early={early}
          className={[styles.picture, look.picture, isLeaving ? styles.leaving : '']
            .filter(Boolean)
            .join(' ')}
        />
        <CardCorners merchant={merchant} FavoriteButton={FavoriteButton} />
      </div>
      <div className={look.text}>
        {children(
          to,
          <AppLink to={to} className="covers" onFocus={prefetch} viewTransition>
            {merchant.name}
          </AppLink>,
        )}
      </div>
    </article>
  )
}

/** Preload the next page's picture. The link prefetches the page. */
function prefetchPicture(merchant: ListedMerchant): void {
  if (!savesData()) new Image().src = pictureUrl(merchant, 'detail')
}

/** It is in miles, and null without a place to measure from. */
export function distanceText(copy: WriteCopy, { distance }: ListedMerchant): string | null {
  return distance === null
    ? null
    : copy('merchantCard.distance', { miles: Math.max(0.1, distance).toFixed(1) })
}

interface CardCornersProps {
  readonly merchant: ListedMerchant
  readonly FavoriteButton?: FavoriteButtonSlot | undefined
}

export function CardCorners({ merchant, FavoriteButton }: CardCornersProps) {
  const { unlockTier, favorite, leftOn } = merchant
  const hasButton = FavoriteButton !== undefined && favorite !== undefined
  const locked = unlockTier && !leftOn ? <LockedBadge tier={unlockTier} /> : undefined
  return (
    <>
      <div className={hasButton ? `${styles.badges} ${styles.besideButton}` : styles.badges}>
        <MerchantBadges merchant={merchant} acclaimed={locked} />
      </div>
      {hasButton ? <FavoriteButton merchant={merchant} /> : null}
    </>
  )
}

interface MerchantBadgesProps {
  readonly merchant: Pick<ListedMerchant, 'details' | 'acclaimedLevel'> & { readonly leftOn?: string | null }
  readonly acclaimed?: ReactNode
}

/** A restaurant has the badge of an acclaimed one, and at most one highlight (shell §3.3). */
export function MerchantBadges({ merchant, acclaimed }: MerchantBadgesProps) {
  const copy = useCopy()
  const partner = usePartner()
  const { acclaimedLevel, leftOn, details } = merchant
  const isForVips = acclaimedLevel === 2 && hasAcclaimedForVips(partner)
  const isAcclaimed = acclaimedLevel > 0 && hasAcclaimed(partner)
  const highlight = leftOn ? 'left' : details.highlight
  return (
    <>
      {acclaimed ??
        (isAcclaimed ? (
          <Chip kind="brand" icon="sparkle">
            {copy(isForVips ? 'merchantCard.acclaimed2' : 'merchantCard.acclaimed')}
          </Chip>
        ) : null)}
      {highlight ? (
        <Chip kind={highlight === 'leavingSoon' || leftOn ? 'warn' : 'done'}>
          {copy(`merchantCard.${highlight}`)}
          {details.highlightDate && !leftOn
            ? ` · ${copy(`merchantCard.${highlight === 'comingSoon' ? 'from' : 'until'}`, { date: formatDate(details.highlightDate, 'short') })}`
            : null}
        </Chip>
      ) : null}
    </>
  )
}

interface MerchantRewardProps {
  readonly merchant: ListedMerchant
  readonly to: string
}

/** Members see their rate or offer, visitors a sign-in link (shell §2.6). It is empty without enrollment. */
export function MerchantReward({ merchant, to }: MerchantRewardProps) {
  const app = useApp()
  const copy = useCopy()
  const { earnRate, flexOffer, offers, reservationBonus } = merchant
  if (!hasEnrollment(app.partner) || merchant.leftOn) return null
  const signIn = app.hasSession() ? null : signInPath(app.partner)
  if (!earnRate && !flexOffer && !offers && !reservationBonus && !signIn) return null
  return (
    <div className={styles.reward}>
      {earnRate || flexOffer || reservationBonus ? (
        <p className={styles.chips}>
          {flexOffer ? (
            <Chip kind="earn" icon="gift">
              {copy('merchantCard.offer', { amount: flexOffer })}
            </Chip>
          ) : earnRate ? (
            <Chip kind="earn">{earnRate.text}</Chip>
          ) : null}
          {reservationBonus ? <ReservationBonus amount={reservationBonus} /> : null}
        </p>
      ) : null}
      {offers ? (
        <p className={styles.offers}>
          <span className={styles.offer}>{offers.title}</span>
          {offers.count > 1 ? (
            <span className={styles.more}>
              {copy('merchantCard.moreOffers', { count: String(offers.count - 1) })}
            </span>
          ) : null}
        </p>
      ) : null}
      {signIn ? (
        <AppLink className={styles.signIn} to={`${signIn}?returnTo=${encodeURIComponent(to)}`}>
          {copy('merchantCard.signIn')}
        </AppLink>
      ) : null}
    </div>
  )
}

function ReservationBonus({ amount }: { readonly amount: number }) {
  const copy = useCopy()
  const { partner } = useApp()
  const text = rewardsAreCents(partner) ? formatCents(amount) : formatNumber(amount)
  return <Chip>{copy('merchantCard.reservationBonus', { 'bonus amount': text })}</Chip>
}
