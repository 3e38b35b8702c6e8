import { earthRadiusMiles, type Place } from '@dineward/core/merchants/distance.rules.ts'

/*
 * Places as points on a sphere of radius 1. The straight line between two of them grows with the way over the ground, and
 * its square takes nothing but additions and multiplications: JavaScript and PostgreSQL come to the same number, bit by
 * bit, and so to the same order, ties included.
 */

export interface Spot {
  readonly x: number
  readonly y: number
  readonly z: number
}

export function spotOf({ latitude, longitude }: Place): Spot {
  const [phi, lambda] = [radians(latitude), radians(longitude)]
  return { x: Math.cos(phi) * Math.cos(lambda), y: Math.cos(phi) * Math.sin(lambda), z: Math.sin(phi) }
}

/** The square of the straight line between two places so many miles apart over the ground. */
export const chordSquared = (miles: number): number => (2 * Math.sin(miles / earthRadiusMiles / 2)) ** 2

export const radians = (degrees: number): number => (degrees * Math.PI) / 180
export const degrees = (angle: number): number => (angle * 180) / Math.PI
