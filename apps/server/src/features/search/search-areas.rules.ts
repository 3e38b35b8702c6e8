import {
  type Bounds,
  boundsAround,
  earthRadiusMiles,
  type Place,
} from '@dineward/core/merchants/distance.rules.ts'
import type { PlaceSearch } from './place-search.rules.ts'
import { degrees, radians } from './sphere.rules.ts'

/*
 * Where a search looks on the plane of `merchant_search.pt`: Web-Mercator degrees, on which a circle on the ground is
 * very nearly a circle. Not exactly; so what lies between two circles is measured.
 */

export interface Circle {
  readonly kind: 'circle'
  readonly x: number
  readonly y: number
  /** Nothing outside of this fits, and all inside of that does. */
  readonly outer: number
  readonly inner: number
}

/** `outer` and `inner` as of a circle. */
export interface Box {
  readonly kind: 'box'
  readonly outer: Bounds
  readonly inner: Bounds
}

/** One shape, or two where the date line is crossed. Nothing lies in both. */
export function areasOf({ from, bounds, radiusMiles }: PlaceSearch): readonly (Circle | Box)[] {
  if (radiusMiles === null) return boxes(bounds)
  const circle = circleAround(from, radiusMiles)
  if (!circle) return boxes(boundsAround(from, radiusMiles))
  if (circle.x - circle.outer < -180) return [circle, { ...circle, x: circle.x + 360 }]
  return circle.x + circle.outer > 180 ? [circle, { ...circle, x: circle.x - 360 }] : [circle]
}

export const mercator = (latitude: number): number =>
  degrees(Math.log(Math.tan(Math.PI / 4 + radians(Math.max(-89.9, Math.min(89.9, latitude))) / 2)))

/** How many Mercator degrees a place may be away at most for each mile over the ground, within this radius. */
export function degreesPerMile(from: Place, radiusMiles: number): number {
  const { far } = reachOf(from, radiusMiles, mercator(from.latitude))
  return (far / radiusMiles) * slack
}

/** Circles are not drawn this near to the poles. */
const highestLatitude = 80
/** More than the edge can be away from what was measured between its points. */
const slack = 1.002
const aBit = 1e-8

function circleAround(from: Place, radiusMiles: number): Circle | null {
  const reach = degrees(radiusMiles / earthRadiusMiles)
  if (Math.abs(from.latitude) + reach > highestLatitude) return null
  const y = (mercator(from.latitude + reach) + mercator(from.latitude - reach)) / 2
  const { near, far } = reachOf(from, radiusMiles, y)
  return { kind: 'circle', x: from.longitude, y, outer: far * slack + aBit, inner: near / slack - aBit }
}

/** The nearest and the farthest point of the edge from a middle on the same meridian, in Mercator degrees. */
function reachOf(from: Place, radiusMiles: number, middle: number): { near: number; far: number } {
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
    const away = Math.hypot(degrees(longitude), mercator(degrees(latitude)) - middle)
    near = Math.min(near, away)
    far = Math.max(far, away)
  }
  return { near, far }
}

/** The edge is not to be trusted to the last digit: the columns of latitude and longitude have the last word on it. */
function boxes({ west, south, east, north }: Bounds): Box[] {
  const between = (from: number, to: number): Box => ({
    kind: 'box',
    outer: {
      west: from - aBit,
      south: mercator(south) - aBit,
      east: to + aBit,
      north: mercator(north) + aBit,
    },
    inner: {
      west: from + aBit,
      south: mercator(south) + aBit,
      east: to - aBit,
      north: mercator(north) - aBit,
    },
  })
  return west <= east ? [between(west, east)] : [between(west, 180), between(-180, east)]
}
