import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Json, NullableTimestamp, Timestamp } from '../../db/column-types.ts'

export interface MerchantsTables {
  merchants: MerchantsTable
  merchantMids: MerchantMidsTable
  merchantReviews: MerchantReviewsTable
  merchantParticipations: MerchantParticipationsTable
  formerParticipations: FormerParticipationsTable
  comingTerms: ComingTermsTable
  merchantOffers: MerchantOffersTable
  merchantEvents: MerchantEventsTable
}

/** All partners share the table; a partner sees those with a participation. */
export interface MerchantsTable {
  id: string
  /** Source and its id there make an import idempotent. */
  source: string
  sourceId: string
  name: string
  about: Generated<string>
  cuisines: string[]
  /** It is 0 where unknown, else 1 to 4. */
  priceRange: number
  rating: number | null
  numberOfRatings: Generated<number>
  /** It is the sum of all ratings, and null while no member has rated here. */
  starsTotal: Generated<number | null>
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
  /** The names of what is on the menu. */
  dishes: GeneratedAlways<string[]>
  mealsServed: string[]
  features: string[]
  diets: Generated<string[]>
  acclaimedLevel: Generated<number>
  /** Null where tables cannot be booked. */
  openTableId: ColumnType<string | null, string | null | undefined, string | null>
  menuUrl: Generated<string>
  menuImages: Generated<string[]>
  onlineOrderingUrl: Generated<string>
  takesBookings: Generated<boolean>
  /** Folded name, cuisines and neighborhood (`searchTextOf` in core). */
  searchText: string
  /** Code of its first photo, set by a trigger. */
  photoCode: Generated<string>
  updatedAt: Timestamp
}

/** Hours are by weekday, in local time; an empty list is a closed day. */
export type MerchantHours = Partial<
  Record<'Sun' | 'Mon' | 'Tue' | 'Wed' | 'Thu' | 'Fri' | 'Sat', { opens: string; closes: string }[]>
>

export interface MenuSection {
  title: string
  items: { name: string; description: string; priceCents: number }[]
}

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
  hiddenAt: NullableTimestamp
}

/** Dates are local to the restaurant. */
export interface MerchantParticipationsTable {
  partnerId: string
  merchantId: string
  joinedOn: string
  leftOn: string | null
  benefitDays: string[]
  campaignCodes: string[]
  maxSpendPerMonthCents: number | null
  maxVisitsPerMonth: number | null
  reservationBonus: number | null
  /** The fee is a share of the net spend; null means the partner's `merchantFee`. */
  feeBasisPoints: number | null
  /** Since when they hold; null: since `joinedOn`. */
  termsFrom: string | null
  /** A trigger writes it, in real time. */
  updatedAt: ColumnType<Date, never, never>
}

/** These terms ended: the restaurant joined again, or they changed. They hold until the next ones begin. */
export interface FormerParticipationsTable {
  partnerId: string
  merchantId: string
  validFrom: string
  joinedOn: string
  leftOn: string | null
  benefitDays: string[]
  campaignCodes: string[]
  maxSpendPerMonthCents: number | null
  maxVisitsPerMonth: number | null
  feeBasisPoints: number | null
  cause: 'joined_again' | 'terms_changed'
  recordedAt: Timestamp
}

/** These terms hold from a later day on. A job makes them the current ones. */
export interface ComingTermsTable {
  partnerId: string
  merchantId: string
  validFrom: string
  benefitDays: string[]
  campaignCodes: string[]
  maxSpendPerMonthCents: number | null
  maxVisitsPerMonth: number | null
  reservationBonus: number | null
  feeBasisPoints: number | null
  recordedAt: Timestamp
}

/** Offers are for everyone in the program. Dates are local; `endsOn` null is open-ended. */
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
