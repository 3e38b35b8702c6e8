import * as z from 'zod/mini'
import { defineContract } from '../shared/contract.ts'
import { pageNumber, pageSize } from '../shared/paging.ts'
import type { Bounds } from './distance.rules.ts'

export const weekdays = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'] as const
export const mealsServed = ['breakfast', 'brunch', 'lunch', 'dinner', 'lateNight'] as const
export const merchantFeatures = ['delivery', 'dineIn', 'takeout', 'onlineOrdering'] as const
export const merchantSorts = ['distance', 'rating', 'name', 'newest'] as const

/** Repeatable query parameter: one value arrives as text, several as a list. */
function repeatable<T extends z.ZodMiniType>(item: T) {
  return z.optional(
    z.union([
      z.array(item).check(z.maxLength(20)),
      z.pipe(
        item,
        z.transform(one => [one]),
      ),
    ]),
  )
}
const flag = z.optional(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform(text => text === 'true'),
  ),
)

/**
 * Degrees as query text. `Number('')` is 0, a place in the Gulf of Guinea: an empty parameter is no number. Kept to
 * seven decimals, a centimetre: squares of far smaller numbers underflow, which the database refuses.
 */
const degrees = (limit: number) =>
  z.pipe(
    z.pipe(
      z.transform(value => (typeof value === 'string' && value.trim() === '' ? Number.NaN : value)),
      z.coerce.number().check(z.minimum(-limit), z.maximum(limit)),
    ),
    z.transform(value => Math.round(value * 1e7) / 1e7),
  )

/** `west,south,east,north` in degrees; west is greater than east where the box crosses the date line. */
const bounds = z.pipe(
  z.string().check(
    z.regex(
      /^-?\d{1,3}(\.\d{1,20})?(,-?\d{1,3}(\.\d{1,20})?){3}$/,
      'must be west,south,east,north in degrees',
    ),
    z.refine(text => isBox(text.split(',').map(Number)), 'must be west,south,east,north in degrees'),
  ),
  z.transform((text): Bounds => {
    const [west = 0, south = 0, east = 0, north = 0] = text.split(',').map(Number)
    return { west, south, east, north }
  }),
)

function isBox([west = 0, south = 0, east = 0, north = 0]: readonly number[]): boolean {
  return Math.abs(west) <= 180 && Math.abs(east) <= 180 && south >= -90 && north <= 90 && south <= north
}

const searchParameters = z.strictObject({
  latitude: z.optional(degrees(90)),
  longitude: z.optional(degrees(180)),
  radiusMiles: z._default(z.coerce.number().check(z.gt(0), z.maximum(100)), 25),
  bounds: z.optional(bounds),
  restaurantOrCuisine: z.optional(z.string().check(z.trim(), z.maxLength(100))),
  priceRange: repeatable(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(4))),
  acclaimed: flag,
  isNew: flag,
  reservations: flag,
  benefitsFor: repeatable(z.enum(weekdays)),
  features: repeatable(z.enum(merchantFeatures)),
  mealsServed: repeatable(z.enum(mealsServed)),
  campaignCode: z.optional(z.string().check(z.regex(/^[\w.:-]{0,40}$/, 'is not a campaign code'))),
  sortBy: z._default(z.enum(merchantSorts), 'distance'),
  pageNo: pageNumber,
  pageSize: pageSize(20, 100),
})

/**
 * Where: a place and a radius, or a box (what a map shows), with a place as well if the visitor's is known; the default
 * location where neither is given. Filters narrow together; a repeated `priceRange` widens, repeated `benefitsFor`,
 * `features` and `mealsServed` must all hold.
 */
export const merchantSearchQuery = searchParameters.check(
  z.refine(({ latitude, longitude }) => latitude !== undefined || longitude === undefined, {
    path: ['latitude'],
    message: 'is required with a longitude',
  }),
  z.refine(({ latitude, longitude }) => longitude !== undefined || latitude === undefined, {
    path: ['longitude'],
    message: 'is required with a latitude',
  }),
)
export type MerchantSearch = z.output<typeof merchantSearchQuery>

/** A restaurant in a list (shell §3.4). `distance` in miles, haversine, two decimals. */
export const merchantSummarySchema = z.object({
  id: z.string(),
  name: z.string(),
  images: z.object({ imageBaseUrl: z.string() }),
  details: z.object({
    rating: z.object({ overallRating: z.number(), numberOfRatings: z.number() }),
    /** 0 where it is not known, else 1 to 4. */
    priceRange: z.number(),
    cuisines: z.array(z.string()),
    highlight: z.nullable(z.enum(['comingSoon', 'leavingSoon', 'new'])),
  }),
  location: z.object({
    address: z.object({ street: z.string(), city: z.string(), state: z.string(), zipCode: z.string() }),
    neighborhood: z.string(),
    coordinates: z.object({ latitude: z.number(), longitude: z.number() }),
  }),
  /** Null where nobody said from where: the whole restaurant, and a box without a place. */
  distance: z.nullable(z.number()),
  /** Where the restaurant's data comes from. */
  origin: z.string(),
  acclaimedLevel: z.number(),
  benefitAvailability: z.object({ campaignCodes: z.array(z.string()), weekdays: z.array(z.enum(weekdays)) }),
  reservationProviders: z.object({ openTable: z.nullable(z.string()) }),
  /** Signed-in members only: what they earn here, in words of the partner's unit. */
  earnRate: z.optional(z.object({ text: z.string() })),
})
export type MerchantSummary = z.infer<typeof merchantSummarySchema>

const facet = z.array(z.object({ value: z.string(), count: z.number() }))

export const searchMerchants = defineContract({
  method: 'GET',
  path: '/api/v2/Merchants/Search',
  summary: "Restaurants that take part in the partner's programme, by place, words and filters.",
  access: 'optional',
  query: merchantSearchQuery,
  response: z.object({
    merchants: z.array(merchantSummarySchema),
    totalResultSize: z.number(),
    totalPages: z.number(),
    pageNo: z.number(),
    facets: z.object({ cuisines: facet, priceRange: facet, features: facet, mealsServed: facet }),
  }),
  errors: ['validation_failed'],
})
export type MerchantSearchResult = z.output<typeof searchMerchants.response>

const hoursOfDay = z.array(z.object({ opens: z.string(), closes: z.string() }))

/** The whole restaurant. */
export const merchantSchema = z.extend(merchantSummarySchema, {
  about: z.string(),
  phone: z.string(),
  website: z.string(),
  timezone: z.string(),
  /** Opening hours by weekday, local time; a day without an entry stays closed. */
  hours: z.partialRecord(z.enum(weekdays), hoursOfDay),
  menu: z.array(
    z.object({
      title: z.string(),
      items: z.array(z.object({ name: z.string(), description: z.string(), priceCents: z.number() })),
    }),
  ),
  mealsServed: z.array(z.enum(mealsServed)),
  features: z.array(z.enum(merchantFeatures)),
  reviews: z.array(
    z.object({
      id: z.string(),
      authorName: z.string(),
      rating: z.number(),
      body: z.string(),
      dinedOn: z.string(),
    }),
  ),
  maximumSpendPerMonthCents: z.nullable(z.number()),
  maximumVisitsPerMonth: z.nullable(z.number()),
  reservationBonus: z.nullable(z.number()),
  joinedOn: z.string(),
  /** Set when the restaurant is no longer in the programme. */
  leftOn: z.nullable(z.string()),
})
export type Merchant = z.infer<typeof merchantSchema>

export const getMerchant = defineContract({
  method: 'GET',
  path: '/api/v2/Merchants/:merchantId',
  summary: 'One restaurant.',
  access: 'optional',
  params: z.object({ merchantId: z.string().check(z.maxLength(100)) }),
  response: merchantSchema,
  errors: ['merchant_not_found'],
})

export const getLocations = defineContract({
  method: 'GET',
  path: '/api/Locations',
  summary: 'Places in the US by city, state or ZIP code.',
  access: 'public',
  query: z.object({ query: z.string().check(z.trim(), z.minLength(1), z.maxLength(80)) }),
  response: z.object({
    items: z.array(z.object({ label: z.string(), latitude: z.number(), longitude: z.number() })),
  }),
  errors: ['validation_failed'],
})

export const getDefaultUserLocation = defineContract({
  method: 'GET',
  path: '/api/DefaultUserLocation',
  summary: 'Where to search when the visitor has not said.',
  access: 'public',
  response: z.object({ latitude: z.number(), longitude: z.number() }),
  errors: [],
})
