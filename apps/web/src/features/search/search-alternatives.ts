import { centerOf } from '@dineward/core/merchants/distance.rules.ts'
import { defaultPlace, placeWords } from '@dineward/core/search/place-words.rules.ts'
import { type SearchState, searchStateOf, widestRadiusMiles } from './search-address.ts'
import { countFilters, withoutFilters } from './search-filters.ts'

/** An alternative to a search without results. */
export interface WayOn {
  readonly kind: 'clear' | 'widen' | 'words' | 'everything' | 'elsewhere'
  readonly state: SearchState
}

/** With coordinates, so that it does not use the visitor's location. */
const usualPlace: SearchState = { ...searchStateOf(new URLSearchParams()), ...defaultPlace }

/** Smallest change first. */
export function waysOn(state: SearchState): readonly WayOn[] {
  const first = { ...state, pageNo: 1 }
  const filtered = countFilters(state) > 0
  const worded = state.restaurantOrCuisine !== ''
  const narrow = state.bounds !== null || (state.radiusMiles ?? 0) < widestRadiusMiles
  const wide = { ...first, ...widened(state) }
  const plain = { ...withoutFilters(first), restaurantOrCuisine: '' }
  return [
    filtered && { kind: 'clear' as const, state: withoutFilters(first) },
    narrow && { kind: 'widen' as const, state: wide },
    worded && { kind: 'words' as const, state: { ...first, restaurantOrCuisine: '' } },
    filtered && worded && { kind: 'everything' as const, state: plain },
    { kind: 'elsewhere' as const, state: usualPlace },
  ].filter(way => way !== false)
}

/** Which part of the search prevents results. */
export function causeOf(
  fruitful: readonly Pick<WayOn, 'kind'>[],
): 'words' | 'clear' | 'widen' | 'several' | 'nobody' {
  const kinds = fruitful.map(({ kind }) => kind)
  const single = kinds.filter(kind => kind === 'words' || kind === 'clear' || kind === 'widen')
  if (single.length === 1 && single[0]) return single[0]
  return kinds.some(kind => kind !== 'elsewhere') ? 'several' : 'nobody'
}

/** The widest radius around the same place, or the center of the map bounds. */
function widened({ bounds }: SearchState): Partial<SearchState> {
  const radius = { radiusMiles: widestRadiusMiles }
  if (!bounds) return radius
  const { latitude, longitude } = centerOf(bounds)
  const round = (degrees: number) => Math.round(degrees * 1e4) / 1e4
  return {
    ...radius,
    location: placeWords.mapView,
    latitude: round(latitude),
    longitude: round(longitude),
    bounds: null,
  }
}
