import { describe, expect, test } from 'vitest'
import {
  type City,
  type LocationIndex,
  placeKey,
  prefixRange,
  searchLocations,
} from './location-search.rules.ts'

const nowhere = { latitude: 1, longitude: 2 }
const cities: City[] = [
  ['Fort Worth', 'TX', 60],
  ['New Orleans', 'LA', 60],
  ['New York', 'NY', 160],
  ['New York Mills', 'MN', 1],
  ['Newark', 'DE', 7],
  ['Newark', 'NJ', 12],
  ['Nyack', 'NY', 1],
  ['Oak', 'NE', 1],
  ['Saint Louis', 'MI', 1],
  ['Saint Louis', 'MO', 70],
  ['York', 'NY', 1],
  ['York', 'PA', 9],
].map(([name, state, size]) => ({ name, state, size, ...nowhere }) as City)
const zips = [
  ['07102', 'Newark', 'NJ'],
  ['10001', 'New York', 'NY'],
  ['10019', 'New York', 'NY'],
  ['10960', 'Nyack', 'NY'],
] as const
const index: LocationIndex = {
  cityKeys: cities.map(({ name }) => placeKey(name)),
  states: [
    { code: 'LA', name: 'Louisiana', size: 700, ...nowhere },
    { code: 'NJ', name: 'New Jersey', size: 720, ...nowhere },
    { code: 'NY', name: 'New York', size: 2154, ...nowhere },
    { code: 'PA', name: 'Pennsylvania', size: 2176, ...nowhere },
    { code: 'TX', name: 'Texas', size: 2600, ...nowhere },
  ],
  zips: zips.map(([zip]) => zip),
  cityAt: place => cities[place]!,
  zipAt(place) {
    const [zip, city, state] = zips[place]!
    return { zip, city, state, ...nowhere }
  },
}
const labels = (text: string, limit = 8) => searchLocations(index, text, limit).map(({ label }) => label)

describe('places that a text may mean', () => {
  test.each([
    ['10019', ['10019 (New York, NY)']],
    ['10019-1234', ['10019 (New York, NY)']],
    ['10001 (New York, NY)', ['10001 (New York, NY)']],
    ['New York, NY 10001', ['10001 (New York, NY)']],
    ['10', ['10001 (New York, NY)', '10019 (New York, NY)', '10960 (Nyack, NY)']],
    [' 100 ', ['10001 (New York, NY)', '10019 (New York, NY)']],
    ['99999', []],
    ['9', []],
    ['100199', []],
    ['new york', ['New York, NY', 'New York', 'New York Mills, MN']],
    ['NEW   YORK', ['New York, NY', 'New York', 'New York Mills, MN']],
    ['New York, NY', ['New York, NY']],
    ['new york, new y', ['New York, NY']],
    ['new york ny', ['New York, NY']],
    ['new york new york', ['New York, NY']],
    ['new york,', ['New York, NY', 'New York', 'New York Mills, MN']],
    ['york, pa', ['York, PA']],
    ['york pennsylvania', ['York, PA']],
    ['york', ['York, PA', 'York, NY']],
    ['ny', ['New York', 'Nyack, NY']],
    ['texas', ['Texas']],
    ['tex', ['Texas']],
    ['newark', ['Newark, NJ', 'Newark, DE']],
    ['newark, nowhere', []],
    ['st. louis', ['Saint Louis, MO', 'Saint Louis, MI']],
    ['Ft Worth', ['Fort Worth, TX']],
    [
      'New',
      [
        'New York, NY',
        'New York',
        'New Orleans, LA',
        'New Jersey',
        'Newark, NJ',
        'Newark, DE',
        'New York Mills, MN',
      ],
    ],
    ['xyzzy', []],
    ['🍕', []],
    ['', []],
    [',', []],
    [', NY', []],
    ['%', []],
    ['مطعم', []],
  ])('%j', (text, expected) => {
    expect(labels(text)).toEqual(expected)
  })

  test('are never more than the limit', () => {
    expect(labels('n', 3)).toEqual(['New York, NY', 'New York', 'New Orleans, LA'])
    expect(labels('1', 2)).toHaveLength(2)
  })

  test('come with where they are', () => {
    expect(searchLocations(index, 'texas', 8)).toEqual([{ label: 'Texas', ...nowhere }])
  })
})

test.each([
  ['b', 1, 3],
  ['ba', 1, 2],
  ['', 0, 4],
  ['d', 4, 4],
  ['A', 0, 0],
])('entries that start with %j', (prefix, from, to) => {
  expect(prefixRange(['a', 'ba', 'bb', 'c'], prefix)).toEqual({ from, to })
})
