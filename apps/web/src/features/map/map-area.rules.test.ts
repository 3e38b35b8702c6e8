import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import { boundsOfBox, cornersOf, isSameView, nearestWorldCopy, overlaps } from './map-area.rules.ts'

const manhattan = { west: -74.03, south: 40.69, east: -73.9, north: 40.88 }
const fiji = { west: 176, south: -20, east: -178, north: -15 }

describe('map bounds', () => {
  it.each([
    ['as it is', manhattan, manhattan],
    ['turned once around', { ...manhattan, west: -434.03, east: -433.9 }, manhattan],
    ['across the date line', { ...fiji, east: 182 }, fiji],
    [
      'the whole world and more',
      { west: -300, south: -95, east: 200, north: 91 },
      { west: -180, south: -90, east: 180, north: 90 },
    ],
  ])('%s', (_, box, bounds) => {
    const shown = boundsOfBox(box)
    for (const edge of ['west', 'south', 'east', 'north'] as const)
      expect(shown[edge]).toBeCloseTo(bounds[edge], 6)
  })

  test('wrapped map: from -180 to 180', () => {
    const degrees = fc.double({ min: -2_000, max: 2_000, noNaN: true })
    fc.assert(
      fc.property(degrees, fc.double({ min: 0, max: 400, noNaN: true }), (west, width) => {
        const shown = boundsOfBox({ west, south: 0, east: west + width, north: 1 })
        expect(shown.west).toBeGreaterThanOrEqual(-180)
        expect(shown.east).toBeLessThanOrEqual(180)
      }),
    )
  })
})

test('corners: east is never less than west, also across the date line', () => {
  expect(cornersOf(fiji)).toEqual([
    [176, -20],
    [182, -15],
  ])
})

describe('bounds already shown', () => {
  it.each([
    ['the same', manhattan, true],
    ['rounded', { west: -74.031, south: 40.6901, east: -73.899, north: 40.881 }, true],
    ['half as big', { west: -74, south: 40.74, east: -73.93, north: 40.83 }, false],
    ['beside it', { west: -73.9, south: 40.69, east: -73.77, north: 40.88 }, false],
  ])('%s: %o is %s', (_, bounds, same) => {
    expect(isSameView(manhattan, bounds)).toBe(same)
  })
})

describe('overlap of two bounds', () => {
  it.each([
    ['a part of it', { west: -74, south: 40.7, east: -73, north: 41 }, manhattan, true],
    ['far away', { west: -118.5, south: 33.9, east: -118, north: 34.2 }, manhattan, false],
    ['over the date line from the west', { west: 170, south: -25, east: 177, north: -10 }, fiji, true],
    ['over the date line from the east', { west: -179, south: -25, east: -170, north: -10 }, fiji, true],
    ['same longitudes, another latitude', { ...fiji, south: 10, north: 20 }, fiji, false],
  ])('%s', (_, one, other, meet) => {
    expect(overlaps(one, other)).toBe(meet)
    expect(overlaps(other, one)).toBe(meet)
  })
})

it.each([
  [179, -179, -181],
  [-179, 179, 181],
  [-74, -73, -74],
])('longitude %d near %d: %d', (longitude, to, expected) => {
  expect(nearestWorldCopy(longitude, to)).toBe(expected)
})
