import {
  type Bounds,
  boundsAround,
  earthRadiusMiles,
  type Place,
} from '@dineward/core/merchants/distance.rules.ts'
import type { SearchQuery } from './search-query.rules.ts'
import { degrees, radians } from './sphere.rules.ts'

/* On the plane of `merchant_search.pt`, Web Mercator degrees, where a circle on the ground is not quite a circle. */

export interface Circle {
  readonly kind: 'circle'
  readonly x: number
  readonly y: number
  /** Radius: everything outside of `outer` is out, everything inside of `inner` is in. */
  readonly outer: number
  readonly inner: number
}

export interface Box {
  readonly kind: 'box'
  readonly outer: Bounds
  readonly inner: Bounds
}

/** One shape, or two that do not overlap where the region crosses the date line. */
export function areasOf({ from, bounds, radiusMiles }: SearchQuery): readonly (Circle | Box)[] {
  if (radiusMiles === null) return boxes(bounds)
  const circle = circleAround(from, radiusMiles)
  if (!circle) return boxes(boundsAround(from, radiusMiles))
  if (circle.x - circle.outer < -180) return [circle, { ...circle, x: circle.x + 360 }]
  return circle.x + circle.outer > 180 ? [circle, { ...circle, x: circle.x - 360 }] : [circle]
}

export const mercator = (latitude: number): number =>
  degrees(Math.log(Math.tan(Math.PI / 4 + radians(Math.max(-89.9, Math.min(89.9, latitude))) / 2)))

/** Largest ratio of plane distances at equal ground distances: Mercator stretches toward the poles. */
export function mercatorStretch(from: Place, radiusMiles: number): number {
  const { near, far } = edgeDistances(from, radiusMiles, mercator(from.latitude))
  return (far / near) * slack ** 2
}

/** Near the poles a box takes the place of the circle. */
const highestLatitude = 80
/** The edge is sampled every five degrees; between samples it deviates by less than this factor. */
const slack = 1.002
/** Degrees: more than any rounding error. */
const epsilon = 1e-8

function circleAround(from: Place, radiusMiles: number): Circle | null {
  const reach = degrees(radiusMiles / earthRadiusMiles)
  if (Math.abs(from.latitude) + reach > highestLatitude) return null
  const y = (mercator(from.latitude + reach) + mercator(from.latitude - reach)) / 2
  const { near, far } = edgeDistances(from, radiusMiles, y)
  return { kind: 'circle', x: from.longitude, y, outer: far * slack + epsilon, inner: near / slack - epsilon }
}

/** Nearest and farthest point of the edge from a center on the same meridian. */
function edgeDistances(from: Place, radiusMiles: number, centerY: number): { near: number; far: number } {
  const [phi, angle] = [radians(from.latitude), radiusMiles / earthRadiusMiles]
  let near = Number.POSITIVE_INFINITY
  let far = 0
  for (let bearing = 0; bearing <= 180; bearing += 5) {
    const turn = radians(bearing)
    const sine = Math.sin(phi) * Math.cos(angle) + Math.cos(phi) * Math.sin(angle) * Math.cos(turn)
    const latitude = Math.asin(Math.max(-1, Math.min(1, sine)))
    const longitude = Math.atan2(
      Math.sin(turn) * Math.sin(angle) * Math.cos(phi),
      Math.cos(angle) - Math.sin(phi) * sine,
    )
    const distance = Math.hypot(degrees(longitude), mercator(degrees(latitude)) - centerY)
    near = Math.min(near, distance)
    far = Math.max(far, distance)
  }
  return { near, far }
}

/** Within `epsilon` of an edge the columns of latitude and longitude decide. */
function boxes({ west, south, east, north }: Bounds): Box[] {
  const box = (from: number, to: number, margin: number): Bounds => ({
    west: from - margin,
    south: mercator(south) - margin,
    east: to + margin,
    north: mercator(north) + margin,
  })
  const between = (from: number, to: number): Box => ({
    kind: 'box',
    outer: box(from, to, epsilon),
    inner: box(from, to, -epsilon),
  })
  return west <= east ? [between(west, east)] : [between(west, 180), between(-180, east)]
}
