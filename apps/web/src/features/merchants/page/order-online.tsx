import { earnsToday } from '@dineward/core/merchants/earns-today.rules.ts'
import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { earnsRewards } from '@dineward/core/partner/partner-questions.ts'
import { useCopy, usePartner } from '../../../partner/partner-context.tsx'
import type { LocalMoment } from './opening-hours.rules.ts'

interface OrderWordsProps {
  readonly merchant: Merchant
  readonly origin: string
  readonly now: LocalMoment
}

export function OrderWords({ merchant, origin, now }: OrderWordsProps) {
  const copy = useCopy()
  const earns = earnsRewards(usePartner())
  const { kind } = earnsToday(merchant, now)
  const text =
    kind === 'today' || kind === 'signedOut' ? (`merchant.order.${kind}` as const) : 'merchant.order.notToday'
  return (
    <>
      <p>{copy('merchant.order.where', { place: new URL(origin).host })}</p>
      <p>{copy(earns ? text : 'merchant.order.guide')}</p>
    </>
  )
}

export function orderingOf({ onlineOrdering, leftOn }: Merchant): Merchant['onlineOrdering'] {
  return leftOn === null ? onlineOrdering : null
}
