import type { Merchant } from '@dineward/core/merchants/merchants.contract.ts'
import { bookingProvider } from '@dineward/core/partner/partner-questions.ts'
import { localTimeAt } from '@dineward/core/shared/local-date.ts'
import type { AppContext } from '../../../app-context.ts'
import { availabilityQuery } from '../reservations.queries.ts'
import { readTable } from './table-choice.ts'

/** Prefetch the times in the address. The page retries and reports failures. */
export async function prefetchTimes(
  app: AppContext,
  merchant: Merchant,
  address: URLSearchParams,
): Promise<void> {
  if (bookingProvider(app.partner) !== 'book') return
  const now = new Date(Date.now() + app.clockShiftMs)
  const at = { now: localTimeAt(merchant.timezone, now), hours: merchant.hours }
  const { isAsked, choice } = readTable(address, at)
  if (isAsked) await app.queryClient.prefetchQuery(availabilityQuery(app, merchant.id, choice))
}
