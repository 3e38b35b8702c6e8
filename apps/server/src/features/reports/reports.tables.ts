import type { Json, Timestamp } from '../../db/column-types.ts'

export interface ReportsTables {
  closedPeriods: ClosedPeriodsTable
  closedMerchantStatements: ClosedMerchantStatementsTable
}

/** A month takes no more postings, and its statements never change. */
export interface ClosedPeriodsTable {
  partnerId: string
  month: string
  /** What is posted with an earlier moment counts from here on. */
  untilAt: Timestamp
  closedAt: Timestamp
  /** This is an email of staff. */
  closedBy: string
  /** Why it was closed with open exceptions. */
  note: string | null
  /** Outstanding to members at its end. */
  closingUnits: number
  statement: Json<PartnerMovements>
  hash: string
}

export interface ClosedMerchantStatementsTable {
  partnerId: string
  month: string
  merchantId: string
  statement: Json<StoredMerchantStatement>
  cumulative: Json<DineTotals>
}

/** Of a month, in the partner's unit. */
export interface PartnerMovements {
  /** This is owed to members less what they owe, payouts in flight included. */
  readonly opening: number
  readonly earned: number
  readonly bonuses: number
  readonly takenBack: number
  readonly adjusted: number
  /** This part of these is what the partner pays itself. */
  readonly paidByPartner: number
  readonly returnedToProgram: number
  readonly settled: number
  readonly paidOut: number
  readonly closing: number
}

/** In cents, and the partner's unit. */
export interface DineTotals {
  readonly dines: number
  readonly spentCents: number
  readonly refundedCents: number
  readonly baseUnits: number
  readonly bonusUnits: number
  /** The fee is in ten thousandths of a cent: net spend times the basis points of each dine's day. */
  readonly feeParts: number
}

/** As it was billed. */
export interface StoredMerchantStatement {
  readonly merchant: {
    readonly id: string
    readonly name: string
    readonly street: string
    readonly city: string
    readonly state: string
    readonly zipCode: string
  }
  readonly days: readonly (DineTotals & {
    readonly merchantId: string
    readonly clearedOn: string
    readonly feeBasisPoints: number
  })[]
  readonly corrections: DineTotals
  /** This is the fee on the last day of the month. */
  readonly feeBasisPoints: number
}
