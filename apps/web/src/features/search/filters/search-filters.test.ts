import type { MerchantSearchResult } from '@dineward/core/search/search.contract.ts'
import { expect, test } from 'vitest'
import { searchStateOf } from '../search-address.ts'
import { facetCount, toFacets } from './search-filters.ts'

const counts = (given: Record<string, number>) =>
  Object.entries(given).map(([value, count]) => ({ value, count }))
const facets = toFacets({
  cuisines: counts({ Italian: 17, Thai: 3 }),
  priceRange: counts({ 2: 82, 1: 60 }),
  features: counts({ delivery: 98 }),
  mealsServed: counts({ dinner: 158, brunch: 19 }),
  benefitsFor: counts({ Sun: 175 }),
  acclaimed: counts({ true: 17 }),
  isNew: [],
  reservations: counts({ true: 86 }),
} satisfies MerchantSearchResult['facets'])

const anything = searchStateOf(new URLSearchParams())
const cheap = searchStateOf(new URLSearchParams('priceRange=1'))

test.each([
  ['a value that occurs', anything, 'mealsServed', 'brunch', 19],
  ['one that does not', anything, 'mealsServed', 'lateNight', 0],
  ['a flag', anything, 'acclaimed', 'true', 17],
  ['a flag of none', anything, 'isNew', 'true', 0],
  ['a price', anything, 'priceRange', '2', 82],
  ['a price of none', anything, 'priceRange', '4', 0],
  ['the price that is chosen', cheap, 'priceRange', '1', 60],
  ['a price beside the chosen one, which widens', cheap, 'priceRange', '4', null],
  ['what a campaign leads to', anything, 'campaignCode', 'true', null],
] as const)('counts %s', (_case, state, name, value, count) => {
  expect(facetCount(facets, state, { name, value } as Parameters<typeof facetCount>[2])).toBe(count)
})

test('facets not loaded: no counts', () => {
  expect(facetCount(null, anything, { name: 'isNew', value: 'true' })).toBeNull()
})
