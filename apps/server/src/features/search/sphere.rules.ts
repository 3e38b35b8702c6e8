import { earthRadiusMiles, type Place } from '@dineward/core/merchants/distance.rules.ts'

/*
 * Places as unit vectors. The chord between two grows with their distance over the ground, and its square needs only
 * additions and multiplications, so JavaScript and PostgreSQL compute the same bits and sort alike, ties included.
 */

export interface UnitVector {
  readonly x: number
  readonly y: number
  readonly z: number
}

export function unitVector({ latitude, longitude }: Place): UnitVector {
  const [phi, lambda] = [radians(latitude), radians(longitude)]
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) }
}

/** The squared chord between two places this many miles apart over the ground. */
export const chordSquared = (miles: number): number => (2 * Math.sin(miles / earthRadiusMiles / 2)) ** 2

export const radians = (degrees: number): number => (degrees * Math.PI) / 180
export const degrees = (angle: number): number => (angle * 180) / Math.PI
