import { isUsState } from '../members/us-states.ts'
import { distanceMiles, type Place } from '../merchants/distance.rules.ts'
import type { ZipCode } from '../search/location-search.rules.ts'
import { localTimeAt } from '../shared/local-date.ts'

/* Whether a restaurant can be where its row says. */

export interface PlaceLookups {
  zipCodeOf(zip: string): ZipCode | null
  /** They are the zone there, and those across a border nearby. */
  timezonesAround(place: Place): readonly string[]
}

export interface WrittenPlace extends Place {
  readonly state: string
  readonly zipCode: string
  readonly timezone: string
}

export type CheckedPlace =
  | { readonly place: Place; readonly repaired?: string }
  | { readonly refused: string; readonly field: 'state' | 'zipCode' | 'latitude' | 'timezone' }

/** ZIP codes of the West reach that far, and those of Alaska reach further. */
const farFromZipMiles = 60
const farInAlaskaMiles = 400

/** Coordinates that cannot be right are repaired: swapped back, with the minus that is missing, or by the ZIP code. */
export function checkPlace(written: WrittenPlace, lookups: PlaceLookups): CheckedPlace {
  const { state, zipCode, timezone } = written
  if (!isUsState(state)) return { field: 'state', refused: `state: ${state} is no state of the US` }
  const zip = lookups.zipCodeOf(zipCode)
  if (!zip) return { field: 'zipCode', refused: `zipCode: ${zipCode} is no ZIP code of the US` }
  if (zip.state !== state)
    return {
      field: 'zipCode',
      refused: `zipCode: ${zipCode} is in ${zip.city}, ${zip.state}, not in ${state}`,
    }
  const placed = placeNear(zip, written)
  const zones = lookups.timezonesAround(placed.place)
  if (zones.some(zone => isSameClock(zone, timezone))) return placed
  const where = `${zip.city}, ${state}`
  return {
    field: 'timezone',
    refused: `timezone: ${timezone} is not that of ${where} (${zones[0] ?? 'unknown'})`,
  }
}

function placeNear(zip: ZipCode, { latitude, longitude }: WrittenPlace): { place: Place; repaired?: string } {
  const isNear = (place: Place) =>
    distanceMiles(place, zip) <= (zip.state === 'AK' ? farInAlaskaMiles : farFromZipMiles)
  if (isNear({ latitude, longitude })) return { place: { latitude, longitude } }
  const said = `coordinates ${latitude}, ${longitude} are not in ZIP code ${zip.zip} (${zip.city}, ${zip.state})`
  const swapped = { latitude: longitude, longitude: latitude }
  if (isNear(swapped)) return { place: swapped, repaired: `${said}: latitude and longitude were swapped` }
  for (const [north, east, mistake] of [
    [1, -1, 'longitude has a minus now'],
    [-1, 1, 'latitude has no minus now'],
    [-1, -1, 'both signs were wrong'],
  ] as const) {
    const place = { latitude: latitude * north, longitude: longitude * east }
    if (isNear(place)) return { place, repaired: `${said}: ${mistake}` }
  }
  const middle = { latitude: zip.latitude, longitude: zip.longitude }
  return { place: middle, repaired: `${said}: placed at the middle of the ZIP code` }
}

const winterAndSummer = [new Date('2026-01-15T12:00:00Z'), new Date('2026-07-15T12:00:00Z')]

const isSameClock = (one: string, other: string): boolean =>
  winterAndSummer.every(instant => localTimeAt(one, instant) === localTimeAt(other, instant))
