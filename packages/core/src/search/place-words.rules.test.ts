import { describe, expect, test } from 'vitest'
import { roundedPlace, unnamedPlaceOf, withoutNearMe } from './place-words.rules.ts'

describe('place words in encoded URLs', () => {
  test.each([
    'Current Location',
    'current location',
    '  CURRENT   LOCATION ',
    'Current%20Location',
    'Current+Location',
    'Current%2BLocation',
    'Current%2520Location',
    'Current%252520Location',
    'current_location',
    'current-location',
    'CurrentLocation',
    'near me',
    'Nearby',
    'my location',
  ])('%s', text => {
    expect(unnamedPlaceOf(text)).toBe('current')
  })

  test.each(['Current Map View', 'current_map_view', 'Current%2520Map%2520View', 'currentMapView'])(
    '%s is what the map shows',
    text => {
      expect(unnamedPlaceOf(text)).toBe('mapView')
    },
  )

  test.each([
    '',
    '  ',
    '+',
    'Austin, TX',
    'Current',
    'Locationcurrent',
    'Current%ZZLocation',
    '%E0%A4%A',
    'Current%25252520Location%2525252520',
    'Current Location, TX',
  ])('%j is no such word', text => {
    expect(unnamedPlaceOf(text)).toBeNull()
  })

  test('a partner’s own words mean the same', () => {
    const own = { current: 'Where I am now' }
    expect(unnamedPlaceOf('where+I+am%20now', own)).toBe('current')
    expect(unnamedPlaceOf('Current Location', own)).toBe('current')
    expect(unnamedPlaceOf('where I am now')).toBeNull()
  })
})

test.each([
  [40.75772, -73.98574, 40.76, -73.99],
  [-0.001, 0.004, 0, 0],
  [89.999, -179.999, 90, -180],
])('a position is known to a kilometer: %f, %f', (latitude, longitude, north, east) => {
  expect(roundedPlace({ latitude, longitude })).toEqual({ latitude: north, longitude: east })
})

describe('restaurant or cuisine with "near me"', () => {
  test.each([
    ['pizza near me', 'pizza'],
    ['Pizza, NEAR ME', 'Pizza'],
    ['sushi nearby near me', 'sushi'],
    ['near me', ''],
    ['Near Mehmet', 'Near Mehmet'],
    ['The Nearby Kitchen', 'The Nearby Kitchen'],
    ['pho', 'pho'],
  ])('%j: %j', (text, searched) => {
    expect(withoutNearMe(text)).toBe(searched)
  })
})
