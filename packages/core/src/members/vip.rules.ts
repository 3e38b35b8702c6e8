import { instantOf } from '../rewards/dines/dine-time.rules.ts'

/** When a calendar year ends in a time zone. A VIP of a year stays one through the end of the next. */
export const endOfYear = (timeZone: string, year: number): Date =>
  instantOf(timeZone, `${year + 1}-01-01T00:00:00`)

export interface TierChange {
  readonly tierBefore: number
  readonly tierLevel: number
  /** It is in ms. */
  readonly validFrom: number
  /** A VIP stays one until then, in ms. It is null for other changes, which hold until the next. */
  readonly vipUntil: number | null
}

/**
 * The tier at an instant in ms, of changes in the order in which they were recorded; null without any. A change counts
 * for what comes after it. Before all of them the tier is that before the first, which may be of a later time: a late
 * report makes a VIP of the past.
 */
export function tierAt(changes: readonly TierChange[], instant: number): number | null {
  const isVip = changes.some(
    ({ validFrom, vipUntil }) => vipUntil !== null && validFrom < instant && instant <= vipUntil,
  )
  if (isVip) return 3
  const ordered = changes.toSorted((a, b) => a.validFrom - b.validFrom)
  const last = ordered.findLast(({ validFrom, vipUntil }) => vipUntil === null && validFrom < instant)
  return last?.tierLevel ?? changes[0]?.tierBefore ?? null
}

/** When a member is a VIP by a calendar year, in ms: after `from`, until `to`. */
export interface VipSpan {
  readonly from: number
  readonly to: number
}

export const isInSpans = (spans: readonly VipSpan[], instant: number): boolean =>
  spans.some(({ from, to }) => from < instant && instant <= to)
