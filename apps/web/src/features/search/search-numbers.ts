import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'

/** A plain decimal number, kept to as fine a step as is said (`10`: tenths); null for anything else. */
export function numberBetween(text: string, least: number, most: number, steps: number): number | null {
  if (!/^-?\d{1,10}(\.\d{1,30})?$/.test(text)) return null
  // Never -0, which no address tells from 0.
  const value = Math.round(Number(text) * steps) / steps || 0
  return value >= least && value <= most ? value : null
}

/** To ten meters: a map is no more exact than the finger that moved it. */
const steps = 1e4

export function boundsText({ west, south, east, north }: Bounds): string {
  return [west, south, east, north].map(degrees => Math.round(degrees * steps) / steps || 0).join()
}

/** `west,south,east,north` in degrees; null for anything else. */
export function boundsOf(text: string): Bounds | null {
  const parts = text.split(',')
  if (parts.length !== 4) return null
  const [west, south, east, north] = parts.map((part, index) => {
    const limit = index % 2 === 0 ? 180 : 90
    return numberBetween(part.trim(), -limit, limit, steps)
  })
  if (west == null || south == null || east == null || north == null || south > north) return null
  return { west, south, east, north }
}
