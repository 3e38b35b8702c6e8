import * as z from 'zod/mini'
import type { Bounds } from '../merchants/distance.rules.ts'
import { mealsServed, merchantFeatures, merchantSummarySchema } from '../merchants/merchants.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { repeatable } from '../shared/fields/repeatable.ts'
import { weekdays } from '../shared/local-date.ts'
import { pageNumber, pageSize } from '../shared/paging.ts'

export const merchantSorts = ['distance', 'rating', 'name', 'newest'] as const

const flag = z.optional(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform(text => text === 'true'),
  ),
)

/** Empty is invalid, not 0. Rounded to seven decimals: PostgreSQL rejects squares that underflow. */
const degrees = (limit: number) =>
  z.pipe(
    z.pipe(
      z.transform(value => (typeof value === 'string' && value.trim() === '' ? Number.NaN : value)),
      z.coerce.number().check(z.minimum(-limit), z.maximum(limit)),
    ),
    z.transform(value => Math.round(value * 1e7) / 1e7),
  )

/** It is written `west,south,east,north` in degrees; west is greater than east where the box crosses the date line. */
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
 * A search has a place with a radius, or a box; else it goes by the default location. All filters must match, and any
 * of repeated `priceRange`.
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

const facet = z.array(z.object({ value: z.string(), count: z.number() }))

export const searchMerchants = defineContract({
  method: 'GET',
  path: '/api/v2/Merchants/Search',
  summary: "Restaurants that take part in the partner's program, by place, words and filters.",
  access: 'public',
  personalized: true,
  query: merchantSearchQuery,
  response: z.object({
    merchants: z.array(merchantSummarySchema),
    totalResultSize: z.number(),
    totalPages: z.number(),
    pageNo: z.number(),
    /** Counts over all matches, without values that do not occur. Flags have one value, `true`. */
    facets: z.object({
      cuisines: facet,
      priceRange: facet,
      features: facet,
      mealsServed: facet,
      benefitsFor: facet,
      acclaimed: facet,
      isNew: facet,
      reservations: facet,
    }),
  }),
  errors: ['validation_failed'],
})
export type MerchantSearchResult = z.output<typeof searchMerchants.response>

export const maxMapPlaces = 1_000

export const mapPlaceSchema = z.object({
  id: z.string(),
  name: z.string(),
  latitude: z.number(),
  longitude: z.number(),
  rating: z.number(),
  priceRange: z.number(),
  cuisine: z.string(),
  /** Only signed-in members have it: as "3 points per $1", and "3x" on a pin. */
  earnRate: z.optional(z.object({ text: z.string(), short: z.string() })),
})
export type MapPlace = z.infer<typeof mapPlaceSchema>

/** All matches, nearest first, at most `maxMapPlaces`. */
export const getMapPlaces = defineContract({
  method: 'GET',
  path: '/api/v2/Merchants/Map',
  summary: 'Where the restaurants of a search are: the same parameters, without paging.',
  access: 'public',
  personalized: true,
  query: merchantSearchQuery,
  response: z.object({ places: z.array(mapPlaceSchema), totalResultSize: z.number() }),
  errors: ['validation_failed'],
})
