import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'

/*
 * A map can wrap around the world; its bounds are from -180 to 180, with `west` greater than `east` across the date
 * line.
 */

interface Box {
  readonly west: number
  readonly south: number
  readonly east: number
  readonly north: number
}

export function boundsOfBox({ west, south, east, north }: Box): Bounds {
  const [lowest, highest] = [Math.max(south, -90), Math.min(north, 90)]
  if (east - west >= 360) return { west: -180, south: lowest, east: 180, north: highest }
  return { west: wrapLongitude(west), south: lowest, east: wrapLongitude(east), north: highest }
}

export function cornersOf({ west, south, east, north }: Bounds): [[number, number], [number, number]] {
  const end = west > east ? east + 360 : east
  return [
    [west, Math.max(south, -85)],
    [end, Math.min(north, 85)],
  ]
}

/** It tells whether two bounds differ by less than a fiftieth of their size. */
export function isSameView(one: Bounds, other: Bounds): boolean {
  const [[west, south], [east, north]] = cornersOf(one)
  const [[otherWest, otherSouth], [otherEast, otherNorth]] = cornersOf(other)
  const slack = Math.max(east - west, north - south) / 50
  const isNear = (a: number, b: number) => Math.abs(a - b) <= slack
  return (
    isNear(west, otherWest) &&
    isNear(east, otherEast) &&
    isNear(south, otherSouth) &&
    isNear(north, otherNorth)
  )
}

export function overlaps(one: Bounds, other: Bounds): boolean {
  if (one.south > other.north || other.south > one.north) return false
  const [[west], [east]] = cornersOf(one)
  const [[otherWest], [otherEast]] = cornersOf(other)
  return [-360, 0, 360].some(turn => west <= otherEast + turn && otherWest + turn <= east)
}

/** It is the equivalent longitude nearest to another one. */
export function nearestWorldCopy(longitude: number, to: number): number {
  return longitude + 360 * Math.round((to - longitude) / 360)
}

function wrapLongitude(longitude: number): number {
  return longitude >= -180 && longitude <= 180 ? longitude : ((((longitude + 180) % 360) + 360) % 360) - 180
}
