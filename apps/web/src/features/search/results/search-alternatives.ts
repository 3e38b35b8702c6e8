import { centerOf } from '@dineward/core/merchants/distance.rules.ts'
import { defaultPlace, placeWords, wordsAndPlaceOf } from '@dineward/core/search/place-words.rules.ts'
import { countFilters, withoutFilters } from '../filters/search-filters.ts'
import { maxRadiusMiles, type SearchState, searchStateOf } from '../search-address.ts'

export interface SearchAlternative {
  readonly kind: 'place' | 'clear' | 'widen' | 'words' | 'everything' | 'elsewhere'
  readonly state: SearchState
}

/** With coordinates, so that it does not use the visitor's location. */
const usualPlace: SearchState = { ...searchStateOf(new URLSearchParams()), ...defaultPlace }

export function searchAlternatives(state: SearchState): readonly SearchAlternative[] {
  const first = { ...state, pageNo: 1 }
  const filtered = countFilters(state) > 0
  const worded = state.restaurantOrCuisine !== ''
  const narrow = state.bounds !== null || (state.radiusMiles ?? 0) < maxRadiusMiles
  const wide = { ...first, ...widened(state) }
  const asked = wordsAndPlaceOf(state.restaurantOrCuisine)
  const plain = { ...withoutFilters(first), restaurantOrCuisine: '' }
  return [
    asked && { kind: 'place' as const, state: { ...first, ...atPlace(asked) } },
    filtered && { kind: 'clear' as const, state: withoutFilters(first) },
    narrow && { kind: 'widen' as const, state: wide },
    worded && { kind: 'words' as const, state: { ...first, restaurantOrCuisine: '' } },
    filtered && worded && { kind: 'everything' as const, state: plain },
    { kind: 'elsewhere' as const, state: usualPlace },
  ].filter(way => way !== false && way !== null)
}

export function causeOf(
  fruitful: readonly Pick<SearchAlternative, 'kind'>[],
): 'words' | 'clear' | 'widen' | 'several' | 'noRestaurants' {
  const kinds = fruitful.map(({ kind }) => kind)
  if (kinds.includes('place')) return 'words'
  const single = kinds.filter(kind => kind === 'words' || kind === 'clear' || kind === 'widen')
  if (single.length === 1 && single[0]) return single[0]
  return kinds.some(kind => kind !== 'elsewhere') ? 'several' : 'noRestaurants'
}

function atPlace({ words, place }: { words: string; place: string }): Partial<SearchState> {
  return { restaurantOrCuisine: words, location: place, latitude: null, longitude: null, bounds: null }
}

/** It stays around the same place, or the center of the map bounds. */
function widened({ bounds }: SearchState): Partial<SearchState> {
  const radius = { radiusMiles: maxRadiusMiles }
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
