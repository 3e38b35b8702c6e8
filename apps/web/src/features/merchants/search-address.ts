import type { merchantSorts } from '@dineward/core/merchants/merchant-search.contract.ts'

export type MerchantSort = (typeof merchantSorts)[number]

/** What a visitor looks for. The address holds all of it, so that it can be kept, shared, and gone back to. */
export interface SearchState extends Readonly<Record<ListFilter, readonly string[]>> {
  /** As typed; empty where the visitor did not say. */
  readonly location: string
  readonly latitude: number | null
  readonly longitude: number | null
  readonly restaurantOrCuisine: string
  readonly acclaimed: boolean
  readonly isNew: boolean
  readonly reservations: boolean
  readonly campaignCode: string
  readonly radiusMiles: number | null
  readonly sortBy: MerchantSort
  readonly pageNo: number
}

/** Filters with several values, and the values there are (shell §3.4). */
export const listFilters = {
  priceRange: ['1', '2', '3', '4'],
  benefitsFor: ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'],
  features: ['dineIn', 'takeout', 'delivery', 'onlineOrdering'],
  mealsServed: ['breakfast', 'brunch', 'lunch', 'dinner', 'lateNight'],
} as const
export type ListFilter = keyof typeof listFilters

export const flagFilters = ['acclaimed', 'isNew', 'reservations'] as const

export const sorts: readonly MerchantSort[] = ['distance', 'rating', 'name', 'newest']

const listNames = Object.keys(listFilters) as ListFilter[]

/** Reads an address or a form; whatever makes no sense counts as not said. */
export function searchStateOf(params: URLSearchParams): SearchState {
  const text = (name: string) => (params.get(name) ?? '').trim().slice(0, 100)
  const list = (name: ListFilter) => listFilters[name].filter(value => params.getAll(name).includes(value))
  const place = { latitude: degrees(text('latitude'), 90), longitude: degrees(text('longitude'), 180) }
  const located = place.latitude !== null && place.longitude !== null
  const radius = Number(text('radiusMiles'))
  const pageNo = Number(text('pageNo'))
  return {
    location: text('location'),
    ...(located ? place : { latitude: null, longitude: null }),
    restaurantOrCuisine: text('restaurantOrCuisine'),
    priceRange: list('priceRange'),
    benefitsFor: list('benefitsFor'),
    features: list('features'),
    mealsServed: list('mealsServed'),
    acclaimed: text('acclaimed') === 'true',
    isNew: text('isNew') === 'true',
    reservations: text('reservations') === 'true',
    campaignCode: /^[\w.:-]{1,40}$/.test(text('campaignCode')) ? text('campaignCode') : '',
    radiusMiles: radius > 0 && radius <= 100 ? radius : null,
    sortBy: sorts.find(sort => sort === text('sortBy')) ?? 'distance',
    pageNo: Number.isInteger(pageNo) && pageNo >= 1 && pageNo <= 10_000 ? pageNo : 1,
  }
}

/** The shortest address of a search: what is as usual is left out. */
export function searchAddress(state: SearchState): string {
  const params = new URLSearchParams()
  const add = (name: string, value: string | number | null) => {
    if (value !== null && value !== '') params.append(name, String(value))
  }
  add('location', state.location)
  add('latitude', state.latitude)
  add('longitude', state.longitude)
  add('restaurantOrCuisine', state.restaurantOrCuisine)
  for (const name of listNames) for (const value of state[name]) add(name, value)
  for (const name of flagFilters) if (state[name]) add(name, 'true')
  add('campaignCode', state.campaignCode)
  add('radiusMiles', state.radiusMiles)
  if (state.sortBy !== 'distance') add('sortBy', state.sortBy)
  if (state.pageNo > 1) add('pageNo', state.pageNo)
  const text = params.toString()
  return text ? `/search?${text}` : '/search'
}

/** The same search with every filter taken off. */
export function withoutFilters(state: SearchState): SearchState {
  return {
    ...state,
    priceRange: [],
    benefitsFor: [],
    features: [],
    mealsServed: [],
    acclaimed: false,
    isNew: false,
    reservations: false,
    campaignCode: '',
    pageNo: 1,
  }
}

/** How many filters are on. */
export function countFilters(state: SearchState): number {
  const lists = listNames.reduce((sum, name) => sum + state[name].length, 0)
  return lists + flagFilters.filter(name => state[name]).length + (state.campaignCode ? 1 : 0)
}

function degrees(text: string, limit: number): number | null {
  const value = Number(text)
  return text !== '' && Math.abs(value) <= limit ? value : null
}
