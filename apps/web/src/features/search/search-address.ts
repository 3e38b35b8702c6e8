import type { Bounds } from '@dineward/core/merchants/distance.rules.ts'
import { placeWords, unnamedPlaceOf, withoutNearMe } from '@dineward/core/search/place-words.rules.ts'
import type { merchantSorts } from '@dineward/core/search/search.contract.ts'
import { isLocalDate } from '@dineward/core/shared/local-date.ts'

export type MerchantSort = (typeof merchantSorts)[number]

/** The address holds all of a search, so that it can be shared and revisited. */
export interface SearchState extends Readonly<Record<ListFilter, readonly string[]>> {
  /** It is as typed, or one of `placeWords`, and may be empty. */
  readonly location: string
  readonly latitude: number | null
  readonly longitude: number | null
  /** Map bounds come only with `placeWords.mapView` as `location`. */
  readonly bounds: Bounds | null
  readonly restaurantOrCuisine: string
  /** Any of them matches. */
  readonly cuisines: readonly string[]
  readonly openNow: boolean
  readonly acclaimed: boolean
  readonly isNew: boolean
  readonly reservations: boolean
  /** When, and for how many, a table is wanted: empty and null where it is as usual. */
  readonly date: string
  readonly time: string
  readonly partySize: number | null
  readonly hasTable: boolean
  readonly campaignCode: string
  readonly radiusMiles: number | null
  readonly sortBy: MerchantSort
  readonly pageNo: number
  /** Small screens show one of them; large ones both. */
  readonly view: 'list' | 'map'
  /** Show all filters on the page, for browsers without script. */
  readonly showsFilters: boolean
}

/** These filters have several values (shell §3.4). */
export const listFilters = {
  priceRange: ['1', '2', '3', '4'],
  benefitsFor: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  features: ['dineIn', 'takeout', 'delivery', 'onlineOrdering', 'outdoorSeating', 'goodForGroups'],
  diets: ['vegetarian', 'vegan', 'glutenFree', 'halal', 'kosher'],
  /** The last of them counts. */
  minRating: ['4', '4.5'],
  mealsServed: ['breakfast', 'brunch', 'lunch', 'dinner', 'lateNight'],
} as const
export type ListFilter = keyof typeof listFilters

export const flagFilters = ['hasTable', 'openNow', 'acclaimed', 'isNew', 'reservations'] as const
export type FlagFilter = (typeof flagFilters)[number]

export const sorts: readonly MerchantSort[] = ['distance', 'rating', 'name', 'newest', 'reward']

export const defaultRadiusMiles = 25
export const maxRadiusMiles = 100

export const listNames = Object.keys(listFilters) as ListFilter[]

export const longest = { location: 80, restaurantOrCuisine: 100 }
const largestParty = 999
const mostCuisines = 10
const lastPage = 1_000_000_000

/** Parse an address or a form; invalid values are ignored. `own`: the partner's words for unnamed places. */
export function searchStateOf(
  params: URLSearchParams,
  own: Parameters<typeof unnamedPlaceOf>[1] = {},
): SearchState {
  const text = (name: string, atMost = 200) =>
    cut((params.get(name) ?? '').replace(unseen, ' ').trim(), atMost)
  const flag = (name: string) => text(name) === 'true'
  const list = (name: ListFilter) => listFilters[name].filter(value => params.getAll(name).includes(value))
  const radius = numberBetween(text('radiusMiles'), 0.1, maxRadiusMiles, 10)
  return {
    ...locationOf(text, own),
    restaurantOrCuisine: withoutNearMe(text('restaurantOrCuisine', longest.restaurantOrCuisine)),
    priceRange: list('priceRange'),
    benefitsFor: list('benefitsFor'),
    features: list('features'),
    mealsServed: list('mealsServed'),
    diets: list('diets'),
    minRating: list('minRating'),
    cuisines: cuisinesOf(params),
    openNow: flag('openNow'),
    acclaimed: flag('acclaimed'),
    isNew: flag('isNew'),
    reservations: flag('reservations'),
    hasTable: flag('hasTable'),
    date: isLocalDate(text('date')) ? text('date') : '',
    time: /^([01]\d|2[0-3]):[0-5]\d$/.test(text('time')) ? text('time') : '',
    partySize: numberBetween(text('partySize'), 1, largestParty, 1),
    campaignCode: /^[\w.:-]{1,40}$/.test(text('campaignCode')) ? text('campaignCode') : '',
    radiusMiles: radius === defaultRadiusMiles ? null : radius,
    sortBy: sorts.find(sort => sort === text('sortBy')) ?? 'distance',
    pageNo: /^\d{1,10}$/.test(text('pageNo')) ? (numberBetween(text('pageNo'), 1, lastPage, 1) ?? 1) : 1,
    view: text('view') === 'map' ? 'map' : 'list',
    showsFilters: text('filters') === 'all',
  }
}

const cuisinesOf = (params: URLSearchParams): string[] =>
  [...new Set(params.getAll('cuisines').map(name => cut(name.replace(unseen, ' ').trim(), 60)))]
    .filter(name => name !== '')
    .slice(0, mostCuisines)

function locationOf(
  text: (name: string, atMost?: number) => string,
  own: Parameters<typeof unnamedPlaceOf>[1],
): Pick<SearchState, 'location' | 'latitude' | 'longitude' | 'bounds'> {
  const typed = text('location', longest.location)
  const unnamed = unnamedPlaceOf(typed, own)
  const latitude = numberBetween(text('latitude'), -90, 90, 1e6)
  const longitude = numberBetween(text('longitude'), -180, 180, 1e6)
  const located = latitude !== null && longitude !== null
  const box = typed === '' || unnamed === 'mapView' ? boundsOf(text('bounds')) : null
  return {
    location: box ? placeWords.mapView : unnamed ? placeWords[unnamed] : typed,
    ...(located ? { latitude, longitude } : { latitude: null, longitude: null }),
    bounds: box,
  }
}

export function searchAddress(state: SearchState): string {
  const params = new URLSearchParams()
  const add = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') params.append(name, String(value))
  }
  add('location', state.location)
  add('latitude', state.latitude)
  add('longitude', state.longitude)
  add('bounds', state.bounds && boundsText(state.bounds))
  add('restaurantOrCuisine', state.restaurantOrCuisine)
  for (const name of state.cuisines) add('cuisines', name)
  for (const name of listNames) for (const value of state[name]) add(name, value)
  for (const name of ['date', 'time', 'partySize'] as const) add(name, state[name])
  for (const name of flagFilters) if (state[name]) add(name, 'true')
  add('campaignCode', state.campaignCode)
  add('radiusMiles', state.radiusMiles)
  if (state.sortBy !== 'distance') add('sortBy', state.sortBy)
  if (state.pageNo > 1) add('pageNo', state.pageNo)
  if (state.view === 'map') add('view', 'map')
  if (state.showsFilters) add('filters', 'all')
  const text = params.toString()
  return text ? `/search?${text}` : '/search'
}

/** Control characters and bidi overrides, which could garble the page title. */
const unseen = /[\p{Cc}\u202A-\u202E\u2066-\u2069]/gu

const cut = (text: string, atMost: number): string =>
  text
    .slice(0, atMost)
    .replace(/[\uD800-\uDBFF]$/, '')
    .trim()

export function formParams(form: HTMLFormElement): URLSearchParams {
  const params = new URLSearchParams()
  for (const [name, value] of new FormData(form)) if (typeof value === 'string') params.append(name, value)
  return params
}

/** Parse a decimal number, rounded to `1/steps`; null if invalid or out of range. */
export function numberBetween(text: string, least: number, most: number, steps: number): number | null {
  if (!/^-?\d{1,10}(\.\d{1,30})?$/.test(text)) return null
  const value = Math.round(Number(text) * steps) / steps || 0
  return value >= least && value <= most ? value : null
}

/** It is about ten meters. */
const steps = 1e4

export function boundsText({ west, south, east, north }: Bounds): string {
  return [west, south, east, north].map(degrees => Math.round(degrees * steps) / steps || 0).join()
}

/** Parse `west,south,east,north` in degrees; null if invalid. */
export function boundsOf(text: string): Bounds | null {
  const parts = text.split(',')
  if (parts.length !== 4) return null
  const [west, south, east, north] = parts.map((part, index) => {
    const limit = index % 2 === 0 ? 180 : 90
    return numberBetween(part.trim(), -limit, limit, steps)
  })
  if (west == null || south == null || east == null || north == null || south > north) return null
  return { west, south, east, north }
}
