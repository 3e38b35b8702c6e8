import { formatCents, formatInstant } from '@dineward/core/shared/format.ts'
import { useCopy, usePartner } from '../../partner/partner-context.tsx'
import type { ActivityPage } from './activity.queries.ts'
import { creditProgress } from './credits/credit-progress.ts'

/** Where the partner pays money: the balance, how far it is to the next payout, what is in flight or owed. */
export function useCreditStanding({ memberBalance = 0, payouts }: ActivityPage) {
  const copy = useCopy()
  const threshold = usePartner().settings.payout.thresholdCents
  const progress = creditProgress(Math.round(memberBalance * 100), threshold, {
    hold: payouts?.hold ?? null,
    waitingCents: Math.round((payouts?.waiting ?? 0) * 100),
  })
  const inFlightCents = Math.round((payouts?.inFlight ?? 0) * 100)
  const isOnlyInFlight = inFlightCents > 0 && progress.balanceCents === 0
  return {
    ...progress,
    threshold,
    bar: copy('overview.progress', { amount: formatCents(progress.filledCents) }),
    sentences: [
      ...(inFlightCents > 0 ? [copy('credit.inFlight', { amount: formatCents(inFlightCents) })] : []),
      ...(isOnlyInFlight
        ? []
        : [
            copy(progress.copy, {
              amount: formatCents(progress.amountCents),
              date: payouts?.retryAt ? formatInstant(new Date(payouts.retryAt), 'long', 'UTC') : '',
            }),
          ]),
    ],
  }
}
