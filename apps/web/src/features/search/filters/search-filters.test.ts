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
  hasTable: counts({ true: 31 }),
  diets: counts({ vegan: 12 }),
  openNow: counts({ true: 40 }),
  minRating: counts({ 4: 70 }),
} satisfies MerchantSearchResult['facets'])

const anything = searchStateOf(new URLSearchParams())
const thai = searchStateOf(new URLSearchParams('cuisines=Thai'))
const excellent = searchStateOf(new URLSearchParams('minRating=4.5'))
const cheap = searchStateOf(new URLSearchParams('priceRange=1'))

test.each([
  ['a value that occurs', anything, 'mealsServed', 'brunch', 19],
  ['one that does not', anything, 'mealsServed', 'lateNight', 0],
  ['a flag', anything, 'acclaimed', 'true', 17],
  ['who has a table', anything, 'hasTable', 'true', 31],
  ['a flag of none', anything, 'isNew', 'true', 0],
  ['a price', anything, 'priceRange', '2', 82],
  ['a price of none', anything, 'priceRange', '4', 0],
  ['a cuisine', anything, 'cuisines', 'Thai', 3],
  ['a cuisine that is not among the most frequent', anything, 'cuisines', 'Korean', null],
  ['the cuisine that is chosen', thai, 'cuisines', 'Thai', 3],
  ['a cuisine beside the chosen one, which widens', thai, 'cuisines', 'Italian', null],
  ['a diet', anything, 'diets', 'vegan', 12],
  ['what is open', anything, 'openNow', 'true', 40],
  ['a rating', anything, 'minRating', '4', 70],
  ['a lower rating than the chosen one, which widens', excellent, 'minRating', '4', null],
  ['the price that is chosen', cheap, 'priceRange', '1', 60],
  ['a price beside the chosen one, which widens', cheap, 'priceRange', '4', null],
  ['what a campaign leads to', anything, 'campaignCode', 'true', null],
] as const)('counts %s', (_case, state, name, value, count) => {
  expect(facetCount(facets, state, { name, value } as Parameters<typeof facetCount>[2])).toBe(count)
})

test('facets not loaded: no counts', () => {
  expect(facetCount(null, anything, { name: 'isNew', value: 'true' })).toBeNull()
})
