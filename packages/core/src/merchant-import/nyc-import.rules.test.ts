import { describe, expect, test } from 'vitest'
import type { ZipCode } from '../search/location-search.rules.ts'
import { placeInTheCity, readNycRow } from './nyc-import.rules.ts'

const zipCodes: Record<string, ZipCode> = {
  '10019': { zip: '10019', city: 'New York', state: 'NY', latitude: 40.7651, longitude: -73.9858 },
  '11040': { zip: '11040', city: 'New Hyde Park', state: 'NY', latitude: 40.7294, longitude: -73.6828 },
  '07302': { zip: '07302', city: 'Jersey City', state: 'NJ', latitude: 40.7221, longitude: -74.0469 },
}
const zipCodeOf = (zip: string) => zipCodes[zip] ?? null
const middle = { latitude: 40.7651, longitude: -73.9858 }

describe('where a restaurant of the city is', () => {
  const place = (coordinates: number[], zip: string) => placeInTheCity(coordinates, zip, zipCodeOf(zip))

  test('where its coordinates say, to six decimals', () => {
    expect(place([-73.98513559999999, 40.7676919], '10019')).toEqual({
      place: { latitude: 40.767692, longitude: -73.985136 },
    })
  })

  test.each([
    ['Brazil', [-48.9424, -16.3550032], 'outside New York City'],
    ['Australia', [153.1628795, -28.0168595], 'outside New York City'],
    ['the Gulf of Guinea', [0, 0], 'outside New York City'],
    ['a mile and a half north of the Bronx', [-73.85, 40.94], 'outside New York City'],
    ['the other end of the city', [-73.8085929, 40.8134608], 'miles from ZIP code 10019'],
    ['nowhere', [], 'no coordinates'],
    ['half a place', [-73.98], 'no coordinates'],
  ])('in the middle of its ZIP code, when they say %s', (_, coordinates, reason) => {
    const placed = place(coordinates, '10019')
    expect(placed).toMatchObject({ place: middle })
    expect('repaired' in placed && placed.repaired).toContain(reason)
  })

  test('where they say when read the other way round', () => {
    const placed = place([40.7676919, -73.9851358], '10019')
    expect(placed).toMatchObject({ place: { latitude: 40.767692, longitude: -73.985136 } })
    expect('repaired' in placed && placed.repaired).toContain('swapped')
  })

  test('on the city line is in the city, as is what is five miles from its ZIP code', () => {
    expect(place([-73.6830521, 40.7466623], '11040')).not.toHaveProperty('repaired')
    expect(place([-73.9858, 40.8375], '10019')).not.toHaveProperty('repaired')
  })

  test('without a known ZIP code, only where its coordinates say', () => {
    expect(place([-73.98, 40.76], '10057')).toEqual({ place: { latitude: 40.76, longitude: -73.98 } })
  })

  test.each([
    ['no ZIP code', ''],
    ['an unknown ZIP code', '10057'],
    ['a ZIP code whose middle is outside the city', '11040'],
    ['a ZIP code of another state', '07302'],
  ])('nowhere, when its coordinates are wrong and it has %s', (_, zip) => {
    expect(place([153, -28], zip)).toHaveProperty('refused')
  })

  test('not in a ZIP code of another state, however near', () => {
    expect(place([-74.012, 40.72], '07302')).toHaveProperty('refused')
  })
})

describe('a row of the city’s file', () => {
  const row = {
    restaurant_id: '30191841',
    name: 'Dj Reynolds Pub And Restaurant',
    borough: 'Manhattan',
    cuisine: 'Irish',
    address: { building: '351', street: 'West   57 Street', zipcode: '10019', coord: [-73.985, 40.7677] },
    grades: [{ grade: 'A', score: 2 }],
  }

  test('is a restaurant that earns every day, with everything unknown left unknown', () => {
    expect(readNycRow(row, zipCodeOf)).toEqual({
      merchant: {
        id: 'nyc-30191841',
        source: 'nyc',
        sourceId: '30191841',
        name: 'DJ Reynolds Pub and Restaurant',
        about: '',
        cuisines: ['Irish'],
        priceRange: 0,
        street: '351 West 57th Street',
        city: 'New York',
        state: 'NY',
        zipCode: '10019',
        neighborhood: 'Manhattan',
        latitude: 40.7677,
        longitude: -73.985,
        timezone: 'America/New_York',
        phone: '',
        website: '',
        hours: {},
        menuUrl: '',
        menuImages: [],
        photos: [],
        onlineOrderingUrl: '',
        openTableId: null,
        features: ['dineIn'],
        diets: [],
        mealsServed: [],
        mid: 'NYC30191841',
        benefitDays: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
        leftOn: null,
      },
    })
  })

  test.each([
    ['no object', null, 'must be an object'],
    ['a list', [], 'must be an object'],
    ['no address', { ...row, address: undefined }, 'address'],
    ['a number for an id', { ...row, restaurant_id: 30191841 }, 'restaurant_id'],
    ['an id that is no number', { ...row, restaurant_id: '../x' }, 'restaurant_id'],
    ['coordinates as text', { ...row, address: { ...row.address, coord: ['a', 'b'] } }, 'coord'],
    ['no name', { ...row, name: ' \u0000 ' }, 'no name'],
    ['a name without end', { ...row, name: 'x'.repeat(201) }, '200 characters'],
  ])('is refused with a reason when it is %s', (_, broken, reason) => {
    const read = readNycRow(broken, zipCodeOf)
    expect('refused' in read && read.refused).toContain(reason)
  })

  test('with a borough that is missing has no neighborhood', () => {
    expect(readNycRow({ ...row, borough: 'Missing' }, zipCodeOf)).toMatchObject({
      merchant: { neighborhood: '' },
    })
  })
})
