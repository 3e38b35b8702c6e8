import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import type { PayoutHold } from '@dineward/core/payouts/payouts.rules.ts'

export interface CreditProgress {
  readonly balanceCents: number
  /** It fills the progress bar, up to the threshold (account §4). */
  readonly filledCents: number
  readonly copy: Extract<BrowserCopyKey, `credit.${string}`>
  readonly amountCents: number
}

/** It is the progress to the next statement credit. A negative balance means that a paid reward was taken back. */
export function creditProgress(
  balanceCents: number,
  thresholdCents: number,
  { hold = null, waitingCents = 0 }: { hold?: PayoutHold | null; waitingCents?: number } = {},
): CreditProgress {
  const filledCents = Math.min(Math.max(balanceCents, 0), thresholdCents)
  const missing = thresholdCents - filledCents
  const progress = { balanceCents, filledCents, amountCents: missing }
  if (balanceCents < 0) return { ...progress, copy: 'credit.owed', amountCents: -balanceCents }
  if (balanceCents === 0) return { ...progress, copy: 'credit.zero' }
  if (missing > 0) return { ...progress, copy: 'credit.inProgress' }
  if (hold) return { ...progress, copy: `credit.hold.${hold}` }
  return { ...progress, copy: 'credit.full', amountCents: balanceCents - waitingCents }
}
