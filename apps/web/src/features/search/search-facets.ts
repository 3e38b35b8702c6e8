import type { MerchantSearchResult } from '@dineward/core/search/search.contract.ts'
import { flagFilters, listFilters, listNames, type SearchState } from './search-address.ts'
import type { ChosenFilter } from './search-filters.ts'

/**
 * How many of what was found each filter would leave, in the order of `listFilters` and `flagFilters`: the page's state
 * travels with every page, and names would be most of it.
 */
export type SearchFacets = readonly [
  lists: readonly (readonly number[])[],
  flags: readonly number[],
  cuisines: readonly string[],
]

/** As many as fit a line or two. */
const cuisinesShown = 8

export function toFacets(facets: MerchantSearchResult['facets']): SearchFacets {
  const count = (counts: readonly { value: string; count: number }[], value: string) =>
    counts.find(one => one.value === value)?.count ?? 0
  return [
    listNames.map(name => listFilters[name].map(value => count(facets[name], value))),
    flagFilters.map(name => count(facets[name], 'true')),
    facets.cuisines.slice(0, cuisinesShown).map(({ value }) => value),
  ]
}

/** What choosing this filter would find; null while nobody can tell. */
export function countBehind(
  facets: SearchFacets | null,
  state: SearchState,
  { name, value }: ChosenFilter,
): number | null {
  if (!facets || name === 'campaignCode') return null
  const [lists, flags] = facets
  if (name === 'acclaimed' || name === 'isNew' || name === 'reservations')
    return flags[flagFilters.indexOf(name)] ?? null
  const values: readonly string[] = listFilters[name]
  // Another price widens what was found, and of what was not found nothing is counted.
  if (name === 'priceRange' && state.priceRange.length > 0 && !state.priceRange.includes(value)) return null
  return lists[listNames.indexOf(name)]?.[values.indexOf(value)] ?? null
}
