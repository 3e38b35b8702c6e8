import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { type MouseEvent, type ReactNode, useState } from 'react'
import { deferred } from '../../../lib/deferred/deferred.tsx'
import { useApp, useCopy } from '../../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { toasts } from '../../../ui/dialog/toast-store.ts'
import { Icon } from '../../../ui/icon.tsx'
import { opensElsewhere } from '../../../ui/opens-elsewhere.ts'
import { PriceMeter } from '../../../ui/price-meter.tsx'
import { Rating } from '../../../ui/rating.tsx'
import { LockedBadge } from '../list/locked-badge.tsx'
import { MerchantBadges } from '../list/merchant-card-parts.tsx'
import { directionsTo } from './merchant-contact.tsx'
import styles from './merchant-title.module.css'
import { hasHours, type LocalMoment } from './opening-hours.rules.ts'
import { OpeningState } from './opening-hours.tsx'
import { orderingOf } from './order-online.tsx'

interface MerchantTitleProps {
  readonly merchant: Merchant
  readonly now: LocalMoment
}

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
      {hasHours(merchant.hours) ? (
        <p className={styles.door}>
          <Icon name="clock" />
          <OpeningState hours={merchant.hours} now={now} />
        </p>
      ) : null}
    </header>
  )
}

const OrderDialog = deferred(
  () => import('./order-dialog.tsx'),
  module => module.OrderDialog,
  { when: 'now' },
)

interface OrderActionProps {
  readonly merchant: Merchant
  readonly now: LocalMoment
}

interface MerchantActionsProps extends OrderActionProps {
  /** Another feature's action, passed in by the route. */
  readonly save: ReactNode
}

export function MerchantActions({ merchant, now, save }: MerchantActionsProps) {
  const { origin } = useApp()
  const copy = useCopy()
  const share = () =>
    shareRestaurant({
      title: merchant.name,
      url: `${origin}/merchants/${merchant.id}`,
      copied: copy('merchant.share.copied'),
      failed: copy('merchant.share.failed'),
    })
  return (
    <div className={styles.actions}>
      <OrderAction merchant={merchant} now={now} />
      {save}
      <ButtonLink variant="quiet" size="small" to={directionsTo(merchant)}>
        <Icon name="pin" />
        {copy('merchant.directions.short')}
      </ButtonLink>
      <Button className={styles.scripted} variant="quiet" size="small" onClick={() => void share()}>
        <Icon name="share" />
        {copy('merchant.share')}
      </Button>
    </div>
  )
}

/** Without script it is a page. */
function OrderAction({ merchant, now }: OrderActionProps) {
  const copy = useCopy()
  const [open, setOpen] = useState(false)
  const [wasOpened, setWasOpened] = useState(false)
  if (orderingOf(merchant) === null) return null
  function openDialog(event: MouseEvent) {
    if (opensElsewhere(event)) return
    event.preventDefault()
    setWasOpened(true)
    setOpen(true)
  }
  return (
    <>
      <ButtonLink
        variant="quiet"
        size="small"
        to={`/merchants/${merchant.id}/Order`}
        aria-haspopup="dialog"
        onClick={openDialog}
      >
        <Icon name="bag" />
        {copy('merchant.orderOnline')}
      </ButtonLink>
      {wasOpened ? (
        <OrderDialog merchant={merchant} now={now} open={open} onClose={() => setOpen(false)} />
      ) : null}
    </>
  )
}

interface Shared {
  readonly title: string
  readonly url: string
  readonly copied: string
  readonly failed: string
}

/** Dismissing the share sheet is not an error. */
export async function shareRestaurant({ title, url, copied, failed }: Shared): Promise<void> {
  if (typeof navigator.share === 'function') {
    try {
      return await navigator.share({ title, url })
    } catch (error) {
      if (error instanceof DOMException && error.name === 'AbortError') return
    }
  }
  try {
    await navigator.clipboard.writeText(url)
    toasts.show('success', copied)
  } catch {
    toasts.show('warning', failed)
  }
}
