import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'

/** Where an order is taken, and that only there it earns. */
export function OrderWords({ origin }: { readonly origin: string }) {
  const copy = useCopy()
  const earns = earnsRewards(usePartner())
  return (
    <>
      <p>{copy('merchant.order.where', { place: new URL(origin).host })}</p>
      <p>{copy(earns ? 'merchant.order.text' : 'merchant.order.guide')}</p>
    </>
  )
}

export function orderingOf({ onlineOrdering, leftOn }: Merchant): Merchant['onlineOrdering'] {
  return leftOn === null ? onlineOrdering : null
}
