import { type Location, searchLocations } from '@dineward/core/search/location-search.rules.ts'
import { defaultPlace } from '@dineward/core/search/place-words.rules.ts'
import { locationIndex } from './locations.read.ts'

const locationsShown = 8

/** Times Square (shell §9 Geolocation). */
export const defaultUserLocation = defaultPlace

/** Likeliest first (wire: Search). */
export async function findLocations(text: string): Promise<Location[]> {
  return searchLocations(await locationIndex(), text, locationsShown)
}
