import type { ColumnType, Generated } from 'kysely'
import type { Timestamp } from '../../db/column-types.ts'

export interface OffersTables {
  offers: OffersTable
  offerMerchants: OfferMerchantsTable
  flexOffers: FlexOffersTable
}

/** What staff defined. Dates are local to the restaurant, both included. */
export interface OffersTable {
  partnerId: string
  id: string
  /** For staff. */
  name: string
  /** Those for `members` have rows of their own in `flex_offers`. */
  audience: 'everyone' | 'members'
  isEverywhere: boolean
  webMessageOfferAmount: string
  rewardKind: 'fixed' | 'percent' | 'multiplier'
  /** Units of the partner, percent of the bill, or times the base reward. */
  rewardValue: number
  minimumSpendCents: number
  startsOn: string
  endsOn: string
  createdAt: Timestamp
}

export interface OfferMerchantsTable {
  partnerId: string
  merchantId: string
  offerId: string
}

/** An offer to one member at one restaurant. */
export interface FlexOffersTable {
  id: string
  partnerId: string
  memberId: string
  merchantId: string
  webMessageOfferAmount: string
  rewardKind: Generated<'fixed' | 'percent' | 'multiplier'>
  /** Units of the partner, percent of the bill, or times the base reward. */
  rewardValue: number
  minimumSpendCents: Generated<number>
  startsOn: string
  endsOn: string
  /** Of which definition; null: of this member alone. */
  offerId: ColumnType<string | null, string | null | undefined, string | null>
  /** Of a definition: that of the definition. */
  createdAt: ColumnType<Date, Date | undefined, Date>
}
