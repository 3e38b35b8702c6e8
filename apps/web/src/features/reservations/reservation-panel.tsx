import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { canBookAt } from '@dineward/core/partner/partner-questions.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { type ComponentType, Suspense, useState } from 'react'
import type { AppContext } from '../../app-context.ts'
import { lazyWhenIdle } from '../../lib/deferred.tsx'
import { usePartner } from '../../partner/partner-context.tsx'

export interface ReservationPanelProps {
  readonly merchant: Merchant
  readonly today: LocalDate
  readonly member: { readonly memberType: string } | null
}

const load = () => import('./reserve-card.tsx')

// The server's HTML works without script: load it when idle.
let Card: ComponentType<ReservationPanelProps> = import.meta.env.SSR
  ? (await load()).ReserveCard
  : lazyWhenIdle(async () => ({ default: (await load()).ReserveCard }))

/** Load the panel before a client-side navigation shows the page. */
export async function loadReservationPanel(): Promise<void> {
  Card = (await load()).ReserveCard
}

export function ReservationPanel(props: ReservationPanelProps) {
  // Keep the component that was rendered first.
  const [Part] = useState(() => Card)
  return isBookable(usePartner(), props.merchant) ? (
    <Suspense fallback={null}>
      <Part key={props.merchant.id} {...props} />
    </Suspense>
  ) : null
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
  if (!import.meta.env.SSR) return loadReservationPanel()
  const { prefetchTimes } = await import('./prefetch-times.ts')
  await prefetchTimes(app, merchant, address)
}
