import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { closestZoom, clusterPins, clusterZoom, inReadingOrder } from './clusters.rules.ts'
import type { MapPin } from './map-props.ts'

const pin = (id: string, longitude: number, latitude: number): MapPin => ({
  id,
  name: id,
  cuisine: '',
  longitude,
  latitude,
})
const near = [pin('a', -73.985, 40.757), pin('b', -73.9851, 40.7571), pin('c', -73.94, 40.81)]

describe('overlapping restaurants', () => {
  test('overlap: one cluster at the first restaurant', () => {
    const clusters = clusterPins(near, 11, null)
    expect(clusters.map(({ pins }) => pins.map(({ id }) => id))).toEqual([['a', 'b'], ['c']])
    expect(clusters[0]!.longitude).toBe(-73.985)
  })

  test('high zoom: separate', () => {
    expect(clusterPins(near, 17, null)).toHaveLength(3)
  })

  test('one address at the highest zoom: spread around it', () => {
    const clusters = clusterPins([pin('up', -74, 40.7), pin('down', -74, 40.7)], closestZoom, null)
    expect(clusters.map(({ key }) => key)).toEqual(['up', 'down'])
    expect(clusters[0]!.shift).not.toEqual(clusters[1]!.shift)
  })

  test('selected restaurant: never clustered', () => {
    const clusters = clusterPins(near, 3, 'b')
    expect(clusters.map(({ pins }) => pins.map(({ id }) => id))).toEqual([['a', 'c'], ['b']])
  })

  test('any markers: at the minimum distance', () => {
    const pins = Array.from({ length: 200 }, (_, index) =>
      pin(String(index), -74 + ((index * 37) % 100) / 1_000, 40.7 + ((index * 61) % 100) / 1_000),
    )
    const clusters = clusterPins(pins, 12, null)
    const pixels = (degrees: number) => (degrees / 360) * 512 * 2 ** 12
    for (const [index, one] of clusters.entries())
      for (const other of clusters.slice(index + 1)) {
        const east = pixels(one.longitude - other.longitude)
        const north = pixels(one.latitude - other.latitude) / Math.cos((40.75 * Math.PI) / 180)
        expect(Math.hypot(east, north)).toBeGreaterThan(49)
      }
  })

  test('any zoom: each restaurant is in exactly one cluster', () => {
    const anyPin = fc.record({
      longitude: fc.double({ min: -180, max: 180, noNaN: true }),
      latitude: fc.double({ min: -90, max: 90, noNaN: true }),
    })
    fc.assert(
      fc.property(
        fc.array(anyPin, { maxLength: 60 }),
        fc.double({ min: 0, max: 18, noNaN: true }),
        (spots, zoom) => {
          const pins = spots.map(({ longitude, latitude }, index) => pin(String(index), longitude, latitude))
          const clusters = clusterPins(pins, clusterZoom(zoom), null)
          const ids = clusters.flatMap(cluster => cluster.pins.map(({ id }) => id))
          expect(ids.sort()).toEqual(pins.map(({ id }) => id).sort())
          expect(new Set(clusters.map(({ key }) => key)).size).toBe(clusters.length)
        },
      ),
    )
  })
})

test('cluster zoom: half steps up to the maximum', () => {
  expect([12.1, 12.49, 12.5, 25].map(clusterZoom)).toEqual([12, 12, 12.5, closestZoom])
})

test('marker order: top to bottom, left to right', () => {
  const markers = [
    { name: 'below', x: 10, y: 300 },
    { name: 'right', x: 200, y: 12 },
    { name: 'left', x: 20, y: 30 },
  ]
  expect(inReadingOrder(markers, marker => marker).map(({ name }) => name)).toEqual([
    'left',
    'right',
    'below',
  ])
})
