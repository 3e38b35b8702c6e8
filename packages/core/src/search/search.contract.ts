import * as z from 'zod/mini'
import type { Bounds } from '../merchants/distance.rules.ts'
import {
  diets,
  mealsServed,
  merchantFeatures,
  merchantSummarySchema,
} from '../merchants/merchants.contract.ts'
import { localDate, localTime, partySize, slotSchema } from '../reservations/reservations.contract.ts'
import { defineContract } from '../shared/contract.ts'
import { repeatable } from '../shared/fields/repeatable.ts'
import { weekdays } from '../shared/local-date.ts'
import { pageNumber, pageSize } from '../shared/paging.ts'
import { usualPageSize } from './search-page.rules.ts'

/** By `reward`: what the member earns beside the usual rate, then how far it is. For visitors by distance. */
export const merchantSorts = ['distance', 'rating', 'name', 'newest', 'reward'] as const

const flag = z.optional(
  z.pipe(
    z.enum(['true', 'false']),
    z.transform(text => text === 'true'),
  ),
)

/** Empty is invalid, not 0. Rounded to seven decimals: PostgreSQL rejects squares that underflow. */
export const degrees = (limit: number) =>
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
  date: z.optional(localDate),
  time: z.optional(localTime),
  partySize: z.optional(partySize),
  hasTable: flag,
  diets: repeatable(z.enum(diets)),
  cuisines: repeatable(z.string().check(z.minLength(1), z.maxLength(60))),
  openNow: flag,
  minRating: z.optional(z.coerce.number().check(z.gt(0), z.maximum(5))),
  campaignCode: z.optional(z.string().check(z.regex(/^[\w.:-]{0,40}$/, 'is not a campaign code'))),
  sortBy: z._default(z.enum(merchantSorts), 'distance'),
  pageNo: pageNumber,
  pageSize: pageSize(usualPageSize, 100),
  /** A last page of at most so many is a part of the page before it, as 21 are one page of 21 and not 20 and 1. */
  orphans: z._default(z.coerce.number().check(z.int(), z.minimum(0), z.maximum(20)), 0),
})

const tableParameters = ['date', 'time', 'partySize'] as const
type TableParameters = Pick<z.output<typeof searchParameters>, (typeof tableParameters)[number] | 'hasTable'>

const needsTable = (search: TableParameters) =>
  search.hasTable === true || tableParameters.some(name => search[name] !== undefined)

/**
 * A search has a place with a radius, or a box; else it goes by the default location. All filters must match, and any
 * of repeated `priceRange` and `cuisines`. With a date, a time by the restaurant's clock and a party size, restaurants
 * that take bookings have their free tables.
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
  ...tableParameters.map(name =>
    z.refine<z.output<typeof searchParameters>>(search => !needsTable(search) || search[name] !== undefined, {
      path: [name],
      message: 'is required: a table has a date, a time and a party size',
    }),
  ),
)
export type MerchantSearch = z.output<typeof merchantSearchQuery>

/**
 * At most three times near the asked one at which a table is free, in order. Empty where all are taken, absent where
 * none was asked for, or none is booked here.
 */
const tables = { tables: z.optional(z.array(slotSchema)) }

export const foundMerchantSchema = z.extend(merchantSummarySchema, tables)
export type FoundMerchant = z.infer<typeof foundMerchantSchema>

const facet = z.array(z.object({ value: z.string(), count: z.number() }))

export const searchMerchants = defineContract({
  method: 'GET',
  path: '/api/v2/Merchants/Search',
  summary: "Restaurants that take part in the partner's program, by place, words, filters and free tables.",
  access: 'public',
  personalized: true,
  query: merchantSearchQuery,
  response: z.object({
    merchants: z.array(foundMerchantSchema),
    totalResultSize: z.number(),
    totalPages: z.number(),
    pageNo: z.number(),
    /**
     * Words such as "open now" were searched as these parameters, which stand for `restaurantOrCuisine`. A `location` is
     * the name of the place.
     */
    understood: z.optional(z.record(z.string(), z.array(z.string()))),
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
      /** Of the asked date, time and party. */
      hasTable: facet,
      diets: facet,
      openNow: facet,
      /** Each value has those that are rated so or better. */
      minRating: facet,
    }),
  }),
  errors: ['validation_failed'],
})
export type MerchantSearchResult = z.output<typeof searchMerchants.response>

/** A guide, a shared list or a vote names no more. */
export const maxListedMerchants = 60

const listedMerchantsQuery = z.strictObject({
  ids: z.pipe(
    z.pipe(
      z.transform(ids => (Array.isArray(ids) ? ids : [ids])),
      z.array(z.string().check(z.minLength(1), z.maxLength(100))).check(z.maxLength(maxListedMerchants)),
    ),
    z.transform(ids => [...new Set(ids)]),
  ),
})
export type ListedMerchantsQuery = z.output<typeof listedMerchantsQuery>

export const getListedMerchants = defineContract({
  method: 'GET',
  path: '/api/v2/Merchants/List',
  summary: 'The restaurants of these ids, in their order. Those that do not take part are left out.',
  access: 'public',
  personalized: true,
  query: listedMerchantsQuery,
  response: z.object({ merchants: z.array(merchantSummarySchema) }),
  errors: ['validation_failed'],
})

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
  ...tables,
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
