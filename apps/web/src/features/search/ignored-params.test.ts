import { describe, expect, test } from 'vitest'
import { ignoredParams } from './ignored-params.ts'
import { searchAddress, searchStateOf } from './search-address.ts'

const ignored = (query: string) => {
  const params = new URLSearchParams(query)
  return ignoredParams(params, searchStateOf(params))
}

describe('invalid parameters: reported', () => {
  test.each([
    ['latitude=999&longitude=5', ['place']],
    ['latitude=40.7', ['place']],
    ['location=Current+Location&latitude=40.7&longitude=east', ['place']],
    ['location=Current+Map+View', ['place']],
    ['bounds=1,2,3', ['place']],
    ['location=Current+Map+View&bounds=-74,91,-73,92', ['place']],
    ['priceRange=9', ['filters']],
    ['features=dineIn&features=drive', ['filters']],
    ['acclaimed=yes', ['filters']],
    ['sortBy=price', ['filters']],
    ['radiusMiles=-1', ['filters']],
    ['radiusMiles=500', ['filters']],
    ['pageNo=1e9', ['filters']],
    ['pageNo=0', ['filters']],
    ['campaignCode=a%20b', ['filters']],
    [`location=${'x'.repeat(81)}`, ['words']],
    [`restaurantOrCuisine=${'🍕'.repeat(5_000)}&priceRange=9`, ['filters', 'words']],
  ])('%s', (query, expected) => {
    expect(ignored(query)).toEqual(expected)
  })
})

test.each([
  '',
  'utm_source=mail&unknown=1',
  'location=Austin,+TX&latitude=999&longitude=5',
  'location=Current+Location',
  'bounds=-74.1,40,-73.9,41&view=map',
  'latitude=40.7577&longitude=-73.9857&radiusMiles=25&pageNo=1&sortBy=distance&acclaimed=false',
  'pageNo=1000000000',
  'location=&restaurantOrCuisine=&priceRange=&campaignCode=',
])('valid address: nothing reported: %s', query => {
  expect(ignored(query)).toEqual([])
  const again = searchAddress(searchStateOf(new URLSearchParams(query)))
  expect(ignored(again.split('?')[1] ?? '')).toEqual([])
})

test.each([
  ['acclaimed=true', { acclaimed: false }, ['filters']],
  ['acclaimed=false', { acclaimed: false }, []],
  ['benefitsFor=Sun', { benefitsFor: [] }, ['filters']],
  ['reservations=true', { acclaimed: false }, []],
] as const)('filter that the partner does not offer: reported: %s', (query, without, expected) => {
  const params = new URLSearchParams(query)
  expect(ignoredParams(params, { ...searchStateOf(params), ...without })).toEqual(expected)
})
