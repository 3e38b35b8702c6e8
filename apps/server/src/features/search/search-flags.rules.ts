import { mealsServed, merchantFeatures } from '@dineward/core/merchants/merchants.contract.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import type { FactCounts, FoundMerchants, PlaceSearch, SearchFilters } from './place-search.rules.ts'

/*
 * What is true of a restaurant, as bits of `merchant_search.facts`: 25 of them, of which migration 004 sets all but the one
 * that depends on the day. Above them stand the rating (7 bits: tenths and one, 0 for none), and in the upper half the
 * set of cuisines (20 bits) and the time zone.
 */

export const factBits = 2 ** 25 - 1
export const ratingShift = 25
export const cuisinesMask = 2 ** 20 - 1
export const timezoneShift = 52

/** The first bit of each list of values, in the order of the contract. */
export const firstBits = { price: 0, features: 5, meals: 9, days: 18 } as const

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
    bitsOf(merchantFeatures, search.features, firstBits.features) |
    bitsOf(mealsServed, search.mealsServed, firstBits.meals) |
    bitsOf(weekdays, search.benefitsFor, firstBits.days)
  const prices = (search.priceRange ?? []).reduce((bits, range) => bits | (1 << (firstBits.price + range)), 0)
  return { all, prices: prices || anyPrice }
}

/** What says that a table can be booked; 0 where nothing does. */
export function bookableFact(provider: PlaceSearch['bookingProvider']): number {
  if (provider === 'book') return takesBookings
  return provider === 'openTable' ? openTable : 0
}

function bitsOf<T>(known: readonly T[], wanted: readonly T[] | undefined, first: number): number {
  return (wanted ?? []).reduce((bits, value) => bits | (1 << (first + known.indexOf(value))), 0)
}

/** 0 unknown, else 1 to 4. */
export const priceOf = (facts: number): number => 31 - Math.clz32(facts & anyPrice)

export const benefitDaysOf = (facts: number) =>
  weekdays.filter((_, at) => facts & (1 << (firstBits.days + at)))

export const noCounts = (): FactCounts => ({ ofBit: new Float64Array(32), ofCuisine: new Map() })

export const nothingFound: FoundMerchants = { total: 0, page: [], counts: noCounts() }
