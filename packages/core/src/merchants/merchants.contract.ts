import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { weekdays } from '../shared/local-date.ts'
import { pageNumber, pageSize } from '../shared/paging.ts'

export const mealsServed = ['breakfast', 'brunch', 'lunch', 'dinner', 'lateNight'] as const
export const merchantFeatures = [
  'delivery',
  'dineIn',
  'takeout',
  'onlineOrdering',
  'outdoorSeating',
  'goodForGroups',
] as const
/** The restaurant has dishes for them. */
export const diets = ['vegetarian', 'vegan', 'glutenFree', 'halal', 'kosher'] as const

/** An offer of a restaurant in the partner's program. `Limited` ones end (shell §3.3). */
export const offerSchema = z.object({
  id: z.string(),
  type: z.enum(['Unlimited', 'Limited']),
  title: z.string(),
  text: z.string(),
  /** This is the last day, local to the restaurant; null where the offer goes on. */
  endsOn: z.nullable(z.string()),
})

/** This is an offer to one member at one restaurant (shell §3.6), with a formatted amount: "500 points". */
export const flexOfferSchema = z.object({ id: z.string(), webMessageOfferAmount: z.string() })

/** It has what the offer takes, as a restaurant's own page shows it. */
export const flexOfferTermsSchema = z.object({
  ...flexOfferSchema.shape,
  minimumSpendCents: z.number(),
  /** This is the last day, local to the restaurant. */
  endsOn: z.string(),
  /** It is false where the offer is made to some members only. */
  isForEveryone: z.boolean(),
})

/** This is a restaurant in a list (shell §3.4). `distance` is in miles, haversine, with two decimals. */
export const merchantSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  images: z.object({ imageBaseUrl: z.string(), placeholder: z.string() }),
  details: z.object({
    rating: z.object({ overallRating: z.number(), numberOfRatings: z.number() }),
    /** 0 where it is not known, else 1 to 4. */
    priceRange: z.number(),
    cuisines: z.array(z.string()),
    highlight: z.nullable(z.enum(['comingSoon', 'leavingSoon', 'new'])),
    /** It is local to the restaurant: the first day that can earn (coming soon), or the last one (leaving soon). */
    highlightDate: z.optional(z.string()),
  }),
  location: z.object({
    address: z.object({ street: z.string(), city: z.string(), state: z.string(), zipCode: z.string() }),
    neighborhood: z.string(),
    coordinates: z.object({ latitude: z.number(), longitude: z.number() }),
  }),
  /** It is null without a place to measure from. */
  distance: z.nullable(z.number()),
  origin: z.string(),
  acclaimedLevel: z.number(),
  benefitAvailability: z.object({
    campaignCodes: z.array(z.string()),
    /** These are the earning days, which only signed-in members see (shell §6). */
    weekdays: z.optional(z.array(z.enum(weekdays))),
  }),
  /** `openTable` is its id at OpenTable. `book` says that tables are booked here, in the built-in book. */
  reservationProviders: z.object({ openTable: z.nullable(z.string()), book: z.boolean() }),
  /** It is in the partner's unit, for a table booked here; null where there is none. */
  reservationBonus: z.nullable(z.number()),
  /** Only signed-in members have it: as "3 points per $1", and "3x" on a pin of the map. */
  earnRate: z.optional(z.object({ text: z.string(), short: z.string() })),
  /** Signed-in members see it in place of a rate: the tier that they lack to earn here (shell §4 Unlock access). */
  unlockTier: z.optional(z.literal([2, 3])),
  /** Only signed-in members have them. */
  offers: z.optional(z.array(offerSchema)),
  /** Only signed-in members of partners with flex offers have it. */
  flexOffer: z.optional(z.nullable(flexOfferTermsSchema)),
  /** Only signed-in members of partners with favorites have it. */
  favorite: z.optional(z.boolean()),
})
export type MerchantSummary = z.infer<typeof merchantSummarySchema>

const reviewSchema = z.object({
  id: z.string(),
  authorName: z.string(),
  rating: z.number(),
  body: z.string(),
  dinedOn: z.string(),
})
export type Review = z.infer<typeof reviewSchema>

const hoursOfDay = z.array(z.object({ opens: z.string(), closes: z.string() }))

export const merchantSchema = z.extend(merchantSummarySchema, {
  about: z.string(),
  phone: z.string(),
  /** Its first number that a phone can dial, such as 4155550100 or +442079460958. Empty without a phone. */
  phoneToDial: z.string(),
  website: z.string(),
  timezone: z.string(),
  /** Times are local, by weekday; a day without an entry is closed. */
  hours: z.partialRecord(z.enum(weekdays), hoursOfDay),
  menu: z.array(
    z.object({
      title: z.string(),
      items: z.array(z.object({ name: z.string(), description: z.string(), priceCents: z.number() })),
    }),
  ),
  mealsServed: z.array(z.enum(mealsServed)),
  features: z.array(z.enum(merchantFeatures)),
  diets: z.array(z.enum(diets)),
  /** These are the newest; `getMerchantReviews` has the rest. */
  reviews: z.array(reviewSchema),
  /** How many members gave 1, 2, 3, 4 and 5. */
  reviewSpread: z.array(z.number()).check(z.length(5)),
  events: z.array(
    z.object({
      id: z.string(),
      title: z.string(),
      text: z.string(),
      /** It is written `YYYY-MM-DDTHH:mm`, local to the restaurant. */
      startsAt: z.string(),
      endsAt: z.string(),
      url: z.string(),
    }),
  ),
  /** The first is also `images`; sizes by `sizedImageUrl`. */
  photos: z.array(z.object({ url: z.string(), alt: z.string() })),
  menuUrl: z.string(),
  menuImages: z.array(z.string()),
  /** The largest party that its book takes; null where tables are not booked in the built-in book. */
  maximumPartySize: z.nullable(z.number()),
  onlineOrdering: z.nullable(z.object({ origin: z.string(), url: z.string() })),
  /** Signed-in members see what is left of this month's limits. */
  yourMonth: z.optional(
    z.object({
      /** Null means no limit. */
      spendLeftCents: z.nullable(z.number()),
      visitsLeft: z.nullable(z.number()),
      cards: z.array(z.object({ id: z.string(), cardType: z.string(), lastFour: z.string() })),
    }),
  ),
  /** Signed-in members only, as is the next; null: without limit. */
  maximumSpendPerMonthCents: z.optional(z.nullable(z.number())),
  maximumVisitsPerMonth: z.optional(z.nullable(z.number())),
  joinedOn: z.string(),
  /** It is set when the restaurant is no longer in the program. */
  leftOn: z.nullable(z.string()),
})
export type Merchant = z.infer<typeof merchantSchema>

export const getMerchant = defineContract({
  method: 'GET',
  path: '/api/v2/Merchants/:merchantId',
  summary: 'One restaurant.',
  access: 'public',
  personalized: true,
  params: z.object({ merchantId: z.string().check(z.maxLength(100)) }),
  response: merchantSchema,
  errors: ['merchant_not_found'],
})

export const getMerchantReviews = defineContract({
  method: 'GET',
  path: '/api/v2/Merchants/:merchantId/Reviews',
  summary: 'What members say of a restaurant, newest first.',
  access: 'public',
  params: z.object({ merchantId: z.string().check(z.maxLength(100)) }),
  query: z.strictObject({ pageNo: pageNumber, pageSize: pageSize(5, 50) }),
  response: z.object({
    reviews: z.array(reviewSchema),
    totalResultSize: z.number(),
    totalPages: z.number(),
    pageNo: z.number(),
  }),
  errors: ['validation_failed', 'merchant_not_found'],
})
