import { type Bounds, centerOf } from '@dineward/core/merchants/distance.rules.ts'
import {
  bookingProvider,
  earnsRewards,
  hasAcclaimed,
  takesReservations,
} from '@dineward/core/partner/partner-questions.ts'
import type { UsualTable } from '@dineward/core/reservations/usual-table.rules.ts'
import { isPossibleDay } from '@dineward/core/reservations/usual-table.rules.ts'
import { defaultPlace, type UnnamedPlace, unnamedPlaceOf } from '@dineward/core/search/place-words.rules.ts'
import { queryOptions } from '@tanstack/react-query'
import type { AppContext } from '../../app-context.ts'
import { copyWriter } from '../../partner/partner-context.tsx'
import { defaultLocationQuery, locationsQuery, type MerchantSearchRequest } from './search.queries.ts'
import { boundsText, type SearchState, searchStateOf } from './search-address.ts'
import { productNow, tableAsked, usualTableAt } from './table-asked.ts'

export interface SearchPlace {
  readonly latitude: number
  readonly longitude: number
  readonly label: string | null
  /** The typed place is unknown; the default one is searched. */
  readonly unknown: boolean
  /** A state has bounds, which are searched instead of a radius. */
  readonly bounds?: Bounds | undefined
  /** The table that is looked for where the search names none; null where none is booked here. */
  readonly usual?: UsualTable | null
}

/** Parse an address or a form with the partner's words, without filters that the partner does not offer. */
export function readSearch(app: AppContext, params: URLSearchParams): SearchState {
  const copy = copyWriter(app)
  const state = searchStateOf(params, {
    current: copy('search.location.current'),
    mapView: copy('search.location.mapView'),
  })
  const { partner } = app
  return {
    ...state,
    ...possibleTable(app, state),
    acclaimed: state.acclaimed && hasAcclaimed(partner),
    reservations: state.reservations && takesReservations(partner),
    benefitsFor: earnsRewards(partner) && app.hasSession() ? state.benefitsFor : [],
  }
}

/** Without a day that is over or too far, and a party that is too large. */
function possibleTable(app: AppContext, { date, time, partySize, hasTable }: SearchState) {
  const { maxDaysAhead, maxPartySize } = app.partner.settings.reservations
  const books = bookingProvider(app.partner) === 'book'
  const isPossible = books && isPossibleDay(date, productNow(app), maxDaysAhead)
  return {
    date: isPossible ? date : '',
    time: books && (isPossible || date === '') ? time : '',
    partySize: books && partySize !== null && partySize <= maxPartySize ? partySize : null,
    hasTable: books && hasTable,
  }
}

/**
 * Resolve the place: coordinates, a name to look up, or the default. Fixed words such as "Current Location" are not
 * looked up; other text is, even with coordinates, since it may have been edited.
 */
export function searchPlaceQuery(app: AppContext, state: SearchState) {
  const { location, latitude, longitude, bounds } = state
  return queryOptions({
    queryKey: ['search-place', location, latitude, longitude, ...(bounds ? [boundsText(bounds)] : [])],
    queryFn: async (): Promise<SearchPlace> => {
      const found = await findPlace(app, state)
      return { ...found, usual: usualTableAt(app, found) }
    },
    // The usual table changes with the time of day.
    staleTime: 600_000,
  })
}

async function findPlace(app: AppContext, state: SearchState): Promise<SearchPlace> {
  const { location, latitude, longitude, bounds } = state
  const unnamed = unnamedPlaceOf(location)
  const given = latitude === null || longitude === null ? null : { latitude, longitude }
  const place = given ?? (bounds && centerOf(bounds))
  if (place && (location === '' || unnamed))
    return { ...place, label: unnamed ? wordsFor(app, unnamed) : null, unknown: false }
  const [found] =
    location && !unnamed ? await app.queryClient.ensureQueryData(locationsQuery(app, location)) : []
  if (found) return { ...found, unknown: false }
  if (given && !isZip(location)) return { ...given, label: location, unknown: false }
  const usual = await app.queryClient.ensureQueryData(defaultLocationQuery(app)).catch(() => defaultPlace)
  return { ...usual, label: null, unknown: location !== '' && !unnamed }
}

/** Coordinates do not make a ZIP code that does not exist. */
const isZip = (location: string): boolean => /^\d{5}(-\d{4})?$/.test(location)

export function wordsFor(app: AppContext, place: UnnamedPlace): string {
  return copyWriter(app)(`search.location.${place}`)
}

/** Fills rows of two; more would not fit the first packets of the page. */
const pageSize = 16
/** A last page has more cards than this; fewer are on the page before it. */
const orphans = 5

export function searchRequestOf(state: SearchState, place: SearchPlace): MerchantSearchRequest {
  const flag = (on: boolean) => (on ? ('true' as const) : undefined)
  const list = (values: readonly string[]) => (values.length > 0 ? [...values] : undefined)
  return {
    ...locationOf(state, place),
    ...tableParams(state, place),
    restaurantOrCuisine: state.restaurantOrCuisine || undefined,
    priceRange: list(state.priceRange),
    benefitsFor: list(state.benefitsFor),
    features: list(state.features),
    mealsServed: list(state.mealsServed),
    diets: list(state.diets),
    cuisines: list(state.cuisines),
    minRating: state.minRating.at(-1),
    openNow: flag(state.openNow),
    acclaimed: flag(state.acclaimed),
    isNew: flag(state.isNew),
    reservations: flag(state.reservations),
    campaignCode: state.campaignCode || undefined,
    sortBy: state.sortBy,
    pageNo: state.pageNo,
    pageSize,
    orphans,
  } as MerchantSearchRequest
}

function tableParams(state: SearchState, { usual = null }: SearchPlace) {
  const table = tableAsked(state, usual)
  if (!table) return {}
  return { ...table, partySize: String(table.partySize), hasTable: state.hasTable ? 'true' : undefined }
}

/** With map bounds, distances need coordinates. */
function locationOf({ bounds, latitude, longitude, radiusMiles }: SearchState, place: SearchPlace) {
  if (bounds)
    return { bounds: boundsText(bounds), latitude: latitude ?? undefined, longitude: longitude ?? undefined }
  if (place.bounds) return { bounds: boundsText(place.bounds) }
  return {
    latitude: place.latitude,
    longitude: place.longitude,
    radiusMiles: radiusMiles ?? undefined,
  }
}
