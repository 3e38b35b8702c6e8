import type { ReasonCode } from '../../reason-codes.ts'
import { byTime, type Component, type ComponentDine } from '../component.ts'

export interface BookedTable {
  readonly id: string
  readonly merchantId: string
  /** It is in ms. */
  readonly startsAt: number
  /** It is in the partner's unit. */
  readonly bonusUnits: number
}

const hour = 3_600_000
/** A booking is honored by a dine that many hours before its time, or after it. */
const honoredBefore = 3 * hour
const honoredAfter = 6 * hour

/** Why a meal that was paid with a linked card, where the restaurant took part that day, earns no base. */
const honoringReasons: ReadonlySet<string> = new Set([
  'excluded_day',
  'acclaimed_locked',
  'monthly_spend_reached',
  'monthly_visits_reached',
  'below_minimum_reward',
] satisfies ReasonCode[])

/** A dine without a base may honor a booking: what was promised at booking does not depend on the day or on limits. */
export const honorsBooking = (reasonCode: string | null): boolean =>
  reasonCode !== null && honoringReasons.has(reasonCode)

/** Each booking is honored by the first dine at its restaurant around its time, and each dine honors one. */
export function reservationComponents(
  bookings: readonly BookedTable[],
  dines: readonly ComponentDine[],
): Component[] {
  const left = dines.toSorted(byTime)
  const ordered = bookings.toSorted((a, b) => a.startsAt - b.startsAt || (a.id < b.id ? -1 : 1))
  return ordered.flatMap(({ id, merchantId, startsAt, bonusUnits }): Component[] => {
    const at = left.findIndex(
      dine =>
        dine.merchantId === merchantId &&
        dine.instant >= startsAt - honoredBefore &&
        dine.instant <= startsAt + honoredAfter,
    )
    const [dine] = at < 0 ? [] : left.splice(at, 1)
    if (!dine || bonusUnits === 0) return []
    return [{ dineId: dine.dineId, kind: 'reservation', code: id, units: bonusUnits }]
  })
}
