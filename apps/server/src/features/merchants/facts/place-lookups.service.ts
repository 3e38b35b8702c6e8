import type { PlaceLookups } from '@dineward/core/merchant-import/restaurant-place.rules.ts'
import type { Place } from '@dineward/core/merchants/distance.rules.ts'
import { searchLocations } from '@dineward/core/search/location-search.rules.ts'
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

const middleOfUs: Place = { latitude: 39.5, longitude: -98.35 }

/** The middle of the ZIP code, else of the city: a first pin, which people move to the door. */
export async function approximatePlace({ zipCode = '', city = '', state = '' }: WrittenAddress) {
  const index = await locationIndex()
  const zip = zipIn(index, zipCode)
  const texts = [...(zip ? [zip.zip] : []), ...(city === '' ? [] : [`${city}, ${state}`])]
  for (const text of texts) {
    const [found] = searchLocations(index, { text, neighborhoods: [], near: middleOfUs, limit: 1 })
    if (!found) continue
    const { label, latitude, longitude } = found
    return { label, latitude, longitude, timezone: timezonesAround(found)[0]! }
  }
  return null
}

interface WrittenAddress {
  readonly zipCode?: string | undefined
  readonly city?: string | undefined
  readonly state?: string | undefined
}

function timezonesAround({ latitude, longitude }: Place): string[] {
  const steps = [0, -borderDegrees, borderDegrees]
  const places = steps.flatMap(north => steps.map(east => [latitude + north, longitude + east] as const))
  return [...new Set(places.map(([north, east]) => timezoneAt(north, ((east + 540) % 360) - 180)))]
}
