import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from '../../db/column-types.ts'

export interface OffersTables {
  offers: OffersTable
  offerMerchants: OfferMerchantsTable
  flexOffers: FlexOffersTable
}

/** Staff defined these offers. Dates are local to the restaurant, both included. */
export interface OffersTable {
  partnerId: string
  id: string
  /** Only staff see the name. */
  name: string
  /** Those for `members` have rows of their own in `flex_offers`. */
  audience: 'everyone' | 'members'
  isEverywhere: boolean
  webMessageOfferAmount: string
  rewardKind: 'fixed' | 'percent' | 'multiplier'
  /** The value is units of the partner, percent of the bill, or times the base reward. */
  rewardValue: number
  minimumSpendCents: number
  budgetUnits: number | null
  memberCapUnits: number | null
  startsOn: string
  endsOn: string
  createdAt: Timestamp
}

export interface OfferMerchantsTable {
  partnerId: string
  merchantId: string
  offerId: string
}

/** The offer is to one member at one restaurant. */
export interface FlexOffersTable {
  id: string
  partnerId: string
  memberId: string
  merchantId: string
  webMessageOfferAmount: string
  rewardKind: Generated<'fixed' | 'percent' | 'multiplier'>
  /** The value is units of the partner, percent of the bill, or times the base reward. */
  rewardValue: number
  minimumSpendCents: Generated<number>
  startsOn: string
  endsOn: string
  /** This is the offer's definition; null means that it is for this member alone. */
  offerId: ColumnType<string | null, string | null | undefined, string | null>
  /** An offer of a definition has the time of the definition. */
  createdAt: ColumnType<Date, Date | undefined, Date>
}
