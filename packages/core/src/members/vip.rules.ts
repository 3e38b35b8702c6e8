import { instantOf } from '../rewards/dine-time.rules.ts'

/** When a calendar year ends in a time zone. A VIP of a year stays one through the end of the next. */
export const endOfYear = (timeZone: string, year: number): Date =>
  instantOf(timeZone, `${year + 1}-01-01T00:00:00`)

export interface TierChange {
  readonly tierBefore: number
  readonly tierLevel: number
  /** In ms. */
  readonly validFrom: number
}

/** The tier at an instant in ms, of changes in any order; null without any. A change counts for what comes after it. */
export function tierAt(changes: readonly TierChange[], instant: number): number | null {
  const ordered = changes.toSorted((a, b) => a.validFrom - b.validFrom)
  const last = ordered.findLast(({ validFrom }) => validFrom < instant)
  return last?.tierLevel ?? ordered[0]?.tierBefore ?? null
}
