import type { PickReason } from '@dineward/core/picks/picks.contract.ts'
import { formatDate, formatShortCents } from '@dineward/core/shared/format.ts'
import type { WriteCopy } from '../../partner/partner-context.tsx'

export function reasonText(copy: WriteCopy, reason: PickReason): string {
  switch (reason.kind) {
    case 'liked':
      return copy('picks.liked', { merchant: reason.merchantName })
    case 'new':
      return copy('picks.new')
    case 'rated':
      return copy('picks.rated')
    case 'bonus':
      return withMinimum(
        copy,
        copy(reason.completes ? 'picks.bonus.completes' : 'picks.bonus.counts'),
        reason,
      )
    default:
      return withMinimum(copy, offerText(copy, reason), reason)
  }
}

function offerText(copy: WriteCopy, reason: Extract<PickReason, { kind: 'offer' }>): string {
  const { amount, times } = reason
  const day = lastDayText(copy, reason)
  if (times === null) return copy('picks.offer', { amount, day })
  return times === 2
    ? copy('picks.offer.double', { day })
    : copy('picks.offer.times', { times: String(times), day })
}

/** It reads "Sunday", and "Apr 5" for a day after the next week. */
function lastDayText(copy: WriteCopy, { endsOn, daysLeft }: Extract<PickReason, { kind: 'offer' }>): string {
  if (daysLeft === 0) return copy('picks.today')
  return formatDate(endsOn, daysLeft < 7 ? 'weekday' : 'short')
}

function withMinimum(
  copy: WriteCopy,
  reason: string,
  { minimumSpendCents }: { readonly minimumSpendCents: number },
): string {
  return minimumSpendCents === 0
    ? reason
    : copy('picks.minimum', { reason, amount: formatShortCents(minimumSpendCents) })
}
