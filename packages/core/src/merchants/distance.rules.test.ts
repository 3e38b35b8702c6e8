import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { boundsAround, centerOf, distanceMiles, roundMiles } from './distance.rules.ts'

const newYork = { latitude: 40.7577, longitude: -73.9857 }
const place = fc.record({
  latitude: fc.double({ min: -90, max: 90, noNaN: true }),
  longitude: fc.double({ min: -180, max: 180, noNaN: true }),
})

describe('distance in miles', () => {
  test.each([
    ['to itself', newYork, 0],
    ['to Los Angeles', { latitude: 34.0522, longitude: -118.2437 }, 2446.43],
    ['to London', { latitude: 51.5074, longitude: -0.1278 }, 3458.41],
    ['one degree further north', { latitude: 41.7577, longitude: -73.9857 }, 69.09],
    ['to the other side of the world', { latitude: -40.7577, longitude: 106.0143 }, 12436.82],
  ])('%s', (_, to, miles) => {
    expect(roundMiles(distanceMiles(newYork, to))).toBe(miles)
  })

  test('is the same both ways, and never more than half way round', () => {
    fc.assert(
      fc.property(place, place, (from, to) => {
        const miles = distanceMiles(from, to)
        expect(miles).toBeCloseTo(distanceMiles(to, from), 6)
        expect(miles).toBeGreaterThanOrEqual(0)
        expect(miles).toBeLessThanOrEqual(12_437)
      }),
    )
  })
})

describe('the box around a place', () => {
  test('holds every place within the radius', () => {
    const radius = fc.double({ min: 0.01, max: 100, noNaN: true })
    const bearing = fc.double({ min: 0, max: 2 * Math.PI, noNaN: true })
    fc.assert(
      fc.property(place, radius, bearing, (from, miles, angle) => {
        const to = travel(from, miles * 0.999, angle)
        const { west, south, east, north } = boundsAround(from, miles)
        expect(to.latitude).toBeGreaterThanOrEqual(south - 1e-9)
        expect(to.latitude).toBeLessThanOrEqual(north + 1e-9)
        expect(to.longitude).toBeGreaterThanOrEqual(west - 1e-9)
        expect(to.longitude).toBeLessThanOrEqual(east + 1e-9)
      }),
      { numRuns: 2_000 },
    )
  })

  test('takes in every longitude past the date line and around a pole', () => {
    expect(boundsAround({ latitude: 52, longitude: 179.9 }, 25)).toMatchObject({ west: -180, east: 180 })
    expect(boundsAround({ latitude: 89.9, longitude: 10 }, 25)).toMatchObject({
      west: -180,
      east: 180,
      north: 90,
    })
  })
})

test.each([
  [
    { west: -74, south: 40, east: -73, north: 41 },
    { latitude: 40.5, longitude: -73.5 },
  ],
  [
    { west: 170, south: 50, east: -170, north: 52 },
    { latitude: 51, longitude: 180 },
  ],
  [
    { west: 175, south: 50, east: -165, north: 52 },
    { latitude: 51, longitude: -175 },
  ],
])('the center of a box, across the date line too: %o', (bounds, center) => {
  expect(centerOf(bounds)).toEqual(center)
})

/** It is where one arrives, by the direct formula on a sphere. */
function travel(from: { latitude: number; longitude: number }, miles: number, bearing: number) {
  const radians = Math.PI / 180
  const angle = miles / 3958.7613
  const latitude = from.latitude * radians
  const arrived = Math.asin(
    Math.sin(latitude) * Math.cos(angle) + Math.cos(latitude) * Math.sin(angle) * Math.cos(bearing),
  )
  const turned = Math.atan2(
    Math.sin(bearing) * Math.sin(angle) * Math.cos(latitude),
    Math.cos(angle) - Math.sin(latitude) * Math.sin(arrived),
  )
  const longitude = from.longitude + turned / radians
  return { latitude: arrived / radians, longitude: ((longitude + 540) % 360) - 180 }
}
