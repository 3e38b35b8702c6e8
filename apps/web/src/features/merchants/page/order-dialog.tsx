import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { useCopy } from '../../../partner/partner-context.tsx'
import { Button, ButtonLink } from '../../../ui/button.tsx'
import { Dialog } from '../../../ui/dialog/dialog.tsx'
import { Icon } from '../../../ui/icon.tsx'
import type { LocalMoment } from './opening-hours.rules.ts'
import { OrderWords, orderingOf } from './order-online.tsx'

interface OrderDialogProps {
  readonly merchant: Merchant
  readonly now: LocalMoment
  readonly open: boolean
  readonly onClose: () => void
}

export function OrderDialog({ merchant, now, open, onClose }: OrderDialogProps) {
  const copy = useCopy()
  const ordering = orderingOf(merchant)
  if (ordering === null) return null
  return (
    <Dialog
      open={open}
      onClose={onClose}
      title={copy('merchant.order.title', { merchant: merchant.name })}
      actions={
        <>
          <ButtonLink to={ordering.url} onClick={onClose}>
            {copy('merchant.order.action')}
            <Icon name="external" />
          </ButtonLink>
          <Button variant="quiet" onClick={onClose}>
            {copy('merchant.order.close')}
          </Button>
        </>
      }
    >
      <OrderWords merchant={merchant} origin={ordering.origin} now={now} />
    </Dialog>
  )
}
