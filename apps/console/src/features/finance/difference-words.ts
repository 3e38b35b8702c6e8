import type {
  DifferenceState,
  FoundDifference,
} from '@dineward/core/console-finance/reconciliation.contract.ts'
import { formatCents, formatPlainDate } from '../../lib/format.ts'
import type { Tone } from '../../ui/status.tsx'

/** What it is for the network's file and for us. */
export const differenceWords: Readonly<Record<FoundDifference['kind'], { label: string; meaning: string }>> =
  {
    missing: { label: 'Did not arrive', meaning: 'in the file, but not among our card events' },
    different: { label: 'Differs', meaning: 'in both, with another amount, date or MID' },
    unknown: { label: 'Not in the file', meaning: 'arrived for a day of the file, which does not have it' },
  }

export const stateWords: Readonly<Record<DifferenceState, { label: string; tone: Tone }>> = {
  open: { label: 'Open', tone: 'warn' },
  explained: { label: 'Explained', tone: 'wait' },
  resolved: { label: 'Resolved', tone: 'good' },
}

/** It reads "$42.50 · Mar 8, 2026 · MID 900". */
export function sideText(side: FoundDifference['inFile'], other: FoundDifference['inFile'] = null): string {
  if (!side) return '—'
  const { amountCents, date, mid } = side
  // Of two that differ, only what does.
  const parts = [
    other && other.amountCents === amountCents ? null : formatCents(amountCents),
    other && other.date === date ? null : formatPlainDate(date),
    mid === null || (other && other.mid === mid) ? null : `MID ${mid}`,
  ]
  return parts.filter(part => part !== null).join(' · ')
}

export const movementWords = {
  authorization: 'Authorization',
  clearing: 'Clearing',
  refund: 'Refund',
  void: 'Void',
} satisfies Record<string, string>
