import { distanceMiles, type Place } from '@dineward/core/merchants/distance.rules.ts'
import { withoutNearMe } from '@dineward/core/search/place-words.rules.ts'
import { foldText, searchWords } from '@dineward/core/search/search-text.rules.ts'
import type { getSuggestions, Suggestion } from '@dineward/core/search/suggestions.contract.ts'
import type { ContractInput } from '@dineward/core/shared/contract.ts'
import type { ContentStore } from '../content/content-store.service.ts'
import type { SummaryRow } from '../merchants/merchants.view.ts'
import { defaultUserLocation, findLocations } from './locations/locations.service.ts'
import type { SearchContext } from './search-index.service.ts'

type SuggestionQuery = ContractInput<typeof getSuggestions>['query']

/** As many as a phone shows above its keyboard. */
const mostSuggestions = 8
const mostOfKind = { cuisine: 2, dish: 2, guide: 1, place: 2 }
/** Fewer letters begin too many places. */
const lettersForPlaces = 4
const lettersForGuides = 3
const nearMiles = 50

interface SuggestionContext extends SearchContext {
  readonly content: ContentStore
}

/** Cuisines come first, then restaurants, which take what dishes, guides and places leave. */
export async function suggest(ctx: SuggestionContext, query: SuggestionQuery): Promise<Suggestion[]> {
  const typed = withoutNearMe(query.query)
  const { latitude = defaultUserLocation.latitude, longitude = defaultUserLocation.longitude } = query
  const from = { latitude, longitude }
  const found = await ctx.searchIndex.suggest(ctx.partner.slug, typed, from, ctx.clock.now())
  const cuisines = found.cuisines.slice(0, mostOfKind.cuisine)
  const words = new Set(cuisines.map(foldText))
  const dishes = found.dishes.filter(dish => !words.has(foldText(dish))).slice(0, mostOfKind.dish)
  const places = typed.length < lettersForPlaces ? [] : await placesOf(ctx, typed)
  const guides = await guidesOf(ctx, typed)
  const rest = mostSuggestions - cuisines.length - dishes.length - guides.length - places.length
  return [
    ...cuisines.map(label => wordsSuggestion('cuisine', label)),
    ...found.restaurants.slice(0, rest).map(row => restaurantSuggestion(row, from)),
    ...dishes.map(label => wordsSuggestion('dish', label)),
    ...guides,
    ...places,
  ]
}

const wordsSuggestion = (kind: 'cuisine' | 'dish', label: string): Suggestion => ({
  kind,
  label,
  href: `/search?${new URLSearchParams({ restaurantOrCuisine: label })}`,
})

/** Neighborhoods are known where one is, and cities elsewhere. */
function restaurantSuggestion(row: SummaryRow, from: Place): Suggestion {
  const { id, name, neighborhood, city, state } = row
  const isNear = distanceMiles(from, row) <= nearMiles
  return {
    kind: 'restaurant',
    label: name,
    href: `/merchants/${encodeURIComponent(id)}`,
    detail: isNear && neighborhood ? neighborhood : `${city}, ${state}`,
  }
}

/** Only those that begin with the text: "thai" is not meant as a place that sounds like it. */
async function placesOf(ctx: SearchContext, typed: string): Promise<Suggestion[]> {
  const begun = foldText(typed)
  const places = await findLocations(ctx, typed)
  return places
    .filter(({ label }) => foldText(label).startsWith(begun))
    .slice(0, mostOfKind.place)
    .map(({ label }) => ({
      kind: 'place',
      label,
      href: `/search?${new URLSearchParams({ location: label })}`,
    }))
}

/** Each word that is typed begins a word of the guide's title or topic. */
async function guidesOf(ctx: SuggestionContext, typed: string): Promise<Suggestion[]> {
  if (typed.length < lettersForGuides) return []
  const begun = searchWords(typed)
  if (begun.length === 0) return []
  const { guides } = await ctx.content.contentOf(ctx.partner)
  return guides
    .filter(({ fields }) => {
      const words = searchWords(`${fields.title} ${fields.topic}`)
      return begun.every(start => words.some(word => word.startsWith(start)))
    })
    .toSorted((one, other) => one.fields.order - other.fields.order)
    .slice(0, mostOfKind.guide)
    .map(({ slug, fields }) => ({ kind: 'guide', label: fields.title, href: `/guides/${slug}` }))
}
