import { hasEnrollment, rewardsAreCents, signInPath } from '@dineward/core/partner/partner-questions.ts'
import { formatCents } from '@dineward/core/shared/money.ts'
import type { ListedMerchant } from '../../lib/listed-merchant.ts'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { AppLink } from '../../ui/app-link.tsx'
import { Chip } from '../../ui/chip.tsx'
import styles from './merchant-reward.module.css'

interface MerchantRewardProps {
  readonly merchant: ListedMerchant
  /** The restaurant's page, which signing in comes back to. */
  readonly to: string
}

/**
 * What eating here brings (shell §2.6): for members their rate, or the offer made to them, and what is on; for visitors
 * where to find out. A table booked here may earn more for anyone. A directory has nothing to tell.
 */
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

/** In the partner's unit. */
function ReservationBonus({ amount }: { readonly amount: number }) {
  const copy = useCopy()
  const { partner } = useApp()
  const text = rewardsAreCents(partner) ? formatCents(amount) : amount.toLocaleString('en-US')
  return <Chip>{copy('merchantCard.reservationBonus', { 'bonus amount': text })}</Chip>
}
