import type { Place } from '../merchants/distance.rules.ts'
import { foldText } from './search-text.rules.ts'

/* The places that a text typed into "City, state or ZIP code" may mean (shell §2.6). */

export interface City extends Place {
  readonly name: string
  /** Two letters. */
  readonly state: string
  /** Number of ZIP codes, in place of its population. */
  readonly size: number
}
export interface State extends Place {
  readonly code: string
  readonly name: string
  readonly size: number
}
export interface ZipCode extends Place {
  readonly zip: string
  readonly city: string
  readonly state: string
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
}

/** Likeliest first: the ZIP code, cities of that name (larger first), then cities beginning with it. */
export function searchLocations(index: LocationIndex, text: string, limit: number): Location[] {
  const zip = wholeZip.exec(text)?.[1]
  if (zip) return zipsFrom(index, zip, 1)
  if (/^\s*\d{1,4}\s*$/.test(text)) return zipsFrom(index, text.trim(), limit)
  const found = readings(index, text).flatMap(reading => placesNamed(index, reading))
  const best = found.sort((a, b) => a.rank - b.rank || b.weight - a.weight || (a.label < b.label ? -1 : 1))
  const unique = new Map(
    best.map(({ label, latitude, longitude }) => [label, { label, latitude, longitude }]),
  )
  return [...unique.values()].slice(0, limit)
}

/** Folded, common abbreviations expanded. */
export function placeKey(name: string): string {
  return foldText(name).replace(/^(?:st|ft|mt)(?= |$)/, word => written[word] ?? word)
}
const written: Record<string, string> = { st: 'saint', ft: 'fort', mt: 'mount' }

export function prefixRange(sorted: readonly string[], prefix: string): { from: number; to: number } {
  return {
    from: firstWhere(sorted, entry => entry >= prefix),
    to: firstWhere(sorted, entry => entry >= `${prefix}\uffff`),
  }
}

/** Five digits on their own, with or without the four-digit extension: "10019", "New York, NY 10019-1234". */
const wholeZip = /(?<![\d-])(\d{5})(?:-\d{4})?(?![\d-])/

interface Reading {
  readonly name: string
  /** Cities of these states only; null for any state. */
  readonly states: readonly string[] | null
}
type Ranked = Location & { readonly rank: number; readonly weight: number }
const ranks = { city: 0, state: 1, sameCity: 2, beginning: 3 } as const
/** States have many times the ZIP codes of a city, but are rarely meant by a prefix. */
const stateShare = 1 / 20

function zipsFrom(index: LocationIndex, prefix: string, limit: number): Location[] {
  const { from, to } = prefixRange(index.zips, prefix)
  return Array.from({ length: Math.min(to - from, limit) }, (_, offset) => {
    const { zip, city, state, latitude, longitude } = index.zipAt(from + offset)
    return { label: `${zip} (${city}, ${state})`, latitude, longitude }
  })
}

/** "new york, ny" and "new york ny" are read as a name and a state. */
function readings({ states }: LocationIndex, text: string): Reading[] {
  const comma = text.lastIndexOf(',')
  if (comma >= 0) {
    const name = placeKey(text.slice(0, comma))
    const state = foldText(text.slice(comma + 1))
    if (state === '') return name ? [{ name, states: null }] : []
    const meant = states.filter(
      ({ code, name }) => code.toLowerCase() === state || foldText(name).startsWith(state),
    )
    return name ? [{ name, states: meant.map(({ code }) => code) }] : []
  }
  const name = placeKey(text)
  if (name === '') return []
  const withState = states
    .flatMap(({ code, name: stateName }) =>
      [code, stateName].map(word => ({ code, ending: ` ${foldText(word)}` })),
    )
    .filter(({ ending }) => name.endsWith(ending))
    .map(({ code, ending }) => ({ name: name.slice(0, -ending.length), states: [code] }))
  return [{ name, states: null }, ...withState]
}

function placesNamed(index: LocationIndex, { name, states }: Reading): Ranked[] {
  const cities = citiesFrom(index, name).filter(({ state }) => states === null || states.includes(state))
  const biggest = cities.filter(city => city.exact).sort((a, b) => b.size - a.size)[0]
  const ranked = cities.map(city => ({
    label: `${city.name}, ${city.state}`,
    latitude: city.latitude,
    longitude: city.longitude,
    rank: city === biggest ? ranks.city : city.exact ? ranks.sameCity : ranks.beginning,
    weight: city.size,
  }))
  return states === null ? [...ranked, ...statesNamed(index, name)] : ranked
}

function citiesFrom(index: LocationIndex, name: string): (City & { exact: boolean })[] {
  const { from, to } = prefixRange(index.cityKeys, name)
  return Array.from({ length: to - from }, (_, offset) => ({
    ...index.cityAt(from + offset),
    exact: index.cityKeys[from + offset] === name,
  }))
}

function statesNamed({ states }: LocationIndex, name: string): Ranked[] {
  return states.flatMap(({ code, name: label, size, latitude, longitude }) => {
    const key = foldText(label)
    const exact = key === name || code.toLowerCase() === name
    if (!exact && !key.startsWith(name)) return []
    const rank = exact ? ranks.state : ranks.beginning
    return [{ label, latitude, longitude, rank, weight: size * stateShare }]
  })
}

function firstWhere(sorted: readonly string[], holds: (entry: string) => boolean): number {
  let [low, high] = [0, sorted.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (holds(sorted[middle]!)) high = middle
    else low = middle + 1
  }
  return low
}
