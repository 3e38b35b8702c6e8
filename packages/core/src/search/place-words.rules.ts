import type { Place } from '../merchants/distance.rules.ts'

/* Places without a name in URLs: the visitor's position and the map's view (shell §2.6), in any encoding. */

export const placeWords = { current: 'Current Location', mapView: 'Current Map View' } as const
export type UnnamedPlace = keyof typeof placeWords

/** @returns null for the name of a place. */
export function unnamedPlaceOf(
  text: string,
  own: Readonly<Partial<Record<UnnamedPlace, string>>> = {},
): UnnamedPlace | null {
  const meant = bare(decoded(text))
  if (meant === '') return null
  const kinds = Object.keys(placeWords) as UnnamedPlace[]
  const named = kinds.find(kind => [placeWords[kind], own[kind] ?? ''].some(words => bare(words) === meant))
  return named ?? (nearMe.some(words => bare(words) === meant) ? 'current' : null)
}

/** People type or say it in these ways. */
const nearMe = ['near me', 'nearby', 'around me', 'close to me', 'close by', 'my location']
const endsNearMe = new RegExp(`(?:(?:^|[\\s,]+)(?:${nearMe.join('|').replaceAll(' ', '\\s*')}))+$`, 'i')

/** "pizza near me" is "pizza": a search without a place is near the visitor anyway. */
export const withoutNearMe = (text: string): string => text.replace(endsNearMe, '')

/** It splits "sushi in Brooklyn" into what and where. @returns null without a place. */
export function wordsAndPlaceOf(text: string): { words: string; place: string } | null {
  const [, words, place] = /^(.*\S)\s+(?:in|near|around)\s+(\S.*)$/i.exec(text) ?? []
  return words && place ? { words, place } : null
}

/** It is Times Square (shell §9 Geolocation). */
export const defaultPlace: Place = { latitude: 40.7577, longitude: -73.9857 }
export const defaultPlaceName = 'New York'

/** Two decimals are about a kilometer: a visitor's exact position is never sent (shell §4 Geolocation). */
export function roundedPlace({ latitude, longitude }: Place): Place {
  return { latitude: toHundredths(latitude), longitude: toHundredths(longitude) }
}

const toHundredths = (degrees: number): number => Math.round(degrees * 100) / 100 || 0

/** Programs that pass URLs on may encode them again. */
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

/** `current_location`, `current+location` and `CurrentLocation` are equal. */
const bare = (text: string): string => text.replace(/[\s+_-]+/g, '').toLowerCase()
