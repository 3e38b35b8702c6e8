import * as z from 'zod/mini'
import { distanceMiles, type Place } from '../merchants/distance.rules.ts'
import type { ZipCode } from '../search/location-search.rules.ts'
import { fieldMessage } from '../shared/fields/field-messages.ts'
import { weekdays } from '../shared/local-date.ts'
import { lookUp } from '../shared/look-up.ts'
import { splitCuisine } from './cuisines.rules.ts'
import { type ImportedRow, problemsOf } from './merchant-import.rules.ts'
import { tidyName } from './tidy-name.rules.ts'
import { tidyStreet } from './tidy-street.rules.ts'

/* New York City's restaurant inspections, one JSON object a line. Price, rating and hours stay unknown. */

const nycRow = z.object({
  restaurant_id: z.string().check(z.regex(/^\d{1,12}$/, 'must be digits')),
  name: z.string(),
  borough: z.string(),
  cuisine: z.string(),
  address: z.object({
    building: z.string().check(z.maxLength(40)),
    street: z.string().check(z.maxLength(200)),
    zipcode: z.string(),
    coord: z._default(z.array(z.number()), []),
  }),
})

const boroughCities = {
  Manhattan: 'New York',
  Brooklyn: 'Brooklyn',
  Queens: 'Queens',
  Bronx: 'Bronx',
  'Staten Island': 'Staten Island',
} satisfies Record<string, string>

export function readNycRow(row: unknown, zipCodeOf: (zip: string) => ZipCode | null): ImportedRow {
  const parsed = nycRow.safeParse(row, { error: fieldMessage })
  if (!parsed.success) return { refused: problemsOf(parsed.error) }
  const { restaurant_id: sourceId, borough, cuisine, address } = parsed.data
  const name = tidyName(parsed.data.name)
  if (name === '') return { refused: `restaurant ${sourceId} has no name` }
  if (name.length > 200) return { refused: `restaurant ${sourceId} has a name of more than 200 characters` }
  const zip = /^\d{5}$/.test(address.zipcode) ? address.zipcode : ''
  const zipCode = zipCodeOf(zip)
  const placed = placeInTheCity(address.coord, zip, zipCode)
  if ('refused' in placed) return { refused: `${name} (${sourceId}): ${placed.refused}` }
  const city = lookUp(boroughCities, borough)
  return {
    merchant: {
      id: `nyc-${sourceId}`,
      source: 'nyc',
      sourceId,
      name,
      about: '',
      cuisines: splitCuisine(cuisine),
      priceRange: 0,
      street: tidyStreet(address.building, address.street),
      city: zipCode?.city ?? city ?? 'New York',
      state: 'NY',
      zipCode: zip,
      neighborhood: city ? borough : '',
      ...placed.place,
      timezone: 'America/New_York',
      phone: '',
      website: '',
      hours: {},
      menuUrl: '',
      menuImages: [],
      photos: [],
      onlineOrderingUrl: '',
      openTableId: null,
      features: ['dineIn'],
      diets: [],
      mealsServed: [],
      mid: `NYC${sourceId}`,
      benefitDays: [...weekdays],
      leftOn: null,
    },
    ...(placed.repaired ? { repaired: `${name} (${sourceId}): ${placed.repaired}` } : {}),
  }
}

/** It is the box around the five boroughs. */
const cityBox = { west: -74.2591, south: 40.4774, east: -73.7002, north: 40.9162 }

/** It is about a mile: the city line runs through ZIP codes, and a geocoder may put a restaurant across the street. */
const lineMargin = 0.018

/** 97 % are within 1.5; a few new ZIP codes are off by up to 5.2, and the next, at 12 miles, is wrong. */
const farFromZipMiles = 6

type Placed = { readonly place: Place; readonly repaired?: string } | { readonly refused: string }

/** They are longitude and latitude. The ZIP code's center replaces wrong ones if that is in the city. */
export function placeInTheCity(coordinates: readonly number[], zip: string, zipCode: ZipCode | null): Placed {
  const [longitude, latitude] = coordinates
  const doubt = doubtOf(longitude, latitude, zipCode)
  if (doubt === null) return { place: exactly(latitude!, longitude!) }
  if (doubtOf(latitude, longitude, zipCode) === null)
    return {
      place: exactly(longitude!, latitude!),
      repaired: 'latitude and longitude were swapped; swapped back',
    }
  if (!zipCode)
    return { refused: `${doubt}, and it has no known ZIP code to be placed by${zip && `: ${zip}`}` }
  if (zipCode.state !== 'NY' || !isInCity(zipCode))
    return { refused: `${doubt}, and ZIP code ${zip} is not in New York City` }
  return {
    place: exactly(zipCode.latitude, zipCode.longitude),
    repaired: `${doubt}; placed at the middle of ZIP code ${zip}`,
  }
}

function doubtOf(
  longitude: number | undefined,
  latitude: number | undefined,
  zipCode: ZipCode | null,
): string | null {
  if (longitude === undefined || latitude === undefined) return 'it has no coordinates'
  const place = { latitude, longitude }
  const where = `its coordinates ${latitude.toFixed(4)}, ${longitude.toFixed(4)}`
  if (!isInCity(place, lineMargin)) return `${where} are outside New York City`
  if (!zipCode) return null
  if (zipCode.state !== 'NY')
    return `${where} are not in ZIP code ${zipCode.zip} (${zipCode.city}, ${zipCode.state})`
  const miles = distanceMiles(place, zipCode)
  return miles <= farFromZipMiles
    ? null
    : `${where} are ${miles.toFixed(1)} miles from ZIP code ${zipCode.zip}`
}

function isInCity({ latitude, longitude }: Place, margin = 0): boolean {
  const { west, south, east, north } = cityBox
  return (
    latitude >= south - margin &&
    latitude <= north + margin &&
    longitude >= west - margin &&
    longitude <= east + margin
  )
}

/** It rounds to a tenth of a meter: the file has up to fourteen decimals, all but seven of them noise. */
function exactly(latitude: number, longitude: number): Place {
  return { latitude: Math.round(latitude * 1e6) / 1e6, longitude: Math.round(longitude * 1e6) / 1e6 }
}
