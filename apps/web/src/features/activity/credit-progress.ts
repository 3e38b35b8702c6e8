import type { BrowserCopyKey } from '@dineward/core/partner/default-copy.ts'
import type { ActivityItem } from './activity.queries.ts'

export interface CreditProgress {
  readonly balanceCents: number
  /** Percent of the progress bar, up to the threshold (account §4). */
  readonly filledCents: number
  readonly copy: Extract<BrowserCopyKey, `credit.${string}`>
  readonly amountCents: number
}

/** Progress to the next statement credit. Negative: a paid reward was taken back. */
export function creditProgress(balanceCents: number, thresholdCents: number): CreditProgress {
  const filledCents = Math.min(Math.max(balanceCents, 0), thresholdCents)
  const missing = thresholdCents - filledCents
  const progress = { balanceCents, filledCents, amountCents: missing }
  if (balanceCents < 0) return { ...progress, copy: 'credit.owed', amountCents: -balanceCents }
  if (balanceCents === 0) return { ...progress, copy: 'credit.zero' }
  return { ...progress, copy: missing === 0 ? 'credit.full' : 'credit.inProgress' }
}

/** Of these credits, what is neither paid nor back in the balance. */
export function inFlightCents(items: readonly ActivityItem[]): number {
  return items
    .flatMap(item => (item.recordType === 'Credit' ? [item] : []))
    .filter(({ status }) => status !== 'Completed' && status !== 'Rejected')
    .reduce((sum, { creditAmountCents }) => sum + creditAmountCents, 0)
}
