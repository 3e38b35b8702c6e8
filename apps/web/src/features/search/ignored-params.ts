import { placeWords, unnamedPlaceOf } from '@dineward/core/search/place-words.rules.ts'
import {
  flagFilters,
  listNames,
  longest,
  maxRadiusMiles,
  numberBetween,
  type SearchState,
  sorts,
} from './search-address.ts'

const parts = ['place', 'filters', 'words'] as const

export function ignoredParams(
  params: URLSearchParams,
  state: SearchState,
): readonly (typeof parts)[number][] {
  const said = (name: string) => (params.get(name) ?? '').trim()
  const isSaid = (name: string) => said(name) !== ''
  const isOther = (name: string, known: readonly string[]) =>
    params.getAll(name).some(value => value !== '' && !known.includes(value))
  const { location, latitude, bounds, campaignCode, pageNo, date, time, partySize } = state
  const isPlaced = latitude !== null || bounds !== null || (location !== '' && !unnamedPlaceOf(location))
  const isLeftOut = {
    place: !isPlaced && (location === placeWords.mapView || ['latitude', 'longitude', 'bounds'].some(isSaid)),
    filters:
      listNames.some(name => isOther(name, state[name])) ||
      flagFilters.some(name => isOther(name, state[name] ? ['true', 'false'] : ['false'])) ||
      isOther('date', [date]) ||
      isOther('time', [time]) ||
      isOther('partySize', [String(partySize)]) ||
      isOther('sortBy', sorts) ||
      (isSaid('campaignCode') && campaignCode === '') ||
      (isSaid('radiusMiles') && numberBetween(said('radiusMiles'), 0.1, maxRadiusMiles, 10) === null) ||
      (isSaid('pageNo') && pageNo === 1 && Number(said('pageNo')) !== 1),
    words:
      said('location').length > longest.location ||
      said('restaurantOrCuisine').length > longest.restaurantOrCuisine,
  }
  return parts.filter(part => isLeftOut[part])
}
