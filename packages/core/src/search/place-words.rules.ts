import type { Place } from '../merchants/distance.rules.ts'

/*
 * Places that have no name: where somebody is, and what a map shows. In an address they stand in words (shell §2.6),
 * which come back in whatever way they were encoded on the way.
 */

/** As an address has them, in every language: the words a partner shows are copy. */
export const placeWords = { current: 'Current Location', mapView: 'Current Map View' } as const
export type UnnamedPlace = keyof typeof placeWords

/** Which of them a text means, in these words or in a partner's own; null for the name of a place. */
export function unnamedPlaceOf(
  text: string,
  own: Readonly<Partial<Record<UnnamedPlace, string>>> = {},
): UnnamedPlace | null {
  const meant = bare(decoded(text))
  if (meant === '') return null
  const kinds = Object.keys(placeWords) as UnnamedPlace[]
  return kinds.find(kind => [placeWords[kind], own[kind] ?? ''].some(words => bare(words) === meant)) ?? null
}

/** Where one searches who has not said where, and whom nobody can tell: Times Square (shell §9 Geolocation). */
export const defaultPlace: Place = { latitude: 40.7577, longitude: -73.9857 }

/** To 2 decimals, about a kilometer: what a browser knows of somebody travels no finer (shell §4 Geolocation). */
export function roundedPlace({ latitude, longitude }: Place): Place {
  return { latitude: toHundredths(latitude), longitude: toHundredths(longitude) }
}

const toHundredths = (degrees: number): number => Math.round(degrees * 100) / 100 || 0

/** Addresses are encoded once more by each program that passes them on; some have passed three. */
const encodedAtMost = 3

function decoded(text: string): string {
  let plain = text
  for (let time = 0; time < encodedAtMost && /%[0-9a-f]{2}/i.test(plain); time++) {
    try {
      plain = decodeURIComponent(plain)
    } catch {
      return plain
    }
  }
  return plain
}

/** `current_location`, `current+location` and `CurrentLocation` are the same words. */
const bare = (text: string): string => text.replace(/[\s+_-]+/g, '').toLowerCase()
