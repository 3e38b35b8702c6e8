import { daysBetween, type LocalDate } from '../shared/local-date.ts'
import type { PickReason } from './picks.contract.ts'

export const maxPicks = 6
export const nearHomeMiles = 5
/** A cuisine that a member likes is worth a longer way. */
export const likedMiles = 10
export const likedRating = 4
const wellRated = 4.3
const fewestRatings = 10
const restDays = 7
const mostOfCuisine = 2

/** A restaurant where the member has dined. */
export interface VisitedPlace {
  readonly merchantId: string
  readonly name: string
  readonly cuisines: readonly string[]
  /** On so many different days. */
  readonly days: number
  readonly lastOn: LocalDate
  /** It is the member's newest rating. */
  readonly rating: number | null
}

export interface PickHistory {
  readonly visits: readonly VisitedPlace[]
  readonly hiddenIds: ReadonlySet<string>
}

export interface PickPlace {
  readonly id: string
  readonly cuisines: readonly string[]
  /** From home; null where home is not known. */
  readonly miles: number | null
  readonly rating: number
  readonly numberOfRatings: number
  /** It is the restaurant's date. */
  readonly today: LocalDate
}

export interface ReasonedPlace extends PickPlace {
  readonly reason: PickReason
}

/** Never what the member hid, did not like, or visited within the last week. */
export function canBePicked({ id, today }: PickPlace, { visits, hiddenIds }: PickHistory): boolean {
  const visit = visits.find(({ merchantId }) => merchantId === id)
  if (hiddenIds.has(id)) return false
  if (!visit) return true
  const isDisliked = visit.rating !== null && visit.rating < likedRating
  return !isDisliked && daysBetween(visit.lastOn, today) > restDays
}

/** The reason that the member's taste and home give. It promises nothing. */
export function tasteReason(place: PickPlace, { visits }: PickHistory): PickReason | null {
  const { miles, rating, numberOfRatings } = place
  if (miles === null || visits.some(({ merchantId }) => merchantId === place.id)) return null
  const [liked] = likedPlaces(visits).filter(({ cuisines }) => sharesCuisine(cuisines, place.cuisines))
  if (liked && miles <= likedMiles)
    return { kind: 'liked', merchantId: liked.merchantId, merchantName: liked.name }
  if (miles > nearHomeMiles) return null
  if (visits.length > 0) return { kind: 'new' }
  return rating >= wellRated && numberOfRatings >= fewestRatings ? { kind: 'rated' } : null
}

/** Those rated 4 or 5, or without a rating visited on two days; the most liked come first. */
export function likedPlaces(visits: readonly VisitedPlace[]): VisitedPlace[] {
  return visits
    .filter(({ rating, days }) => (rating === null ? days >= 2 : rating >= likedRating))
    .toSorted(
      (a, b) =>
        (b.rating ?? 0) - (a.rating ?? 0) ||
        b.days - a.days ||
        compare(b.lastOn, a.lastOn) ||
        compare(a.merchantId, b.merchantId),
    )
}

const sharesCuisine = (one: readonly string[], other: readonly string[]) =>
  one.some(cuisine => other.includes(cuisine))

const kinds = ['bonus', 'offer', 'liked', 'new', 'rated'] as const satisfies readonly PickReason['kind'][]

/**
 * The kinds of reasons take turns, the best rated of each first. A cuisine comes again only where no other is left, and
 * twice at most. The order of the places given does not matter.
 */
export function choosePicks<P extends ReasonedPlace>(places: readonly P[]): P[] {
  const left = new Set(places.toSorted(bestFirst))
  const picked: P[] = []
  for (let most = 1; most <= mostOfCuisine; most++) {
    let isDone = false
    while (!isDone && picked.length < maxPicks) {
      const round = kinds.flatMap(kind => takeOne(left, picked, { kind, most }))
      isDone = round.length === 0
    }
  }
  return picked
}

/** @returns the place that it moves to `picked`, or nothing */
function takeOne<P extends ReasonedPlace>(
  left: Set<P>,
  picked: P[],
  { kind, most }: { readonly kind: PickReason['kind']; readonly most: number },
): P[] {
  if (picked.length >= maxPicks) return []
  const found = [...left].find(
    place =>
      place.reason.kind === kind &&
      picked.filter(({ cuisines }) => cuisines[0] === place.cuisines[0]).length < most,
  )
  if (!found) return []
  left.delete(found)
  picked.push(found)
  return [found]
}

export const bestFirst = (a: PickPlace, b: PickPlace): number =>
  b.rating - a.rating ||
  (a.miles ?? Number.POSITIVE_INFINITY) - (b.miles ?? Number.POSITIVE_INFINITY) ||
  compare(a.id, b.id)

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0)
