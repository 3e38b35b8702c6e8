import type { ColumnType, Generated } from 'kysely'
import type { Json, Timestamp } from '../../db/column-types.ts'

/** Written by this feature only. */
export interface MerchantsTables {
  merchants: MerchantsTable
  merchantMids: MerchantMidsTable
  merchantReviews: MerchantReviewsTable
  merchantParticipations: MerchantParticipationsTable
  merchantOffers: MerchantOffersTable
  merchantEvents: MerchantEventsTable
  flexOffers: FlexOffersTable
}

/** The network's restaurants, shared by all partners; a partner sees those it has a participation for. */
export interface MerchantsTable {
  id: string
  /** Where the row came from and its id there: what makes an import safe to run twice. */
  source: string
  sourceId: string
  name: string
  about: Generated<string>
  cuisines: string[]
  /** 0 unknown, else 1 to 4. */
  priceRange: number
  rating: number | null
  numberOfRatings: Generated<number>
  street: string
  city: string
  state: string
  zipCode: string
  neighborhood: Generated<string>
  latitude: number
  longitude: number
  timezone: string
  phone: Generated<string>
  website: Generated<string>
  hours: Json<MerchantHours>
  menu: Json<MenuSection[]>
  mealsServed: string[]
  features: string[]
  acclaimedLevel: Generated<number>
  /** The restaurant's id at the booking provider; null where tables cannot be booked. */
  openTableId: ColumnType<string | null, string | null | undefined, string | null>
  /** Where the menu is kept, and pictures of it. */
  menuUrl: Generated<string>
  menuImages: Generated<string[]>
  /** Where orders are taken; empty where they are not. */
  onlineOrderingUrl: Generated<string>
  /** The built-in book holds tables for it. */
  takesBookings: Generated<boolean>
  /** Name, cuisines and neighborhood as search compares them: made by `searchTextOf` (core), by nothing else. */
  searchText: string
  /** `code` of its first photo, empty without one. A trigger keeps it; nothing else writes it. */
  photoCode: Generated<string>
  updatedAt: Timestamp
}

/** Opening hours a weekday, local time; an empty list is a day that stays closed. */
export type MerchantHours = Partial<
  Record<'Sun' | 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat', { opens: string; closes: string }[]>
>

export interface MenuSection {
  title: string
  items: { name: string; description: string; priceCents: number }[]
}

/** A merchant id at the card networks, with the dates it was in force. */
export interface MerchantMidsTable {
  mid: string
  merchantId: string
  validFrom: string
  validTo: string | null
}

export interface MerchantReviewsTable {
  id: string
  merchantId: string
  authorName: string
  rating: number
  body: string
  dinedOn: string
}

/** That a restaurant takes part in a partner's program, from when to when, and on what terms. Dates are local to the restaurant. */
export interface MerchantParticipationsTable {
  partnerId: string
  merchantId: string
  joinedOn: string
  leftOn: string | null
  /** Weekdays that earn ("Sun" to "Sat"). */
  benefitDays: string[]
  campaignCodes: string[]
  maxSpendPerMonthCents: number | null
  maxVisitsPerMonth: number | null
  reservationBonus: number | null
}

/** On for everyone in a partner's program. Dates are local to the restaurant; `endsOn` null goes on. */
export interface MerchantOffersTable {
  id: string
  partnerId: string
  merchantId: string
  title: string
  body: string
  startsOn: string
  endsOn: string | null
}

/** Times are local to the restaurant, without an offset. */
export interface MerchantEventsTable {
  id: string
  merchantId: string
  title: string
  body: string
  startsAt: string
  endsAt: string
  url: string
}

/** An offer to one member at one restaurant. */
export interface FlexOffersTable {
  id: string
  partnerId: string
  memberId: string
  merchantId: string
  webMessageOfferAmount: string
  startsOn: string
  endsOn: string
}
