import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { lazy, type MouseEvent, Suspense, useState } from 'react'
import { useApp, useCopy } from '../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { opensElsewhere } from '../../ui/opens-elsewhere.ts'
import styles from './merchant-actions.module.css'
import { directionsTo } from './merchant-contact.tsx'
import { orderingOf } from './order-words.tsx'
import type { LocalMoment } from './restaurant-hours.ts'
import { shareRestaurant } from './share-restaurant.ts'

const OrderDialog = lazy(async () => ({ default: (await import('./order-dialog.tsx')).OrderDialog }))

interface MerchantActionsProps {
  readonly merchant: Merchant
  readonly now: LocalMoment
}

/** What can be done with a restaurant, besides going there. */
export function MerchantActions({ merchant, now }: MerchantActionsProps) {
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

/** The way to order, told of before it is gone. Without script, on a page of its own. */
function OrderAction({ merchant, now }: MerchantActionsProps) {
  const copy = useCopy()
  const [open, setOpen] = useState(false)
  const [asked, setAsked] = useState(false)
  if (orderingOf(merchant) === null) return null
  function tell(event: MouseEvent) {
    if (opensElsewhere(event)) return
    event.preventDefault()
    setAsked(true)
    setOpen(true)
  }
  return (
    <>
      <ButtonLink
        variant="quiet"
        size="small"
        to={`/merchants/${merchant.id}/Order`}
        aria-haspopup="dialog"
        onClick={tell}
      >
        <Icon name="bag" />
        {copy('merchant.orderOnline')}
      </ButtonLink>
      {asked ? (
        <Suspense fallback={null}>
          <OrderDialog merchant={merchant} now={now} open={open} onClose={() => setOpen(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
