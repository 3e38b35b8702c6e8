import { mealsServed, merchantFeatures } from '@dineward/core/merchants/merchants.contract.ts'
import type { MerchantSearchResult } from '@dineward/core/search/search.contract.ts'
import { weekdays } from '@dineward/core/shared/local-date.ts'
import type { FactCounts, PlaceSearch } from './place-search.rules.ts'
import { acclaimed, bookableFact, firstBits, isNew } from './search-flags.rules.ts'

type Facets = MerchantSearchResult['facets']
type Provider = PlaceSearch['bookingProvider']

/** Values in their order, each with the bit that says it of a restaurant. */
type Values = readonly (readonly [value: string, bit: number, opening: string])[]
const openingOf = (value: string) => `{"value":${JSON.stringify(value)},"count":`

/** Facets as the wire has them: the most frequent first, then by value; what does not occur is left out. */
export function facetsOf(counts: FactCounts, bookingProvider: Provider): Facets {
  return JSON.parse(facetsJson(counts, bookingProvider))
}

/** The same as JSON: dozens of small objects less. */
export function facetsJson({ ofBit, ofCuisine }: FactCounts, bookingProvider: Provider): string {
  let json = `{"cuisines":[${cuisinesJson(ofCuisine)}]`
  for (const [name, values] of facets) json += `,"${name}":[${valuesJson(values, ofBit)}]`
  return `${json},"reservations":[${valuesJson(bookingProvider ? reservations[bookingProvider] : [], ofBit)}]}`
}

const valuesFrom = (first: number, values: readonly string[]): Values =>
  values
    .map((value, at) => [value, first + at, openingOf(value)] as const)
    .sort(([a], [b]) => (a < b ? -1 : 1))

const flag = (fact: number): Values => valuesFrom(31 - Math.clz32(fact), ['true'])

const facets: readonly (readonly [name: keyof Facets, values: Values])[] = [
  ['priceRange', valuesFrom(firstBits.price + 1, ['1', '2', '3', '4'])],
  ['features', valuesFrom(firstBits.features, merchantFeatures)],
  ['mealsServed', valuesFrom(firstBits.meals, mealsServed)],
  ['benefitsFor', valuesFrom(firstBits.days, weekdays)],
  ['acclaimed', flag(acclaimed)],
  ['isNew', flag(isNew)],
]
const reservations = { book: flag(bookableFact('book')), openTable: flag(bookableFact('openTable')) }

/** The largest count, then the next: there are never more than a handful. */
function valuesJson(values: Values, ofBit: Float64Array): string {
  let json = ''
  for (let above = Number.POSITIVE_INFINITY; ; ) {
    let next = 0
    for (const [, bit] of values) if (ofBit[bit]! < above && ofBit[bit]! > next) next = ofBit[bit]!
    if (next === 0) return json
    for (const [, bit, opening] of values) if (ofBit[bit] === next) json += `${json && ','}${opening}${next}}`
    above = next
  }
}

/** Numbers are sorted several times faster than pairs: the count, and under it the place among all names. */
function cuisinesJson(counts: ReadonlyMap<string, number>): string {
  const keys = new Float64Array(counts.size)
  let size = 0
  for (const [name, count] of counts) {
    const place = cuisines.places.get(name)
    if (place === undefined) {
      learn(counts.keys())
      return cuisinesJson(counts)
    }
    keys[size++] = count * placesAtMost + place
  }
  keys.sort()
  let json = ''
  while (size-- > 0) {
    const key = keys[size]!
    const count = Math.floor(key / placesAtMost)
    json += `${json && ','}${cuisines.openings[key - count * placesAtMost]!}${count}}`
  }
  return json
}

const placesAtMost = 2 ** 20
/** All names of cuisines that were ever counted, the last first. There are only so many. */
let cuisines = { places: new Map<string, number>(), openings: [] as readonly string[] }

function learn(more: Iterable<string>): void {
  const names = [...new Set([...cuisines.places.keys(), ...more])].sort().reverse()
  cuisines = { places: new Map(names.map((name, place) => [name, place])), openings: names.map(openingOf) }
}
