import { expect, test } from 'vitest'
import { searchAddress, searchStateOf } from './search-address.ts'
import { waysOn } from './search-ways-on.ts'

test.each([
  [
    '',
    [
      ['widen', '/search?radiusMiles=100'],
      ['elsewhere', '/search'],
    ],
  ],
  [
    'location=Austin&restaurantOrCuisine=ramen&acclaimed=true&pageNo=3',
    [
      ['clear', '/search?location=Austin&restaurantOrCuisine=ramen'],
      ['widen', '/search?location=Austin&restaurantOrCuisine=ramen&acclaimed=true&radiusMiles=100'],
      ['words', '/search?location=Austin&acclaimed=true'],
      ['everything', '/search?location=Austin'],
      ['elsewhere', '/search'],
    ],
  ],
  ['location=Austin&radiusMiles=100', [['elsewhere', '/search']]],
  [
    'bounds=-98,30,-97,31&view=map',
    [
      ['widen', '/search?location=Current+Map+View&latitude=30.5&longitude=-97.5&radiusMiles=100&view=map'],
      ['elsewhere', '/search'],
    ],
  ],
])('what else could be asked, the least given up first: %s', (query, expected) => {
  const ways = waysOn(searchStateOf(new URLSearchParams(query)))
  expect(ways.map(({ kind, state }) => [kind, searchAddress(state)])).toEqual(expected)
})
