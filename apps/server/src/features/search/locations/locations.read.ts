import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gunzip } from 'node:zlib'
import { type LocationIndex, prefixRange, type ZipCode } from '@dineward/core/search/location-search.rules.ts'

/**
 * `locations-us.json.gz`, made by `scripts/build-locations.ts` from the postal codes of GeoNames
 * (https://www.geonames.org), licensed CC BY 4.0. The file carries this attribution itself.
 */
export interface LocationsFile {
  readonly attribution: string
  readonly states: readonly [
    code: string,
    name: string,
    latitude: number,
    longitude: number,
    population: number,
    extent: readonly [west: number, south: number, east: number, north: number],
  ][]
  /** They are sorted by key; 0 is the name in lower case. Some have no ZIP code of their own. */
  readonly cities: readonly [
    name: string,
    state: string,
    latitude: number,
    longitude: number,
    population: number,
    key: string | 0,
  ][]
  /** They are sorted; the city is its place in `cities`. */
  readonly zips: readonly [zip: string, city: number, latitude: number, longitude: number][]
}

let loading: Promise<LocationIndex> | null = null

/** A failure is not cached. */
export function locationIndex(): Promise<LocationIndex> {
  loading ??= readIndex().catch(error => {
    loading = null
    throw error
  })
  return loading
}

export function zipIn(index: LocationIndex, zip: string): ZipCode | null {
  if (!/^\d{5}$/.test(zip)) return null
  const { from, to } = prefixRange(index.zips, zip)
  return from < to ? index.zipAt(from) : null
}

async function readIndex(): Promise<LocationIndex> {
  const packed = await readFile(new URL('./locations-us.json.gz', import.meta.url))
  const { states, cities, zips } = JSON.parse((await promisify(gunzip)(packed)).toString()) as LocationsFile
  return {
    cityKeys: cities.map(([name, , , , , key]) => key || name.toLowerCase()),
    states: states.map(([code, name, latitude, longitude, size, [west, south, east, north]]) => ({
      code,
      name,
      latitude,
      longitude,
      size,
      bounds: { west, south, east, north },
    })),
    zips: zips.map(([zip]) => zip),
    cityAt(index) {
      const [name, state, latitude, longitude, size] = cities[index]!
      return { name, state, latitude, longitude, size }
    },
    zipAt(index) {
      const [zip, city, latitude, longitude] = zips[index]!
      const [name, state] = cities[city]!
      return { zip, city: name, state, latitude, longitude }
    },
  }
}
