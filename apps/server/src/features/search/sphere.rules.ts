import { earthRadiusMiles, type Place } from '@dineward/core/merchants/distance.rules.ts'

/* Squared chords of unit vectors, which need only additions and multiplications. */

export interface UnitVector {
  readonly x: number
  readonly y: number
  readonly z: number
}

export function unitVector({ latitude, longitude }: Place): UnitVector {
  const [phi, lambda] = [radians(latitude), radians(longitude)]
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) }
}

/** This is the squared chord between two places this many miles apart over the ground. */
export const chordSquared = (miles: number): number => (2 * Math.sin(miles / earthRadiusMiles / 2)) ** 2

export const radians = (degrees: number): number => (degrees * Math.PI) / 180
export const degrees = (angle: number): number => (angle * 180) / Math.PI
