import type { LocalTime } from '../shared/local-date.ts'
import type { ReasonCode } from './reason-codes.ts'

/* A dine's reward is the sum of its base and of components, each with its own postings (rewards.md). */

export const componentKinds = ['offer', 'bonus', 'corporate', 'reservation'] as const

/** Of bonuses: `corporate` is one that the partner pays. */
export const isBonusKind = (kind: (typeof componentKinds)[number]): boolean =>
  kind === 'bonus' || kind === 'corporate'

/** What a dine earns beside its base. */
export interface Component {
  readonly dineId: string
  readonly kind: (typeof componentKinds)[number]
  /** The offer's id, the bonus's code, or the reservation's id. */
  readonly code: string
  /** In the partner's unit; an estimate while the dine is pending. */
  readonly units: number
}

/** As it is kept with its dine. */
export interface StoredComponent extends Component {
  /** `componentId` */
  readonly id: string
  /** The most that was posted. */
  readonly grantedUnits: number
}

/** Correlation id of its postings. */
export const componentId = ({ dineId, kind, code }: Pick<Component, 'dineId' | 'kind' | 'code'>): string =>
  `${dineId}:${kind}:${code}`

/** The dine of a posting about it or one of its components. */
export const dineIdOf = (correlationId: string): string => correlationId.split(':')[0]!

/** A dine that earned or may still earn. */
export interface ComponentDine {
  readonly dineId: string
  readonly transactionId: string
  readonly merchantId: string | null
  /** Local time at the restaurant. */
  readonly dinedAt: LocalTime
  /** The same as an instant, in ms. */
  readonly instant: number
  readonly netCents: number
  /** The part of it that the monthly limits let earn. */
  readonly earningCents: number
  readonly baseUnits: number
  /** Cleared, and its base earned. Otherwise pending. */
  readonly hasEarned: boolean
}

/** By time; ties by transaction, so that the order of reports does not matter. */
export function byTime(a: ComponentDine, b: ComponentDine): number {
  return a.instant - b.instant || (a.transactionId < b.transactionId ? -1 : 1)
}

export interface BookedTable {
  readonly id: string
  readonly merchantId: string
  /** In ms. */
  readonly startsAt: number
  /** In the partner's unit. */
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

/** Whether a dine without a base honors a booking: what was promised at booking does not depend on the day or on limits. */
export const honorsBooking = (reasonCode: string | null): boolean =>
  reasonCode !== null && honoringReasons.has(reasonCode)

/** Each booking by the first dine at its restaurant around its time, each dine honors one. */
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
