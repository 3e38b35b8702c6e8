import type { MerchantSearchResult } from '@dineward/core/search/search.contract.ts'
import { formatNumber } from '@dineward/core/shared/format.ts'
import type { WriteCopy } from '../../../partner/partner-context.tsx'
import {
  type FlagFilter,
  flagFilters,
  type ListFilter,
  listFilters,
  listNames,
  type SearchState,
} from '../search-address.ts'

export type AppliedFilter =
  | { readonly name: ListFilter | 'cuisines'; readonly value: string }
  | { readonly name: FlagFilter | 'campaignCode'; readonly value: 'true' }

export function appliedFilters(state: SearchState): readonly AppliedFilter[] {
  const lists = listNames.flatMap(name => state[name].map(value => ({ name, value })))
  const flags = [...flagFilters, 'campaignCode' as const].filter(name => state[name])
  const cuisines = state.cuisines.map(value => ({ name: 'cuisines' as const, value }))
  return [...cuisines, ...lists, ...flags.map(name => ({ name, value: 'true' as const }))]
}

export const countFilters = (state: SearchState): number => appliedFilters(state).length

export function withoutFilter(state: SearchState, { name, value }: AppliedFilter): SearchState {
  const first = { ...state, pageNo: 1 }
  if (name === 'campaignCode') return { ...first, campaignCode: '' }
  const values = state[name]
  if (typeof values === 'boolean') return { ...first, [name]: false }
  return { ...first, [name]: values.filter(other => other !== value) }
}

export function withoutFilters(state: SearchState): SearchState {
  return {
    ...state,
    priceRange: [],
    benefitsFor: [],
    features: [],
    mealsServed: [],
    diets: [],
    minRating: [],
    cuisines: [],
    openNow: false,
    acclaimed: false,
    isNew: false,
    reservations: false,
    hasTable: false,
    campaignCode: '',
    pageNo: 1,
  }
}

const flagWords = {
  hasTable: 'filters.hasTable',
  openNow: 'filters.openNow',
  acclaimed: 'filters.acclaimed',
  isNew: 'filters.new',
  reservations: 'filters.reservations',
  campaignCode: 'filters.campaign',
} as const

export function filterLabel(copy: WriteCopy, { name, value }: AppliedFilter): string {
  if (name === 'priceRange') return '$'.repeat(Number(value))
  if (name === 'benefitsFor') return copy(`day.${value}` as 'day.Sun')
  if (name === 'cuisines') return value
  if (name === 'minRating') return copy('filters.rating.least', { rating: Number(value).toFixed(1) })
  if (name === 'features' || name === 'mealsServed' || name === 'diets')
    return copy(`filters.${value}` as 'filters.lunch')
  return copy(flagWords[name])
}

/** Screen readers need it: "$$" says too little. */
export function accessibleFilterLabel(copy: WriteCopy, filter: AppliedFilter): string {
  if (filter.name !== 'priceRange') return filterLabel(copy, filter)
  return copy(`filters.price.${filter.value}` as 'filters.price.1')
}

/** They are in the order of `listFilters` and `flagFilters`: arrays keep the page's state small. */
export type SearchFacets = readonly [
  lists: readonly (readonly number[])[],
  flags: readonly number[],
  cuisines: readonly CuisineCount[],
]
export type CuisineCount = readonly [cuisine: string, count: number]

/** `cuisinesShown` is less than all: the page's state is small. */
export function toFacets(facets: MerchantSearchResult['facets'], cuisinesShown = 8): SearchFacets {
  const count = (counts: readonly { value: string; count: number }[], value: string) =>
    counts.find(one => one.value === value)?.count ?? 0
  return [
    listNames.map(name => listFilters[name].map(value => count(facets[name], value))),
    flagFilters.map(name => count(facets[name], 'true')),
    facets.cuisines.slice(0, cuisinesShown).map(({ value, count: found }) => [value, found]),
  ]
}

export function facetCount(
  facets: SearchFacets | null,
  state: SearchState,
  { name, value }: AppliedFilter,
): number | null {
  if (!facets || name === 'campaignCode') return null
  const [lists, flags] = facets
  if (name === 'cuisines') return cuisineCount(facets, state, value)
  if (isFlag(name)) return flags[flagFilters.indexOf(name)] ?? null
  const values: readonly string[] = listFilters[name]
  // Prices are combined with OR, and a lower rating widens: counts of others are unknown.
  const isWidening = name === 'priceRange' || (name === 'minRating' && value < (state.minRating.at(-1) ?? ''))
  if (isWidening && state[name].length > 0 && !state[name].includes(value)) return null
  return lists[listNames.indexOf(name)]?.[values.indexOf(value)] ?? null
}

const isFlag = (name: AppliedFilter['name']): name is FlagFilter =>
  (flagFilters as readonly string[]).includes(name)

function cuisineCount(
  [, , cuisines]: SearchFacets,
  { cuisines: chosen }: SearchState,
  value: string,
): number | null {
  if (chosen.length > 0 && !chosen.includes(value)) return null
  return cuisines.find(([name]) => name === value)?.[1] ?? null
}

/** The label of the button that applies the filters; `found` is the number of results. */
export function applyLabel(copy: WriteCopy, found: number | null): string {
  if (found === null) return copy('search.submit')
  return found === 1 ? copy('filters.applyOne') : copy('filters.apply', { count: formatNumber(found) })
}
