import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { canBookAt } from '@dineward/core/partner/partner-questions.ts'
import type { AppContext } from '../../app-context.ts'
import { deferred } from '../../lib/deferred/deferred.tsx'
import { usePartner } from '../../partner/partner-context.tsx'

export interface ReservationPanelProps {
  readonly merchant: Merchant
  /** It is the time at the restaurant, such as `2026-11-20T13:05:00`. */
  readonly now: string
  readonly member: { readonly memberType: string } | null
}

const ReserveCard = deferred(
  () => import('./reserve-card.tsx'),
  module => module.ReserveCard,
)

export function ReservationPanel(props: ReservationPanelProps) {
  return isBookable(usePartner(), props.merchant) ? <ReserveCard key={props.merchant.id} {...props} /> : null
}

export function isBookable(partner: AppContext['partner'], merchant: Merchant): boolean {
  const { openTable, book } = merchant.reservationProviders
  return merchant.leftOn === null && canBookAt(partner, { openTableId: openTable, takesBookings: book })
}

export async function primeReservations(
  app: AppContext,
  merchant: Merchant,
  address: URLSearchParams,
): Promise<void> {
  if (!isBookable(app.partner, merchant)) return
  // Before a navigation shows the page.
  if (!import.meta.env.SSR) return void (await ReserveCard.load())
  const { prefetchTimes } = await import('./times/prefetch-times.ts')
  await prefetchTimes(app, merchant, address)
}
