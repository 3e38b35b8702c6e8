import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { canBookAt } from '@dineward/core/partner/partner-questions.ts'
import type { LocalDate } from '@dineward/core/shared/local-date.ts'
import { type ComponentType, Suspense, useState } from 'react'
import type { AppContext } from '../../app-context.ts'
import { lazyWhenIdle } from '../../lib/deferred.tsx'
import { usePartner } from '../../partner/partner-context.tsx'

export interface ReservationPanelProps {
  readonly merchant: Merchant
  /** On the restaurant's calendar. */
  readonly today: LocalDate
  /** Whoever is signed in; null: nobody. */
  readonly member: { readonly memberType: string } | null
}

const load = () => import('./reserve-card.tsx')

// The server's drawing works by itself: its script comes once the page has loaded.
let Card: ComponentType<ReservationPanelProps> = import.meta.env.SSR
  ? (await load()).ReserveCard
  : lazyWhenIdle(async () => ({ default: (await load()).ReserveCard }))

/** Where a page is gone to without loading a document, it has what it shows at once. */
export async function loadReservationPanel(): Promise<void> {
  Card = (await load()).ReserveCard
}

/** A day, a time, a party, and the tables there are. Nothing where none can be booked. */
export function ReservationPanel(props: ReservationPanelProps) {
  // What was begun with is gone on with.
  const [Part] = useState(() => Card)
  return isBookable(usePartner(), props.merchant) ? (
    <Suspense fallback={null}>
      <Part key={props.merchant.id} {...props} />
    </Suspense>
  ) : null
}

/** Whether the page has a place to book a table, so that it may link to it. */
export function isBookable(partner: AppContext['partner'], merchant: Merchant): boolean {
  const { openTable, book } = merchant.reservationProviders
  return merchant.leftOn === null && canBookAt(partner, { openTableId: openTable, takesBookings: book })
}

/** What an address asks for is looked up before the page is drawn: it works without script, too. */
export async function primeReservations(
  app: AppContext,
  merchant: Merchant,
  address: URLSearchParams,
): Promise<void> {
  if (!isBookable(app.partner, merchant)) return
  if (!import.meta.env.SSR) return loadReservationPanel()
  const { primeTimes } = await import('./prime-times.ts')
  await primeTimes(app, merchant, address)
}
