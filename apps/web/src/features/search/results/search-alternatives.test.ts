import { expect, test } from 'vitest'
import { searchAddress, searchStateOf } from '../search-address.ts'
import { causeOf, type SearchAlternative, searchAlternatives } from './search-alternatives.ts'

const usualPlace = '/search?latitude=40.7577&longitude=-73.9857'

test.each([
  [
    '',
    [
      ['widen', '/search?radiusMiles=100'],
      ['elsewhere', usualPlace],
    ],
  ],
  [
    'location=Austin&restaurantOrCuisine=ramen&acclaimed=true&pageNo=3',
    [
      ['clear', '/search?location=Austin&restaurantOrCuisine=ramen'],
      ['widen', '/search?location=Austin&restaurantOrCuisine=ramen&acclaimed=true&radiusMiles=100'],
      ['words', '/search?location=Austin&acclaimed=true'],
      ['everything', '/search?location=Austin'],
      ['elsewhere', usualPlace],
    ],
  ],
  [
    'restaurantOrCuisine=ramen+in+the+dark+in+Brooklyn&latitude=30&longitude=-97&radiusMiles=100&pageNo=2',
    [
      ['place', '/search?location=Brooklyn&restaurantOrCuisine=ramen+in+the+dark&radiusMiles=100'],
      ['words', '/search?latitude=30&longitude=-97&radiusMiles=100'],
      ['elsewhere', usualPlace],
    ],
  ],
  ['location=Austin&radiusMiles=100', [['elsewhere', usualPlace]]],
  [
    'bounds=-98,30,-97,31&view=map',
    [
      ['widen', '/search?location=Current+Map+View&latitude=30.5&longitude=-97.5&radiusMiles=100&view=map'],
      ['elsewhere', usualPlace],
    ],
  ],
])('search without results: alternatives, smallest change first: %s', (query, expected) => {
  const ways = searchAlternatives(searchStateOf(new URLSearchParams(query)))
  expect(ways.map(({ kind, state }) => [kind, searchAddress(state)])).toEqual(expected)
})

test.each<[SearchAlternative['kind'][], string]>([
  [['words', 'elsewhere'], 'words'],
  [['clear', 'everything', 'elsewhere'], 'clear'],
  [['widen', 'elsewhere'], 'widen'],
  [['place', 'widen', 'words', 'elsewhere'], 'words'],
  [['clear', 'words', 'everything', 'elsewhere'], 'several'],
  [['everything', 'elsewhere'], 'several'],
  [['elsewhere'], 'noRestaurants'],
  [[], 'noRestaurants'],
])('alternatives with results %j -> cause %s', (kinds, cause) => {
  expect(causeOf(kinds.map(kind => ({ kind })))).toBe(cause)
})
