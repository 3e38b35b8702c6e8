import type { MerchantSearchResult } from '@dineward/core/merchants/merchant-search.contract.ts'
import { mealsServed, merchantFeatures, weekdays } from '@dineward/core/merchants/merchants.contract.ts'
import type { FactCounts, PlaceSearch } from './place-search.ts'
import { acclaimed, bookableFact, firstBits, isNew } from './search-facts.ts'

type Facets = MerchantSearchResult['facets']
type Counted = readonly [value: string, count: number]
type Provider = PlaceSearch['bookingProvider']

/** Facets as the wire has them: the most frequent first, then by value; what does not occur is left out. */
export function facetsOf(counts: FactCounts, bookingProvider: Provider): Facets {
  const wire = (name: keyof Facets) =>
    facet(counts, name, bookingProvider).map(([value, count]) => ({ value, count }))
  return {
    cuisines: wire('cuisines'),
    priceRange: wire('priceRange'),
    features: wire('features'),
    mealsServed: wire('mealsServed'),
    benefitsFor: wire('benefitsFor'),
    acclaimed: wire('acclaimed'),
    isNew: wire('isNew'),
    reservations: wire('reservations'),
  }
}

const names: readonly (keyof Facets)[] = [
  'cuisines',
  'priceRange',
  'features',
  'mealsServed',
  'benefitsFor',
  'acclaimed',
  'isNew',
  'reservations',
]

/** The same as JSON: dozens of small objects less. */
export function facetsJson(counts: FactCounts, bookingProvider: Provider): string {
  let json = ''
  for (const name of names) {
    let values = ''
    for (const [value, count] of facet(counts, name, bookingProvider))
      values += `${values && ','}${opening(value)}${count}}`
    json += `${json && ','}"${name}":[${values}]`
  }
  return `{${json}}`
}

function opening(value: string): string {
  let text = openings.get(value)
  if (text === undefined) {
    text = `{"value":${JSON.stringify(value)},"count":`
    openings.set(value, text)
  }
  return text
}
/** There are as many as there are cuisines. */
const openings = new Map<string, string>()

function facet({ ofBit, ofCuisine }: FactCounts, name: keyof Facets, provider: Provider): Counted[] {
  const ofValues = (values: readonly string[], first: number) =>
    mostFirst(values.map((value, at): Counted => [value, ofBit[first + at]!]))
  const ofFlag = (fact: number) => ofValues(fact === 0 ? [] : ['true'], 31 - Math.clz32(fact))
  switch (name) {
    case 'cuisines':
      return mostFirst([...ofCuisine])
    case 'priceRange':
      return ofValues(['1', '2', '3', '4'], firstBits.price + 1)
    case 'features':
      return ofValues(merchantFeatures, firstBits.features)
    case 'mealsServed':
      return ofValues(mealsServed, firstBits.meals)
    case 'benefitsFor':
      return ofValues(weekdays, firstBits.days)
    case 'acclaimed':
      return ofFlag(acclaimed)
    case 'isNew':
      return ofFlag(isNew)
    case 'reservations':
      return ofFlag(bookableFact(provider))
  }
}

const mostFirst = (counts: readonly Counted[]): Counted[] =>
  counts.filter(([, count]) => count > 0).sort(([a, ofA], [b, ofB]) => ofB - ofA || (a < b ? -1 : 1))
