import {
  type FlagFilter,
  flagFilters,
  type ListFilter,
  listNames,
  type SearchState,
} from './search-address.ts'

/** One filter that is on. */
export type ChosenFilter =
  | { readonly name: ListFilter; readonly value: string }
  | { readonly name: FlagFilter | 'campaignCode'; readonly value: 'true' }

/** In the order in which they are offered. */
export function chosenFilters(state: SearchState): readonly ChosenFilter[] {
  const lists = listNames.flatMap(name => state[name].map(value => ({ name, value })))
  const flags = [...flagFilters, 'campaignCode' as const].filter(name => state[name])
  return [...lists, ...flags.map(name => ({ name, value: 'true' as const }))]
}

/** How many filters are on. */
export const countFilters = (state: SearchState): number => chosenFilters(state).length

/** The same search with this one taken off. */
export function withoutFilter(state: SearchState, { name, value }: ChosenFilter): SearchState {
  const first = { ...state, pageNo: 1 }
  if (name === 'campaignCode') return { ...first, campaignCode: '' }
  const values = state[name]
  if (typeof values === 'boolean') return { ...first, [name]: false }
  return { ...first, [name]: values.filter(other => other !== value) }
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
