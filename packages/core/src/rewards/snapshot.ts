import type { DineStatus } from '../activity/dine-statuses.ts'
import type { Partner } from '../partner/partner.ts'
import type { LocalTime } from '../shared/local-date.ts'
import type { EnrolledBonus } from './components/bonus/bonus.rules.ts'
import type { BookedTable } from './components/booking/booking.rules.ts'
import type { Budgets } from './components/budget.rules.ts'
import type { StoredComponent } from './components/component.ts'
import type { FlexOffer } from './components/offer/offer.rules.ts'
import type { DineAmounts, DineFacts } from './dines/dine-to-decide.ts'
import type { StoredHold } from './holds/stored-hold.rules.ts'
import type { VelocityFacts } from './holds/velocity.rules.ts'
import type { Movement } from './movements/movements.rules.ts'
import type { RepeatedReport } from './movements/repeated-movements.rules.ts'
import type { ReportedTransaction } from './reports/reported-transaction.ts'
import type { RateVersion } from './tiers/rate-versions.rules.ts'

/* All that a decision about one member's dines reads. It is loaded before anything is decided (architecture: law 13). */

export interface MemberKey {
  readonly partnerId: string
  readonly memberId: string
}

/**
 * The tier is that of a member who is or was a VIP by a calendar year, or any other change of the tier. Times are in
 * ms.
 */
export interface TierInTime {
  readonly id: number
  readonly tierBefore: number
  readonly tierLevel: number
  readonly validFrom: number
  readonly createdAt: number
  /** It is null for changes that hold until the next. */
  readonly vip: {
    readonly year: number
    /** It is null where no dine made it. */
    readonly dineId: string | null
    readonly validTo: number
    readonly revokedAt: number | null
  } | null
}

/** A member with all that was valid at some time. */
export interface MemberInTime extends MemberKey {
  readonly tierLevel: number
  readonly emailOptIn: boolean
  readonly closedAt: Date | null
  readonly joinedAt: Date
  readonly enrollmentSource: string | null
  readonly referrer: string | null
  /** They are in the order in which they were recorded. */
  readonly tiers: readonly TierInTime[]
  /** These are the partner's. */
  readonly rates: readonly RateVersion[]
  /** They are in ms. */
  readonly closures: readonly { readonly closedAt: number; readonly reopenedAt: number }[]
}

export interface CardInTime {
  readonly id: string
  readonly cardToken: string
  readonly lastFour: string
  readonly linkedAt: Date
  readonly removedAt: Date | null
  /** It has every time the member linked this number, as ISO texts. */
  readonly links: readonly { readonly linkedAt: string; readonly removedAt: string | null }[]
}

/** A restaurant with its terms of a day, whether or not it takes part then. */
export interface PlaceOfDay {
  readonly id: string
  readonly name: string
  readonly timezone: string
  readonly participation: {
    readonly joinedOn: string
    readonly leftOn: string | null
    readonly benefitDays: readonly string[]
    readonly campaignCodes: readonly string[]
    readonly maxSpendPerMonthCents: number | null
    readonly maxVisitsPerMonth: number | null
  }
}

export interface InboxEvent {
  readonly id: number
  readonly provider: string
  readonly event: string
  readonly body: string
  readonly receivedAt: Date
  readonly status: 'received' | 'processed' | 'parked' | 'refused'
  readonly reasonCode: string | null
  readonly partnerId: string | null
  readonly linkedCardId: string | null
  readonly merchantId: string | null
  readonly transactionId: string | null
  readonly sourceKey: string | null
  readonly dineId: string | null
}

/** A movement with the event that reports it. */
export interface ReportedMovement extends Movement {
  readonly currency: string
}

export interface EventMovement {
  readonly event: InboxEvent
  readonly movement: ReportedMovement
}

/** What a dine's reward was decided on. */
export interface RecordedDecision {
  readonly ruleVersion: number
  readonly facts: DineFacts
  readonly amounts: DineAmounts
  /** It is the part of the net amount that earned. */
  readonly earningCents: number
}

export interface StoredDine extends MemberKey {
  readonly id: string
  readonly linkedCardId: string
  readonly cardLastFour: string
  readonly merchantId: string | null
  readonly merchantName: string
  readonly sourceTransactionId: string
  readonly authCode: string | null
  readonly dinedAt: LocalTime
  /** Its first clearing, by which statements of restaurants count it. */
  readonly clearedAt: LocalTime | null
  readonly authorizedCents: number | null
  readonly clearedCents: number | null
  readonly refundedCents: number
  readonly rewardUnits: number
  readonly componentUnits: number
  readonly status: DineStatus
  readonly reasonCode: string | null
  readonly decision: RecordedDecision
  readonly paidAt: Date | null
  readonly createdAt: Date
  readonly updatedAt: Date
}

export interface DineAtPlace extends StoredDine {
  readonly cardToken: string
  readonly hold: StoredHold | null
}

export interface StoredAmount extends Movement {
  readonly dineId: string
}

/** What counts of a movement, with its member and the restaurant of its dine. */
export interface TransactionAmount extends StoredAmount {
  readonly memberId: string
  readonly dineMerchantId: string | null
}

/** All dines of a member at a restaurant, and what may add to them. */
export interface PlaceBooks {
  /** The oldest comes first. */
  readonly dines: readonly DineAtPlace[]
  readonly amounts: readonly StoredAmount[]
  readonly offers: readonly FlexOffer[]
  readonly bookings: readonly (BookedTable & { readonly status: 'pending' | 'earned' })[]
  readonly components: readonly StoredComponent[]
}

/** It is a dine anywhere, in short. */
export interface PastDine {
  readonly id: string
  readonly transactionId: string
  readonly merchantId: string | null
  readonly dinedAt: LocalTime
  readonly timezone: string | null
  readonly status: DineStatus
  readonly reasonCode: string | null
  readonly clearedCents: number | null
  readonly refundedCents: number
  readonly rewardUnits: number
  readonly earningCents: number
  readonly facts: Pick<DineFacts, 'tier' | 'rate' | 'rounding' | 'order'>
  readonly refunds: readonly PastRefund[]
}

export interface PastRefund {
  readonly sourceKey: string
  readonly transactionId: string
  readonly occurredAt: LocalTime
  readonly amountCents: number
}

/** A member's dines since a local date, and where the member had earned before it. */
export interface History {
  readonly since: string
  readonly dines: readonly PastDine[]
  readonly knownMerchantIds: readonly string[]
}

/** What an event is about, where card, member and restaurant are known. */
export interface Report {
  readonly event: InboxEvent
  readonly transaction: ReportedTransaction
  readonly card: CardInTime
  /** It is null where the restaurant is unknown, or takes no part in the program. */
  readonly place: PlaceOfDay | null
  /** These are of its transaction, and of that which it names. */
  readonly known: readonly TransactionAmount[]
  /** The transaction that counts for the charge which a refund names, where another network reported it first. */
  readonly countedCharge: string | null
  /** What events of other networks repeat of the movements at the restaurant. */
  readonly repeated: readonly RepeatedReport[]
  /** Refunds of the card number that no dine has taken. */
  readonly waiting: readonly EventMovement[]
  /** Voids that came before this authorization. */
  readonly voids: readonly EventMovement[]
}

export interface Snapshot {
  readonly partner: Partner
  readonly member: MemberInTime
  readonly now: Date
  readonly newId: () => string
  readonly places: ReadonlyMap<string | null, PlaceBooks>
  readonly bonuses: readonly EnrolledBonus[]
  /** These are components of bonuses and offers, on any dine. */
  readonly memberComponents: readonly StoredComponent[]
  /** Offers to this member alone are not among them: they have none. */
  readonly budgets: Budgets
  readonly history: History | null
  /** Null: no charge was reported, or no rule is on. Then no dine is held or freed. */
  readonly velocity: VelocityFacts | null
  /** When refunds were first received, by their key, in ms. */
  readonly firstReports: ReadonlyMap<string, number>
  /** The key is the `termsKey`; null says that the restaurant takes no part. */
  readonly terms: ReadonlyMap<string, PlaceOfDay | null>
}

export const termsKey = (merchantId: string, localDate: string): string => `${merchantId} ${localDate}`

/** What a decision needs beyond what was loaded: it is loaded as well, and everything is decided again. */
export interface MissingPart {
  readonly merchantIds?: readonly (string | null)[]
  /** A local date from which on dines are needed. */
  readonly since?: string
  readonly terms?: { readonly merchantId: string; readonly localDate: string }
}

export class NotLoaded extends Error {
  readonly part: MissingPart

  constructor(part: MissingPart) {
    super(`not loaded: ${JSON.stringify(part)}`)
    this.part = part
  }
}

/** @throws `NotLoaded` */
export function historySince({ history }: Pick<Snapshot, 'history'>, since: string) {
  if (!history || history.since > since) throw new NotLoaded({ since })
  return history
}

/** @throws `NotLoaded` */
export function placeOf({ places }: Snapshot, merchantId: string | null) {
  const place = places.get(merchantId)
  if (!place) throw new NotLoaded({ merchantIds: [merchantId] })
  return place
}
