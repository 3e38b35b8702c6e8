import { demoRestaurants } from '@dineward/demo-world/demo-restaurants.ts'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import type { MapPin } from '../map-props.ts'
import { apart, closestZoom, clusterPins, clusterZoom, inReadingOrder } from './clusters.rules.ts'

const pin = (id: string, longitude: number, latitude: number): MapPin => ({
  id,
  name: id,
  cuisine: '',
  longitude,
  latitude,
  label: '★ 4.5',
  labelText: '',
})
const near = [pin('a', -73.985, 40.757), pin('b', -73.9851, 40.7571), pin('c', -73.94, 40.81)]

const demoPins = demoRestaurants('2026-11-22').map(({ merchant }) =>
  pin(merchant.id, merchant.longitude, merchant.latitude),
)
const distanceTo = ([longitude, latitude]: readonly [number, number], one: MapPin) =>
  Math.hypot(one.longitude - longitude, one.latitude - latitude)

/** It is the zoom at which a map of 400 px shows all of them. */
function fittingZoom(pins: readonly MapPin[]): number {
  const spanOf = (values: readonly number[]) => Math.max(...values) - Math.min(...values)
  const span = Math.max(spanOf(pins.map(one => one.longitude)), spanOf(pins.map(one => one.latitude)) * 1.3)
  return clusterZoom(Math.log2((400 * 360) / (512 * span)))
}

describe('markers of restaurants', () => {
  test('places that overlap: moved aside', () => {
    const clusters = clusterPins(near, 13)
    expect(clusters.map(({ key }) => key)).toEqual(['a', 'b', 'c'])
    expect(clusters[0]!.shift).toEqual([0, 0])
    expect(clusters[1]!.shift).not.toEqual([0, 0])
  })

  test('no room beside: joins the nearest marker', () => {
    const crowd = Array.from({ length: 40 }, (_, index) => pin(String(index), -73.985, 40.757))
    const clusters = clusterPins(crowd, 13)
    const [first] = clusters
    expect(first).toMatchObject({ longitude: -73.985, shift: [0, 0], hasLabel: false })
    expect(first!.pins.length).toBeGreaterThan(1)
  })

  test('highest zoom: nothing is clustered', () => {
    const crowd = Array.from({ length: 40 }, (_, index) => pin(String(index), -73.985, 40.757))
    expect(clusterPins(crowd, closestZoom)).toHaveLength(40)
  })

  test('label: moves aside before it is lost', () => {
    const hasLabel = (pins: readonly MapPin[]) => clusterPins(pins, 14).map(one => one.hasLabel)
    expect(hasLabel([pin('a', -73.985, 40.757), pin('b', -73.9837, 40.757)])).toEqual([true, true])
    const crowd = Array.from({ length: 4 }, (_, index) => pin(String(index), -73.985, 40.757))
    expect(hasLabel(crowd)).toEqual([true, true, true, false])
    expect(hasLabel([{ ...near[0]!, label: '' }])).toEqual([false])
  })

  test('long labels: never over each other, also beyond the neighboring cells', () => {
    const named = (id: string, longitude: number) => ({
      ...pin(id, longitude, 40.757),
      label: 'Harlem Supper…',
    })
    const [first, second] = clusterPins([named('a', -73.985), named('b', -73.9806)], 14)
    expect([first!.hasLabel, second!.hasLabel]).toEqual([true, true])
    expect(Math.abs(second!.shift[1])).toBeGreaterThanOrEqual(apart)
  })

  test.each([
    ['New York', [-73.98, 40.75]],
    ['Chicago', [-87.63, 41.89]],
    ['Austin', [-97.74, 30.27]],
  ] as const)('%s, %j: most of the nearest 20 demo restaurants have labels', (_, center) => {
    const pins = demoPins.toSorted((a, b) => distanceTo(center, a) - distanceTo(center, b)).slice(0, 20)
    const clusters = clusterPins(pins, fittingZoom(pins))
    expect(clusters.filter(one => one.hasLabel).length).toBeGreaterThan(12)
    expect(clusters.length).toBeGreaterThan(15)
  })

  test('any markers: at the minimum distance', () => {
    const pins = Array.from({ length: 200 }, (_, index) =>
      pin(String(index), -74 + ((index * 37) % 100) / 1_000, 40.7 + ((index * 61) % 100) / 1_000),
    )
    const clusters = clusterPins(pins, 12)
    const pixels = (degrees: number) => (degrees / 360) * 512 * 2 ** 12
    for (const [index, one] of clusters.entries())
      for (const other of clusters.slice(index + 1)) {
        const east = pixels(one.longitude - other.longitude) + one.shift[0] - other.shift[0]
        const north = pixels(one.latitude - other.latitude) / Math.cos((40.75 * Math.PI) / 180)
        expect(Math.hypot(east, north - one.shift[1] + other.shift[1])).toBeGreaterThan(apart - 1)
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
          const clusters = clusterPins(pins, clusterZoom(zoom))
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
