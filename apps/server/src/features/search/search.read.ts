import { earthRadiusMiles } from '@dineward/core/merchants/distance.rules.ts'
import { newForDays } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { SummaryRow } from '../merchants/merchants.view.ts'
import { bytesEach, countFactBytes, type FactBytes } from './flag-bytes.rules.ts'
import type { FoundMerchants, PlaceSearch } from './place-search.rules.ts'
import { areasOf, type Box, type Circle, degreesPerMile, mercator } from './search-areas.rules.ts'
import {
  anyPrice,
  isNew as newFact,
  nothingFound,
  ratingShift,
  timezoneShift,
  type WantedFacts,
  wantedFacts,
} from './search-flags.rules.ts'
import { type SearchNumbers, searchNumbers } from './search-ids.repository.ts'
import { chordSquared, spotOf } from './sphere.rules.ts'

/**
 * One page, the exact total and the facets of everything found, in one statement over `merchant_search`. The same answer
 * as the snapshot's (`search/`), for while there is none: the same ids in the same order, ties by id.
 */
export async function selectMerchants(db: Db, search: PlaceSearch): Promise<FoundMerchants> {
  const wanted = wantedFacts(search)
  const hopeless = search.terms && (search.terms.length === 0 || search.terms.some(ids => ids.length === 0))
  if (!wanted || hopeless) return nothingFound
  let numbers = await searchNumbers(db, ({ sheets }) => search.partnerId in sheets)
  const sheet = numbers.sheets[search.partnerId]
  if (sheet === undefined) return nothingFound
  for (;;) {
    const { facts, page } = await selectFound(db, { ...search, wanted, sheet, timezones: numbers.timezones })
    const counts = countFactBytes(facts, numbers)
    if (counts) return { total: facts.length / bytesEach, page, counts }
    // A restaurant with cuisines or a time zone that none had before.
    numbers = await searchNumbers(db, () => false)
  }
}

/** A search in the database's own terms. */
interface TableSearch extends PlaceSearch {
  readonly wanted: WantedFacts
  /** Every partner's restaurants are on a sheet of their own, 1,000 degrees from the next. */
  readonly sheet: number
  readonly timezones: SearchNumbers['timezones']
}

interface Found {
  readonly facts: FactBytes
  readonly page: readonly SummaryRow[]
}

async function selectFound(db: Db, search: TableSearch): Promise<Found> {
  const areas = areasOf(search)
  const near = isNearPage(search, areas)
  const parts = areas.map(area =>
    foundIn(search, area, near ? [] : [sql`merchant_id`, orderColumns[search.sortBy](search)]),
  )
  const { rows } = await sql<Found>`
    with found as (${sql.join(parts, sql` union all `)}),
    page as (${near ? nearestPage(search, areas[0]) : pageOfFound(search)})
    select
      (select coalesce(string_agg(int8send(facts), ''::bytea), '') from found) as facts,
      (select coalesce(json_agg(${summaryJson} order by page.place), '[]') from page
        join merchants merchant on merchant.id = page.merchant_id collate "default"
        join merchant_participations participation
          on participation.merchant_id = merchant.id and participation.partner_id = ${search.partnerId}) as page
  `.execute(db)
  return rows[0]!
}

/** The index alone answers, unless something is asked that only the row itself knows: words, campaigns, names, ways. */
function foundIn(
  search: TableSearch,
  area: Circle | Box,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const facts = sql`case when ${isNew(search)} then facts | ${newFact}::bigint else facts end as facts`
  return sql`select ${sql.join([facts, ...columns])} from merchant_search entry where ${conditions(search, area)}`
}

const orderColumns = {
  distance: search => sql`${chord(search, 'entry')} as place`,
  rating: () => sql`- ((facts >> ${ratingShift}::int) & 127) as place`,
  name: () => sql`sort_name as place`,
  newest: () => sql`- (joined_on - date '1970-01-01') as place`,
} satisfies Record<PlaceSearch['sortBy'], (search: PlaceSearch) => RawBuilder<unknown>>

function pageOfFound({ offset, limit }: PlaceSearch): RawBuilder<unknown> {
  return sql`select merchant_id, row_number() over () as place from (
    select merchant_id from found order by place, merchant_id offset ${offset} limit ${limit}) as ordered`
}

/** The index hands restaurants out from near to far. That pays for the first pages, around a place. */
function isNearPage(
  { sortBy, radiusMiles, terms, offset, limit }: PlaceSearch,
  areas: readonly (Circle | Box)[],
): areas is readonly [Circle] {
  const aroundAPlace = radiusMiles !== null && areas.length === 1 && areas[0]!.kind === 'circle'
  return sortBy === 'distance' && terms === null && aroundAPlace && offset + limit <= nearPagesAtMost
}
const nearPagesAtMost = 1_000

/**
 * The nearest on the plane are not quite the nearest on the ground. But as many of them as are wanted tell how far the
 * farthest of these can be, and all that are not farther on the plane are then put in order by the ground.
 */
function nearestPage(search: TableSearch, area: Circle): RawBuilder<unknown> {
  const { from, radiusMiles, offset, limit } = search
  const center = sql`point(${onSheet(search, from.longitude)}::float8, ${mercator(from.latitude)}::float8)`
  // A straight line is a little shorter than the way over the ground: by less than a thousandth within any radius.
  const reach = degreesPerMile(from, radiusMiles ?? 0) * earthRadiusMiles * 1.001
  const nearby = sql`select merchant_id from merchant_search entry where ${conditions(search, area)}`
  const measured = (few: RawBuilder<unknown>) => sql`(${few}) as few
    join merchant_search exact on exact.partner_id = ${search.partnerId} and exact.merchant_id = few.merchant_id`
  const first = measured(sql`${nearby} order by pt <-> ${center} limit ${offset + limit}`)
  const farthest = sql`select coalesce(sqrt(max(${chord(search, 'exact')})) * ${reach}::float8 + 1e-8, 0) from ${first}`
  const near = measured(sql`${nearby} and pt <@ circle(${center}, (${farthest}))`)
  return sql`select merchant_id, row_number() over () as place from (
    select few.merchant_id from ${near} order by ${chord(search, 'exact')}, few.merchant_id
    offset ${offset} limit ${limit}) as ordered`
}

/** On the partner's sheet nobody else has restaurants. */
function conditions(search: TableSearch, area: Circle | Box): RawBuilder<unknown> {
  const { wanted, campaignCode, terms } = search
  const all = wanted.all & ~newFact
  return sql.join(
    [
      within(search, area),
      sql`(left_on is null or ${today(search)} is null or left_on > ${today(search)})`,
      all !== 0 && sql`facts & ${all}::bigint = ${all}::bigint`,
      wanted.prices !== anyPrice && sql`facts & ${wanted.prices}::bigint <> 0`,
      search.isNew && isNew(search),
      campaignCode && sql`campaign_codes @> ${[campaignCode]}::text[]`,
      ...(terms ?? []).map(ids => sql`term_ids && ${ids}::int[]`),
    ].filter(condition => typeof condition === 'object'),
    sql` and `,
  )
}

/** Near the edge the row itself is asked; for all others the index knows. */
function within(search: TableSearch, area: Circle | Box): RawBuilder<unknown> {
  const exactly = sql`(select ${isInside(search)} from merchant_search exact
    where exact.partner_id = ${search.partnerId} and exact.merchant_id = entry.merchant_id)`
  const surely = search.radiusMiles === null || area.kind === 'circle' ? shape(search, area, 'inner') : null
  return sql`pt <@ ${shape(search, area, 'outer')} and ${surely ? sql`(pt <@ ${surely} or ${exactly})` : exactly}`
}

/** Null where nothing is inside. */
function shape(
  search: TableSearch,
  area: Circle | Box,
  which: 'outer' | 'inner',
): RawBuilder<unknown> | null {
  if (area.kind === 'circle') {
    const text = `<(${onSheet(search, area.x)},${area.y}),${area[which]}>`
    return area[which] > 0 ? sql`${text}::circle` : null
  }
  const { west, south, east, north } = area[which]
  const text = `(${onSheet(search, west)},${south}),(${onSheet(search, east)},${north})`
  return west < east && south < north ? sql`${text}::box` : null
}

const onSheet = ({ sheet }: TableSearch, longitude: number) => longitude + 1_000 * sheet

function isInside(search: TableSearch): RawBuilder<unknown> {
  if (search.radiusMiles !== null)
    return sql`${chord(search, 'exact')} <= ${chordSquared(search.radiusMiles)}::float8`
  const { west, south, east, north } = search.bounds
  const between = west <= east ? sql`and` : sql`or`
  return sql`exact.latitude between ${south}::float8 and ${north}::float8
    and (exact.longitude >= ${west}::float8 ${between} exact.longitude <= ${east}::float8)`
}

/** The same operations in the same order as `chordTo`: their results must be equal to the last bit. */
function chord({ from }: PlaceSearch, of: 'entry' | 'exact'): RawBuilder<number> {
  const { x, y, z } = spotOf(from)
  const [ux, uy, uz] = [sql.ref(`${of}.ux`), sql.ref(`${of}.uy`), sql.ref(`${of}.uz`)]
  return sql`((${ux} - ${x}::float8) * (${ux} - ${x}::float8) + (${uy} - ${y}::float8) * (${uy} - ${y}::float8)
    + (${uz} - ${z}::float8) * (${uz} - ${z}::float8))`
}

/** At the restaurant; null in a time zone that is not known yet. */
function today({ timezones, now }: TableSearch): RawBuilder<unknown> {
  const todays = timezones.map(timezone => timezone && localDateAt(timezone, now))
  return sql`(${todays}::date[])[(facts >> ${timezoneShift}::int)::int + 1]`
}

/** Most joined long ago wherever it may be today, which is cheaper to tell than the day. */
function isNew(search: TableSearch): RawBuilder<unknown> {
  const longAgo = new Date(search.now.getTime() - days(newForDays + 2)).toISOString().slice(0, 10)
  return sql`(joined_on >= ${longAgo}::date
    and joined_on between ${today(search)} - ${newForDays}::int and ${today(search)})`
}

const summaryJson = sql`json_build_object(
  'id', merchant.id, 'name', merchant.name, 'source', merchant.source, 'cuisines', merchant.cuisines,
  'priceRange', merchant.price_range, 'rating', merchant.rating, 'numberOfRatings', merchant.number_of_ratings,
  'street', merchant.street, 'city', merchant.city, 'state', merchant.state, 'zipCode', merchant.zip_code,
  'neighborhood', merchant.neighborhood, 'latitude', merchant.latitude, 'longitude', merchant.longitude,
  'timezone', merchant.timezone, 'acclaimedLevel', merchant.acclaimed_level, 'openTableId', merchant.open_table_id,
  'takesBookings', merchant.takes_bookings, 'photoCode', merchant.photo_code, 'reservationBonus', participation.reservation_bonus,
  'joinedOn', participation.joined_on, 'leftOn', participation.left_on,
  'benefitDays', participation.benefit_days, 'campaignCodes', participation.campaign_codes)`
