import { type Bounds, distanceMiles, type Place } from '../merchants/distance.rules.ts'
import { correctedReadings } from './mistyped-places.rules.ts'
import { placeKey, type Reading, readings } from './place-names.rules.ts'
import { foldText } from './search-text.rules.ts'

/* The places that a text typed into "City, state or ZIP code" may mean (shell §2.6). */

export interface City extends Place {
  readonly name: string
  /** It has two letters. */
  readonly state: string
  /** It is the population. */
  readonly size: number
}
export interface State extends Place {
  readonly code: string
  readonly name: string
  readonly size: number
  readonly bounds: Bounds
}
export interface ZipCode extends Place {
  readonly zip: string
  readonly city: string
  readonly state: string
}
/** A part of a city where the product has restaurants. */
export interface Neighborhood extends Place {
  readonly name: string
  readonly city: string
  readonly state: string
  readonly restaurants: number
}

/** Cities sorted by `cityKeys` (`placeKey` of their name), ZIP codes sorted; both in code-unit order. */
export interface LocationIndex {
  readonly cityKeys: readonly string[]
  readonly states: readonly State[]
  readonly zips: readonly string[]
  cityAt(index: number): City
  zipAt(index: number): ZipCode
}

export interface Location extends Place {
  readonly label: string
  /** A state has bounds, since it is too large for a radius. */
  readonly bounds?: Bounds
}

export interface LocationSearch {
  readonly text: string
  readonly neighborhoods: readonly Neighborhood[]
  /** Where the visitor probably is: of namesakes of like size the nearest comes first. */
  readonly near: Place
  readonly limit: number
}

/**
 * The likeliest come first: the ZIP code, places of that name, then places beginning with it; larger and nearer first.
 */
export function searchLocations(index: LocationIndex, search: LocationSearch): Location[] {
  const { text, limit } = search
  const zip = wholeZip.exec(text)?.[1]
  if (zip) return zipsFrom(index, zip, 1)
  if (/^\s*\d{1,4}\s*$/.test(text)) return zipsFrom(index, text.trim(), limit)
  const found = placesMeant(index, search, text)
  const best = found.sort((a, b) => a.rank - b.rank || b.weight - a.weight || (a.label < b.label ? -1 : 1))
  const distinct: Candidate[] = []
  for (const place of best) {
    if (distinct.length === limit) break
    if (!distinct.some(other => isSamePlace(place, other))) distinct.push(place)
  }
  return distinct.map(({ label, latitude, longitude, bounds }) => ({
    label,
    latitude,
    longitude,
    ...(bounds ? { bounds } : {}),
  }))
}

/**
 * The text is read as typed, else with a letter or two corrected, else without what comes before the first comma, such
 * as a street.
 */
function placesMeant(index: LocationIndex, search: LocationSearch, text: string): Candidate[] {
  const typed = readings(text)
  for (const meant of [() => typed, () => correctedReadings(index, typed)]) {
    const found = meant().flatMap(reading => placesNamed(index, search, reading))
    if (found.length > 0) return found
  }
  const [, ...rest] = text.split(',')
  return rest.length > 1 ? placesMeant(index, search, rest.join(',')) : []
}

export function prefixRange(sorted: readonly string[], prefix: string): { from: number; to: number } {
  return {
    from: firstWhere(sorted, entry => entry >= prefix),
    to: firstWhere(sorted, entry => entry >= `${prefix}\uffff`),
  }
}

/**
 * Abroad are Puerto Rico and the Virgin Islands, Guam, American Samoa and the Pacific, and the military overseas. The
 * index may not have all of their ZIP codes.
 */
export const isZipAbroad = (zip: string): boolean => /^(?:(?:00[6-9]|09\d|340|96[2-69])\d\d|96799)$/.test(zip)

/** It finds five digits on their own, with or without the four-digit extension: "10019", "New York, NY 10019-1234". */
const wholeZip = /(?<![\d-])(\d{5})(?:-\d{4})?(?![\d-])/

function zipsFrom(index: LocationIndex, prefix: string, limit: number): Location[] {
  const { from, to } = prefixRange(index.zips, prefix)
  return Array.from({ length: Math.min(to - from, limit) }, (_, offset) => {
    const { zip, city, state, latitude, longitude } = index.zipAt(from + offset)
    return { label: `${zip} (${city}, ${state})`, latitude, longitude }
  })
}

type Candidate = Location & { readonly key: string; readonly rank: number; readonly weight: number }
const ranks = { whole: 0, within: 1, beginning: 2 } as const

function placesNamed(index: LocationIndex, search: LocationSearch, reading: Reading): Candidate[] {
  const regions = reading.within.map(name => regionsNamed(index, name, reading.isExact))
  if (regions.some(found => found.length === 0)) return []
  const isWithin = (place: City | Neighborhood) =>
    regions.every(found => found.some(region => isInRegion(region, place)))
  const rankOf = (key: string) =>
    key !== reading.name ? ranks.beginning : regions.length === 0 ? ranks.whole : ranks.within
  const cities = citiesFrom(index, reading.name)
    .filter(isWithin)
    .map(city => ({
      ...city,
      label: `${city.name}, ${city.state}`,
      rank: rankOf(city.key),
      weight: city.size * nearness(search.near, city),
    }))
  const neighborhoods = search.neighborhoods.flatMap(place => {
    const key = placeKey(place.name)
    if (!key.startsWith(reading.name) || !isWithin(place)) return []
    const label = `${place.name}, ${place.city}, ${place.state}`
    return [
      { ...place, key, label, rank: rankOf(key), weight: weightOf(place) * nearness(search.near, place) },
    ]
  })
  const states = regions.length === 0 ? statesNamed(index, reading.name) : []
  return [...cities, ...neighborhoods, ...states].filter(
    ({ rank }) => !reading.isExact || rank !== ranks.beginning,
  )
}

/** A restaurant there counts like 25,000 people; never more than one of the hundred largest cities. */
const weightOf = ({ restaurants }: Neighborhood): number => Math.min(200_000, 25_000 * restaurants)

/** Size decides, except between places of like size. */
const nearness = (from: Place, to: Place): number => 1 / (1 + distanceMiles(from, to) / 4_000)

type Region = { readonly state: string } | { readonly city: Place }

/** A state by its name, the beginning of it, or its two letters; or a city. */
function regionsNamed(index: LocationIndex, name: string, isExact: boolean): Region[] {
  const isNamed = (key: string) => (isExact ? key === name : key.startsWith(name))
  const states = index.states
    .filter(({ code, name: stateName }) => code.toLowerCase() === name || isNamed(foldText(stateName)))
    .map(({ code }) => ({ state: code }))
  const key = placeKey(name)
  const cities = citiesFrom(index, key).filter(city => city.key === key)
  return [...states, ...cities.map(city => ({ city }))]
}

const cityMiles = 20

const isInRegion = (region: Region, place: City | Neighborhood): boolean =>
  'state' in region ? region.state === place.state : distanceMiles(region.city, place) <= cityMiles

function citiesFrom(index: LocationIndex, name: string): (City & { key: string })[] {
  const { from, to } = prefixRange(index.cityKeys, name)
  return Array.from({ length: to - from }, (_, offset) => ({
    ...index.cityAt(from + offset),
    key: index.cityKeys[from + offset]!,
  }))
}

/** A state's people are spread: "New York" is the city, "Washington" the state. */
const stateShare = 1 / 4

function statesNamed(index: LocationIndex, typed: string): Candidate[] {
  const name = typed.replace(/ state$/, '')
  return index.states.flatMap(({ code, name: stateName, size, latitude, longitude, bounds }) => {
    const key = foldText(stateName)
    const exact = key === name || code.toLowerCase() === name
    if (!exact && !key.startsWith(typed)) return []
    const weight = size * stateShare
    const isCityName = citiesFrom(index, key).some(city => city.key === key && city.size > weight)
    const label = isCityName ? `${stateName} State` : stateName
    return [{ label, latitude, longitude, bounds, key, rank: exact ? ranks.whole : ranks.beginning, weight }]
  })
}

const sameMiles = 15

/** A neighborhood may also be a city or a post office. */
const isSamePlace = (a: Candidate, b: Candidate): boolean =>
  a.label === b.label || (a.key === b.key && !a.bounds && !b.bounds && distanceMiles(a, b) <= sameMiles)

function firstWhere(sorted: readonly string[], holds: (entry: string) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(sorted[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
