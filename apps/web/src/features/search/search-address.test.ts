import { placeWords } from '@dineward/core/search/place-words.rules.ts'
import { merchantSearchQuery } from '@dineward/core/search/search.contract.ts'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { appliedFilters, countFilters, withoutFilter, withoutFilters } from './filters/search-filters.ts'
import {
  flagFilters,
  listFilters,
  type SearchState,
  searchAddress,
  searchStateOf,
  sorts,
} from './search-address.ts'
import { searchRequestOf } from './search-place.queries.ts'

const read = (query: string) => searchStateOf(new URLSearchParams(query))
const readAddress = (address: string) => read(address.split('?')[1] ?? '')

const degrees = (limit: number, steps: number) =>
  fc.integer({ min: -limit * steps, max: limit * steps }).map(n => n / steps || 0)
const typed = (maxLength: number) =>
  fc
    .string({ unit: 'grapheme', maxLength })
    .map(text => read(new URLSearchParams({ restaurantOrCuisine: text }).toString()).restaurantOrCuisine)
const box = fc
  .tuple(degrees(180, 1e4), degrees(90, 1e4), degrees(180, 1e4), degrees(90, 1e4))
  .map(([west, a, east, b]) => ({ west, south: Math.min(a, b), east, north: Math.max(a, b) }))
const where = fc.oneof(
  typed(40).map(location => ({ location, latitude: null, longitude: null, bounds: null })),
  fc.record({
    location: fc.constantFrom('', 'Austin, TX', placeWords.current, placeWords.mapView),
    latitude: degrees(90, 1e6),
    longitude: degrees(180, 1e6),
    bounds: fc.constant(null),
  }),
  fc.record({
    location: fc.constant(placeWords.mapView),
    latitude: fc.constant(null),
    longitude: fc.constant(null),
    bounds: box,
  }),
)
const some = (values: readonly string[]) => fc.subarray([...values])
const states: fc.Arbitrary<SearchState> = fc
  .tuple(
    where,
    fc.record({
      restaurantOrCuisine: typed(60),
      priceRange: some(listFilters.priceRange),
      benefitsFor: some(listFilters.benefitsFor),
      features: some(listFilters.features),
      mealsServed: some(listFilters.mealsServed),
      diets: some(listFilters.diets),
      minRating: some(listFilters.minRating),
      cuisines: some(['Thai', 'Dim Sum']),
      openNow: fc.boolean(),
      acclaimed: fc.boolean(),
      isNew: fc.boolean(),
      reservations: fc.boolean(),
      hasTable: fc.boolean(),
      date: fc.constantFrom('', '2026-11-28'),
      time: fc.constantFrom('', '19:30'),
      partySize: fc.constantFrom(null, 1, 18),
      campaignCode: fc.constantFrom('', 'date-night', 'a.b:c_1'),
      radiusMiles: fc.constantFrom(null, 0.1, 5, 33.3, 100),
      sortBy: fc.constantFrom(...sorts),
      pageNo: fc.integer({ min: 1, max: 1e9 }),
      view: fc.constantFrom('list' as const, 'map' as const),
      showsFilters: fc.boolean(),
    }),
  )
  .map(([place, rest]) => ({ ...place, ...rest }))

describe('search address', () => {
  it('any search: the address parses to the same search', () => {
    fc.assert(
      fc.property(states, state => {
        expect(readAddress(searchAddress(state))).toEqual(state)
      }),
    )
  })

  it('any address: parses to a request that the API accepts', () => {
    const names = [
      'location',
      'latitude',
      'longitude',
      'bounds',
      'radiusMiles',
      'pageNo',
      'restaurantOrCuisine',
      'campaignCode',
      ...Object.keys(listFilters),
      ...flagFilters,
    ]
    const values = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 300 }),
      fc.double().map(String),
      fc.constantFrom(
        '999',
        '-1',
        '1e9',
        '0',
        '-0',
        'NaN',
        'Infinity',
        '0x10',
        ' 5 ',
        '1e-320',
        '180',
        '2',
        'true',
        '-74.1,40,-73.9,41',
        '1,2,3',
        '1,91,1,92',
      ),
    )
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.constantFrom(...names), values), { maxLength: 8 }), said => {
        const state = searchStateOf(new URLSearchParams(said))
        expect(readAddress(searchAddress(state))).toEqual(state)
        const request = searchRequestOf(state, { latitude: 40, longitude: -74, label: null, unknown: false })
        const query = Object.fromEntries(Object.entries(request).filter(([, value]) => value !== undefined))
        expect(merchantSearchQuery.safeParse(query).success).toBe(true)
      }),
      { numRuns: 200 },
    )
  })

  it.each([
    '/search',
    '/search?location=Austin%2C+TX&restaurantOrCuisine=ramen',
    '/search?latitude=40.76&longitude=-73.99&priceRange=2&priceRange=3&acclaimed=true&sortBy=rating&pageNo=4',
    '/search?benefitsFor=Mon&features=takeout&mealsServed=lateNight&radiusMiles=50',
    '/search?location=Current+Map+View&bounds=-74.01%2C40.7%2C-73.95%2C40.8&view=map',
  ])('canonical address: unchanged: %s', address => {
    expect(searchAddress(readAddress(address))).toBe(address)
  })

  it('empty and default values: left out', () => {
    expect(
      searchAddress(read('location=&restaurantOrCuisine=++&sortBy=distance&pageNo=1&radiusMiles=25')),
    ).toBe('/search')
  })

  it('control and bidi characters: removed; joined emoji: unchanged', () => {
    const said = (text: string) =>
      searchStateOf(new URLSearchParams({ restaurantOrCuisine: text, location: text }))
    expect(said('\u0000\u202E')).toMatchObject({ restaurantOrCuisine: '', location: '' })
    expect(said('\u202Eمطعم\u0007')).toMatchObject({ restaurantOrCuisine: 'مطعم' })
    expect(said('👨\u200D🍳')).toMatchObject({ restaurantOrCuisine: '👨\u200D🍳' })
  })

  it.each([
    ['a price that does not exist', 'priceRange=9&priceRange=2', { priceRange: ['2'] }],
    ['half a place', 'latitude=40', { latitude: null, longitude: null }],
    ['a place off the globe', 'latitude=999&longitude=0', { latitude: null, longitude: null }],
    ['a radius below nothing', 'radiusMiles=-1', { radiusMiles: null }],
    ['a page before the first', 'pageNo=-1', { pageNo: 1 }],
    ['a page that is no number', 'pageNo=1e9', { pageNo: 1 }],
    ['an unknown order', 'sortBy=luck', { sortBy: 'distance' }],
    ['a campaign that is no code', 'campaignCode=%3Cb%3E', { campaignCode: '' }],
    ['a box upside down', 'bounds=-74,41,-73,40', { bounds: null, location: '' }],
    ['a box beside a name', 'location=Austin&bounds=-74,40,-73,41', { bounds: null, location: 'Austin' }],
  ])('%s: ignored', (_case, query, expected) => {
    expect(read(query)).toMatchObject(expected)
  })

  it('long text: cut to the API limit without splitting a character', () => {
    const { location, restaurantOrCuisine } = read(
      new URLSearchParams({
        location: 'x'.repeat(10_000),
        restaurantOrCuisine: `x${'🍕'.repeat(5_000)}`,
      }).toString(),
    )
    expect(location).toHaveLength(80)
    expect(restaurantOrCuisine).toBe(`x${'🍕'.repeat(49)}`)
  })

  it.each(['Current%2520Location', 'current_location', 'Current+Location', 'Current%20Location'])(
    'spelling of current location: recognized: %s',
    text => {
      expect(read(`location=${text}`).location).toBe('Current Location')
    },
  )

  it('partner wording of current location: recognized', () => {
    expect(searchStateOf(new URLSearchParams('location=My+spot'), { current: 'My spot' }).location).toBe(
      'Current Location',
    )
  })

  it('bounds without a location: named as the map view', () => {
    expect(read('bounds=-74,40,-73,41')).toMatchObject({
      location: 'Current Map View',
      bounds: { west: -74, south: 40, east: -73, north: 41 },
    })
  })
})

describe('applied filters', () => {
  const state = read(
    'location=Austin&priceRange=1&priceRange=2&acclaimed=true&benefitsFor=Sun&campaignCode=x&pageNo=3',
  )

  it('removing one: resets the page', () => {
    expect(countFilters(state)).toBe(5)
    let left = state
    for (const filter of appliedFilters(state)) {
      const before = countFilters(left)
      left = withoutFilter(left, filter)
      expect(countFilters(left)).toBe(before - 1)
    }
    expect(searchAddress(left)).toBe('/search?location=Austin')
  })

  it('removing all: keeps location and query', () => {
    expect(searchAddress(withoutFilters(state))).toBe('/search?location=Austin')
  })
})
