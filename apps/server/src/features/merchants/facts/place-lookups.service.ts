import type { PlaceLookups } from '@dineward/core/merchant-import/restaurant-place.rules.ts'
import type { Place } from '@dineward/core/merchants/distance.rules.ts'
import timezoneAt from '@photostructure/tz-lookup'
import { locationIndex, zipIn } from '../../search/locations/locations.read.ts'

/** Borders of time zones are known to about this many degrees, 15 miles. */
const borderDegrees = 0.25

export async function placeLookups(): Promise<PlaceLookups> {
  const locations = await locationIndex()
  return {
    zipCodeOf: zip => zipIn(locations, zip) ?? neighborOf(zip),
    timezonesAround,
  }

  /** A code that is too new for the index is near the others of its first three digits. */
  function neighborOf(zip: string) {
    const known = locations.zips.find(one => one.startsWith(zip.slice(0, 3)))
    return known === undefined ? null : zipIn(locations, known)
  }
}

function timezonesAround({ latitude, longitude }: Place): string[] {
  const steps = [0, -borderDegrees, borderDegrees]
  const places = steps.flatMap(north => steps.map(east => [latitude + north, longitude + east] as const))
  return [...new Set(places.map(([north, east]) => timezoneAt(north, ((east + 540) % 360) - 180)))]
}
