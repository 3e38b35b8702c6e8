import type { EarnRate } from '../../partner/settings/rewards.settings.ts'
import type { LocalDate, LocalTime } from '../../shared/local-date.ts'
import type { Rounding } from '../earning.rules.ts'
import type { ReasonCode } from '../reason-codes.ts'

/* What every version of the rules of dines reads and answers (`versions/`). */

/** They are stored with the decision. Instants are ISO texts. */
export interface DineFacts {
  /** The bill is in this currency. */
  readonly currency: string
  /** Bills earn in this currency. */
  readonly billCurrency: string
  /** The member's tier at the dine, and its rate when that was first known. */
  readonly tier: number
  readonly rate: EarnRate
  readonly rounding: Rounding
  readonly timezone: string | null
  /** The partner's terms with the restaurant; null where it takes no part. */
  readonly terms: DineTerms | null
  readonly cardLinkedAt: string
  readonly cardRemovedAt: string | null
  readonly accountClosedAt: string | null
  /** It is absent for a dine at a table. */
  readonly order?: DineOrder
}

/** The order is placed online: with the restaurant, or with a company that delivers for it. */
export interface DineOrder {
  readonly kind: 'online' | 'delivery'
  /** It is without tax, tip and fees; null where it was not reported. */
  readonly subtotalCents: number | null
}

/** `joinedOn` is the first day that earns, `leftOn` the first that does not, in the restaurant's local dates. */
export interface DineTerms {
  readonly joinedOn: LocalDate
  readonly leftOn: LocalDate | null
  readonly benefitDays: readonly string[]
  readonly maxSpendPerMonthCents: number | null
  readonly maxVisitsPerMonth: number | null
  /** These campaigns require a tier. */
  readonly campaignCodes: readonly string[]
}

export interface DineAmounts {
  /** It is null before the first one. */
  readonly authorizedCents: number | null
  readonly clearedCents: number | null
  readonly refundedCents: number
}

export interface DineToDecide {
  readonly ruleVersion: number
  readonly dinedAt: LocalTime
  readonly amounts: DineAmounts
  readonly facts: DineFacts
  /** No clearing came in time, or its authorization was voided. */
  readonly expired: boolean
  /** The status of a dine that has earned: posted, waiting for the partner, or confirmed by it. */
  readonly earnedAs: 'Awarded' | 'Deferred' | 'Paid'
}

/** One of a member's dines at a restaurant, which share its monthly limits. */
export interface DineInMonth extends DineToDecide {
  readonly transactionId: string
  /** A person looks at it, or has refused its reward. */
  readonly review?: 'waits' | 'refused' | null
}

/** What the monthly limits leave; null is unlimited. */
export interface MonthlyRoom {
  readonly cents: number | null
  readonly visits: number | null
}

export interface DineDecision {
  readonly status: 'Pending' | 'Awarded' | 'Deferred' | 'Paid' | 'Forfeit'
  /** It is an estimate while the dine is pending. */
  readonly rewardUnits: number
  readonly reasonCode: ReasonCode | null
  /** It is the part of the net amount that earned. */
  readonly earningCents: number
}
