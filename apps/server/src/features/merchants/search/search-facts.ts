import { mealsServed, merchantFeatures, weekdays } from '@dineward/core/merchants/merchants.contract.ts'
import type { Facets, FoundMerchants, PlaceSearch, SearchFilters } from './place-search.ts'

/*
 * What is true of a restaurant, as bits of `merchant_search.facts`: 25 of them, of which migration 004 sets all but the one
 * that depends on the day. Above them stand the rating (7 bits: tenths and one, 0 for none), and in the upper half the
 * set of cuisines (20 bits) and the time zone.
 */

export const factBits = 2 ** 25 - 1
export const ratingShift = 25
export const cuisinesMask = 2 ** 20 - 1
export const timezoneShift = 52

const price = 0
const features = 5
const meals = 9
const days = 18

export const acclaimed = 1 << 14
export const takesBookings = 1 << 15
export const openTable = 1 << 16
/** By today's date at the restaurant: joined within 60 days, and not gone. Only in the process. */
export const isNew = 1 << 17
export const isThere = 1 << 25

export const anyPrice = 0b11111

/** A restaurant fits that has all bits of `all`, and one of `prices`. */
export interface WantedFacts {
  readonly all: number
  readonly prices: number
}

/** Null where nothing can fit: tables are asked for, and the partner books none. */
export function wantedFacts(
  search: SearchFilters & Pick<PlaceSearch, 'bookingProvider'>,
): WantedFacts | null {
  const bookable = bookableFact(search.bookingProvider)
  if (search.reservations && bookable === 0) return null
  const all =
    (search.acclaimed ? acclaimed : 0) |
    (search.isNew ? isNew : 0) |
    (search.reservations ? bookable : 0) |
    bitsOf(merchantFeatures, search.features, features) |
    bitsOf(mealsServed, search.mealsServed, meals) |
    bitsOf(weekdays, search.benefitsFor, days)
  const prices = (search.priceRange ?? []).reduce((bits, range) => bits | (1 << (price + range)), 0)
  return { all, prices: prices || anyPrice }
}

function bookableFact(provider: PlaceSearch['bookingProvider']): number {
  if (provider === 'book') return takesBookings
  return provider === 'openTable' ? openTable : 0
}

function bitsOf<T>(known: readonly T[], wanted: readonly T[] | undefined, first: number): number {
  return (wanted ?? []).reduce((bits, value) => bits | (1 << (first + known.indexOf(value))), 0)
}

/** 0 unknown, else 1 to 4. */
export const priceOf = (facts: number): number => 31 - Math.clz32(facts & anyPrice)

export const benefitDaysOf = (facts: number) => weekdays.filter((_, at) => facts & (1 << (days + at)))

/** In how many restaurants each bit is set, and each cuisine is named. */
export interface FactCounts {
  readonly ofBit: Float64Array
  readonly ofCuisine: Map<string, number>
}

export const noCounts = (): FactCounts => ({ ofBit: new Float64Array(32), ofCuisine: new Map() })

/** Facets as the wire has them: the most frequent first, then by value; what does not occur is left out. */
export function facetsOf(
  { ofBit, ofCuisine }: FactCounts,
  bookingProvider: PlaceSearch['bookingProvider'],
): Facets {
  const ofValues = (names: readonly string[], first: number) =>
    mostFirst(names.map((value, at) => [value, ofBit[first + at]!]))
  const ofFlag = (fact: number) => ofValues(fact === 0 ? [] : ['true'], 31 - Math.clz32(fact))
  return {
    cuisines: mostFirst(ofCuisine),
    priceRange: ofValues(['1', '2', '3', '4'], price + 1),
    features: ofValues(merchantFeatures, features),
    mealsServed: ofValues(mealsServed, meals),
    benefitsFor: ofValues(weekdays, days),
    acclaimed: ofFlag(acclaimed),
    isNew: ofFlag(isNew),
    reservations: ofFlag(bookableFact(bookingProvider)),
  }
}

function mostFirst(counts: Iterable<readonly [value: string, count: number]>): Facets['cuisines'] {
  const facet: Facets['cuisines'] = []
  for (const [value, count] of counts) if (count > 0) facet.push({ value, count })
  return facet.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
}

export const nothingFound: FoundMerchants = { total: 0, page: [], facets: facetsOf(noCounts(), null) }
