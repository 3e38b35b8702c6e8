import { placeWords } from '@dineward/core/search/place-words.rules.ts'
import type { WriteCopy } from '../../partner/partner-context.tsx'
import type { SearchState } from './search-address.ts'
import type { SearchPlace } from './search-place.queries.ts'

/** "near Austin, TX", "near you"; null where nobody said where. */
export function nearWords(
  copy: WriteCopy,
  state: SearchState,
  place: SearchPlace | undefined,
): string | null {
  if (!place?.label) return null
  if (state.location === placeWords.current) return copy('search.results.near.current')
  if (state.location === placeWords.mapView) return copy('search.results.near.mapView')
  return copy('search.results.near', { location: place.label })
}

/** "Pizza near Austin, TX": what a search is called in a window's title and in a list of visits. */
export function searchTitle(copy: WriteCopy, state: SearchState, near: string | null): string {
  const typed = state.restaurantOrCuisine
  const what = typed.charAt(0).toUpperCase() + typed.slice(1)
  if (what && near) return copy('search.documentTitle.whatNear', { what, near })
  if (what) return copy('search.documentTitle.what', { what })
  return near ? copy('search.documentTitle.near', { near }) : copy('search.documentTitle')
}
