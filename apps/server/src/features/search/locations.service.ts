import { type Location, searchLocations } from '@dineward/core/search/location-search.rules.ts'
import { defaultPlace } from '@dineward/core/search/place-words.rules.ts'
import { locationIndex } from './locations.read.ts'

const locationsShown = 8

/** Times Square: where one searches who has not said where (shell §9 Geolocation). */
export const defaultUserLocation = defaultPlace

/** Places of the US that a text may mean, likeliest first; none for what means nothing (wire: Search). */
export async function findLocations(text: string): Promise<Location[]> {
  return searchLocations(await locationIndex(), text, locationsShown)
}
