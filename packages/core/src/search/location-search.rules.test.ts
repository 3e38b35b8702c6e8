import { describe, expect, test } from 'vitest'
import {
  type City,
  type LocationIndex,
  type Neighborhood,
  prefixRange,
  searchLocations,
} from './location-search.rules.ts'
import { placeKey } from './place-names.rules.ts'

const cities: City[] = (
  [
    ['California', 'KY', 86, 38.92, -84.26],
    ['Chicago', 'IL', 2_720_546, 41.85, -87.65],
    ['Fort Worth', 'TX', 833_319, 32.73, -97.32],
    ['Hyde Park', 'NY', 1_908, 41.78, -73.93],
    ['Manhattan', 'KS', 56_308, 39.18, -96.57],
    ['Manhattan', 'NY', 1_487_536, 40.78, -73.97],
    ['New Orleans', 'LA', 389_617, 29.95, -90.08],
    ['New York', 'NY', 8_175_133, 40.76, -73.98],
    ['New York Mills', 'MN', 1_225, 46.52, -95.38],
    ['Newark', 'DE', 33_398, 39.68, -75.75],
    ['Newark', 'NJ', 281_944, 40.74, -74.17],
    ['Nyack', 'NY', 7_000, 41.09, -73.92],
    ['Oak', 'NE', 66, 40.24, -97.9],
    ['Saint Louis', 'MI', 7_372, 43.41, -84.61],
    ['Saint Louis', 'MO', 315_685, 38.63, -90.2],
    ['Springfield', 'MA', 154_341, 42.1, -72.59],
    ['Springfield', 'MO', 166_810, 37.22, -93.3],
    ['Washington', 'DC', 601_723, 38.9, -77.04],
    ['Williamsburg', 'VA', 15_052, 37.27, -76.71],
    ['York', 'NY', 500, 42.87, -77.89],
    ['York', 'PA', 43_992, 39.96, -76.73],
  ] as const
).map(([name, state, size, latitude, longitude]) => ({ name, state, size, latitude, longitude }))
const zips = [
  ['07102', 'Newark', 'NJ'],
  ['10001', 'New York', 'NY'],
  ['10019', 'New York', 'NY'],
  ['10960', 'Nyack', 'NY'],
] as const
const middle = { latitude: 1, longitude: 2 }
const bounds = { west: 1, south: 0, east: 3, north: 2 }
const index: LocationIndex = {
  cityKeys: cities.map(({ name }) => placeKey(name)),
  states: (
    [
      ['CA', 'California', 38_704_211],
      ['DC', 'District of Columbia', 649_717],
      ['IL', 'Illinois', 13_084_760],
      ['KY', 'Kentucky', 3_057_029],
      ['LA', 'Louisiana', 3_080_476],
      ['NJ', 'New Jersey', 7_275_738],
      ['NY', 'New York', 29_307_480],
      ['PA', 'Pennsylvania', 7_222_420],
      ['TX', 'Texas', 21_381_588],
      ['VA', 'Virginia', 5_605_389],
      ['WA', 'Washington', 6_036_160],
    ] as const
  ).map(([code, name, size]) => ({ code, name, size, bounds, ...middle })),
  zips: zips.map(([zip]) => zip),
  cityAt: place => cities[place]!,
  zipAt(place) {
    const [zip, city, state] = zips[place]!
    return { zip, city, state, ...middle }
  },
}
const neighborhoods: Neighborhood[] = (
  [
    ["Hell's Kitchen", 'New York', 'NY', 16, 40.763, -73.991],
    ['Chinatown', 'New York', 'NY', 9, 40.7155, -73.9975],
    ['Chinatown', 'Chicago', 'IL', 9, 41.852, -87.632],
    ['Hyde Park', 'Chicago', 'IL', 7, 41.7945, -87.5935],
    ['Manhattan', 'New York', 'NY', 2, 40.77, -73.98],
    ['Springfield', 'Chicago', 'IL', 1, 41.8, -87.6],
    ['Williamsburg', 'New York', 'NY', 10, 40.714, -73.958],
  ] as const
).map(([name, city, state, restaurants, latitude, longitude]) => ({
  name,
  city,
  state,
  restaurants,
  latitude,
  longitude,
}))
const timesSquare = { latitude: 40.7577, longitude: -73.9857 }
const find = (text: string, near = timesSquare, limit = 8) =>
  searchLocations(index, { text, neighborhoods, near, limit })
const labels = (text: string, limit = 8) => find(text, timesSquare, limit).map(({ label }) => label)

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
    ['new york', ['New York, NY', 'New York State', 'New York Mills, MN']],
    ['NEW   YORK', ['New York, NY', 'New York State', 'New York Mills, MN']],
    ['NYC', ['New York, NY', 'New York State', 'New York Mills, MN']],
    ['New York State', ['New York State']],
    ['New York, NY', ['New York, NY']],
    ['new york, new y', ['New York, NY']],
    ['new york ny', ['New York, NY']],
    ['new york new york', ['New York, NY']],
    ['new york,', ['New York, NY', 'New York State', 'New York Mills, MN']],
    ['york, pa', ['York, PA']],
    ['york pennsylvania', ['York, PA']],
    ['york', ['York, PA', 'York, NY']],
    ['ny', ['New York State', 'Nyack, NY']],
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
        'New York State',
        'New Jersey',
        'New Orleans, LA',
        'Newark, NJ',
        'Newark, DE',
        'New York Mills, MN',
      ],
    ],
    ['california', ['California', 'California, KY']],
    ['California, KY', ['California, KY']],
    ['manhattan', ['Manhattan, NY', 'Manhattan, KS']],
    ['washington', ['Washington', 'Washington, DC']],
    ['Washington, D.C.', ['Washington, DC']],
    ['washington dc', ['Washington, DC']],
    ['hells kitchen', ["Hell's Kitchen, New York, NY"]],
    ['Hell’s Kitchen', ["Hell's Kitchen, New York, NY"]],
    ['williamsburg', ['Williamsburg, New York, NY', 'Williamsburg, VA']],
    ['Williamsburg, New York, NY', ['Williamsburg, New York, NY']],
    ['williamsburg manhattan', ['Williamsburg, New York, NY']],
    ['williamsburg va', ['Williamsburg, VA']],
    ['chinatown', ['Chinatown, New York, NY', 'Chinatown, Chicago, IL']],
    ['Chinatown, Chicago', ['Chinatown, Chicago, IL']],
    ['chinatown chicago', ['Chinatown, Chicago, IL']],
    ['hyde park', ['Hyde Park, Chicago, IL', 'Hyde Park, NY']],
    ['xyzzy', []],
    ['🍕', []],
    ['', []],
    [',', []],
    [', NY', []],
    ['%', []],
    // A name that every object inherits.
    ['constructor', []],
    ['مطعم', []],
  ])('%j', (text, expected) => {
    expect(labels(text)).toEqual(expected)
  })

  test('are never more than the limit', () => {
    expect(labels('n', 3)).toEqual(['New York, NY', 'New York State', 'New Jersey'])
    expect(labels('1', 2)).toHaveLength(2)
  })

  test('come with where they are, a state with its extent', () => {
    expect(find('texas')).toEqual([{ label: 'Texas', ...middle, bounds }])
    expect(find('chicago')).toEqual([{ label: 'Chicago, IL', latitude: 41.85, longitude: -87.65 }])
  })

  test('namesakes of like size: the nearest first', () => {
    const first = (near: typeof timesSquare) => find('springfield', near)[0]?.label
    expect(first(timesSquare)).toBe('Springfield, MA')
    expect(first({ latitude: 39.1, longitude: -94.58 })).toBe('Springfield, MO')
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

describe('places as Americans write them', () => {
  test.each([
    ['St Louis, USA', 'Saint Louis, MO'],
    ['Ft. Worth, Texas, United States', 'Fort Worth, TX'],
    ['chicago il usa', 'Chicago, IL'],
    ['Chicago, Cook County, Illinois, United States', 'Chicago, IL'],
    ['1 N State St, Chicago, IL, U.S.A.', 'Chicago, IL'],
    ['Chicgo', 'Chicago, IL'],
    ['Chicaog, IL', 'Chicago, IL'],
    ['new orleens', 'New Orleans, LA'],
    ['Newarck, NJ', 'Newark, NJ'],
    ['Louisana', 'Louisiana'],
  ])('%s -> %s', (text, label) => {
    expect(find(text)[0]?.label).toBe(label)
  })

  test.each([
    ['E. St. Louis', 'east saint louis'],
    ['N Las Vegas', 'north las vegas'],
    ['S San Francisco', 'south san francisco'],
    ['Port St. Lucie', 'port saint lucie'],
    ['Colorado Spgs', 'colorado springs'],
    ['Sault Ste. Marie', 'sault sainte marie'],
    ['Main St', 'main st'],
    ['E', 'e'],
    ['constructor', 'constructor'],
  ])('%s is stored as %s', (text, key) => {
    expect(placeKey(text)).toBe(key)
  })
})
