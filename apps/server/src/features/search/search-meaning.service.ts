import { wordsAndPlaceOf } from '@dineward/core/search/place-words.rules.ts'
import { type MeantParams, meaningOf } from '@dineward/core/search/query-meaning.rules.ts'
import { type MerchantSearch, merchantSearchQuery } from '@dineward/core/search/search.contract.ts'
import { foldText } from '@dineward/core/search/search-text.rules.ts'
import { findLocations } from './locations/locations.service.ts'
import type { SearchContext } from './search-index.service.ts'

export interface MeantSearch {
  readonly query: MerchantSearch
  /** They stand for the words in the address of the search. */
  readonly understood: MeantParams
}

/** @returns null where all words are words to look for, such as those of a restaurant's name. */
export async function meantSearch(ctx: SearchContext, query: MerchantSearch): Promise<MeantSearch | null> {
  const typed = query.restaurantOrCuisine
  if (!typed) return null
  const place = await placeIn(ctx, typed)
  const text = place?.words ?? typed
  const meaning = meaningOf(text)
  if (!place && !meaning) return null
  const named = await ctx.searchIndex.namesWith(ctx.partner.slug, typed)
  if (named === 'whole' || (named === 'part' && meaning?.mayBeName)) return null
  const words = meaning ? meaning.words : text
  const understood = {
    ...(words === '' ? {} : { restaurantOrCuisine: [words] }),
    ...place?.params,
    ...meaning?.params,
  }
  return { query: withParams(query, understood), understood }
}

/** The place of "tacos in Brooklyn", if there is one of that name. */
async function placeIn(
  ctx: SearchContext,
  typed: string,
): Promise<{ words: string; params: MeantParams } | null> {
  const split = wordsAndPlaceOf(typed)
  if (!split) return null
  const name = split.place.replace(/^the\s+/i, '')
  const wanted = foldText(name)
  const places = await findLocations(ctx, name)
  const found = places.find(({ label }) =>
    [label, label.split(',')[0] ?? ''].some(written => foldText(written) === wanted),
  )
  if (!found) return null
  const { label, latitude, longitude } = found
  return {
    words: split.words,
    params: { location: [label], latitude: [String(latitude)], longitude: [String(longitude)] },
  }
}

const listed = ['priceRange', 'features', 'mealsServed', 'diets'] as const
const single = ['restaurantOrCuisine', 'openNow', 'isNew', 'reservations', 'minRating'] as const

/** What is filtered already stays, and so does an order that was chosen. */
function withParams(query: MerchantSearch, params: MeantParams): MerchantSearch {
  const { restaurantOrCuisine: _typed, bounds, ...given } = query
  const { location, latitude, longitude, sortBy } = params
  const wanted = [...single, ...listed].filter(name => params[name])
  const isList = (name: string) => listed.some(other => other === name)
  const meant = merchantSearchQuery.parse({
    ...Object.fromEntries(wanted.map(name => [name, isList(name) ? params[name] : params[name]?.[0]])),
    ...(location ? { latitude: latitude?.[0], longitude: longitude?.[0] } : {}),
  })
  const kept = location ? { latitude: meant.latitude, longitude: meant.longitude } : bounds ? { bounds } : {}
  return {
    ...given,
    ...Object.fromEntries(wanted.map(name => [name, meant[name]])),
    ...Object.fromEntries(listed.map(name => [name, eachOnce<unknown>(given[name], meant[name])])),
    ...kept,
    sortBy: given.sortBy === 'distance' && sortBy ? 'rating' : given.sortBy,
  }
}

function eachOnce<T>(some: readonly T[] | undefined, others: readonly T[] | undefined): T[] | undefined {
  const all = [...new Set([...(some ?? []), ...(others ?? [])])]
  return all.length > 0 ? all : undefined
}
