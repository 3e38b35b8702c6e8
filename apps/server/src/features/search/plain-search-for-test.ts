import { distanceMiles } from '@dineward/core/merchants/distance.rules.ts'
import { hasLeft, isNew } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { foldText } from '@dineward/core/search/search-text.rules.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import type { Db } from '../../db/open-database.ts'
import type { SearchQuery } from './search-query.rules.ts'

export const selectPlainRows = (db: Db) =>
  db
    .selectFrom('merchants')
    .innerJoin('merchantParticipations as participation', 'participation.merchantId', 'merchants.id')
    .selectAll()
    .execute()
type PlainRow = Awaited<ReturnType<typeof selectPlainRows>>[number]

/** What a query without words finds by the columns of restaurants and participations, without flags or indexes. */
export function plainAnswer(rows: readonly PlainRow[], query: SearchQuery) {
  const { from, radiusMiles, bounds, bookingProvider, sortBy, offset, limit } = query
  const { west, south, east, north } = bounds
  const canBook = (row: PlainRow) =>
    bookingProvider === 'book' ? row.takesBookings : bookingProvider !== null && row.openTableId !== null
  const today = (row: PlainRow) => localDateAt(row.timezone, query.now)
  const isIn = (row: PlainRow) => {
    if (radiusMiles !== null) return distanceMiles(from, row) <= radiusMiles
    const [pastWest, beforeEast] = [row.longitude >= west, row.longitude <= east]
    const isBetween = west <= east ? pastWest && beforeEast : pastWest || beforeEast
    return row.latitude >= south && row.latitude <= north && isBetween
  }
  const hasAll = (values: readonly string[], wanted: readonly string[] | undefined) =>
    (wanted ?? []).every(value => values.includes(value))
  const matches = rows.filter(
    row =>
      row.partnerId === query.partnerId &&
      isIn(row) &&
      !hasLeft(row, today(row)) &&
      (query.priceRange?.includes(row.priceRange) ?? true) &&
      (!query.acclaimed || row.acclaimedLevel > 0) &&
      (!query.isNew || isNew(row, today(row))) &&
      (!query.reservations || canBook(row)) &&
      hasAll(row.benefitDays, query.benefitsFor) &&
      hasAll(row.features, query.features) &&
      hasAll(row.mealsServed, query.mealsServed) &&
      (!query.campaignCode || row.campaignCodes.includes(query.campaignCode)),
  )
  const facet = (read: (row: PlainRow) => readonly string[]) => {
    const counts = new Map<string, number>()
    for (const value of matches.flatMap(read)) counts.set(value, (counts.get(value) ?? 0) + 1)
    const values = Array.from(counts, ([value, count]) => ({ value, count }))
    return values.sort((a, b) => b.count - a.count || (a.value < b.value ? -1 : 1))
  }
  const yesIf = (condition: boolean) => (condition ? ['true'] : [])
  const byText = (a: string, b: string) => Buffer.compare(Buffer.from(a), Buffer.from(b))
  const order: Record<SearchQuery['sortBy'], (a: PlainRow, b: PlainRow) => number> = {
    distance: (a, b) => distanceMiles(from, a) - distanceMiles(from, b),
    rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0),
    name: (a, b) => byText(foldText(a.name), foldText(b.name)),
    newest: (a, b) => byText(b.joinedOn, a.joinedOn),
  }
  const sorted = matches.toSorted((a, b) => order[sortBy](a, b) || byText(a.merchantId, b.merchantId))
  return {
    total: matches.length,
    page: sorted.slice(offset, offset + limit).map(({ merchantId }) => merchantId),
    facets: {
      cuisines: facet(row => row.cuisines),
      priceRange: facet(row => (row.priceRange > 0 ? [String(row.priceRange)] : [])),
      features: facet(row => row.features),
      mealsServed: facet(row => row.mealsServed),
      benefitsFor: facet(row => row.benefitDays),
      acclaimed: facet(row => yesIf(row.acclaimedLevel > 0)),
      isNew: facet(row => yesIf(isNew(row, today(row)))),
      reservations: facet(row => yesIf(canBook(row))),
    },
  }
}
