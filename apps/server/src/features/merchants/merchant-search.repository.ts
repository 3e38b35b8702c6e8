import { earthRadiusMiles } from '@dineward/core/merchants/distance.rules.ts'
import { newForDays } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { SummaryRow } from './merchant-view.ts'
import { countFactBytes, type FactBytes } from './search/fact-bytes.repository.ts'
import type { FoundMerchants, PlaceSearch } from './search/place-search.ts'
import {
  anyPrice,
  facetsOf,
  isNew as newFact,
  noCounts,
  ratingShift,
  timezoneShift,
  wantedFacts,
} from './search/search-facts.ts'
import { areasOf, type Box, type Circle, degreesPerMile, mercator } from './search/sheet-areas.ts'
import { chordSquared, spotOf } from './search/spots.ts'

interface Found {
  readonly facts: FactBytes | null
  readonly page: readonly SummaryRow[]
}

/**
 * One page, the exact total and the facets of everything found, in one statement over `merchant_search`. The same answer
 * as the snapshot's (`search/`), for while there is none: the same ids in the same order, ties by id.
 */
export async function selectMerchants(db: Db, search: PlaceSearch): Promise<FoundMerchants> {
  const wanted = wantedFacts(search)
  const hopeless = search.terms && (search.terms.length === 0 || search.terms.some(ids => ids.length === 0))
  if (!wanted || hopeless) return { total: 0, page: [], facets: facetsOf(noCounts(), null) }
  const areas = areasOf(search)
  const near = isNearPage(search, areas)
  const parts = areas.map(area =>
    foundIn(search, area, wanted, near ? [] : [orderColumns[search.sortBy](search)]),
  )
  const { rows } = await sql<Found>`
    with found as (${sql.join(parts, sql` union all `)}),
    page as (${near ? nearestPage(search, areas[0], wanted) : pageOfFound(search)})
    select
      (select string_agg(int8send(case when is_new then facts | ${newFact}::bigint else facts end), ''::bytea)
        from found) as facts,
      (select coalesce(json_agg(${summaryJson} order by page.place), '[]') from page
        join merchants merchant on merchant.id = page.merchant_id collate "default"
        join merchant_participations participation
          on participation.merchant_id = merchant.id and participation.partner_id = ${search.partnerId}) as page
  `.execute(db)
  const { facts, page } = rows[0]!
  const { total, ...counts } = await countFactBytes(db, facts ?? Buffer.alloc(0))
  return { total, page, facets: facetsOf(counts, search.bookingProvider) }
}

type Wanted = NonNullable<ReturnType<typeof wantedFacts>>

/** The index alone answers, unless something is asked that only the row itself knows: words, campaigns, names, ways. */
function foundIn(
  search: PlaceSearch,
  area: Circle | Box,
  wanted: Wanted,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const all = [sql`merchant_id`, sql`facts`, sql`${isNew(search)} as is_new`, ...columns]
  return sql`select ${sql.join(all)} from merchant_search entry
    where ${within(search, area)} and ${conditions(search, wanted)}`
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
function nearestPage(search: PlaceSearch, area: Circle, wanted: Wanted): RawBuilder<unknown> {
  const { from, radiusMiles, offset, limit } = search
  const centre = onSheet(search, x => sql`point(${x(from.longitude)}, ${mercator(from.latitude)}::float8)`)
  // A straight line is a little shorter than the way over the ground: by less than a thousandth within any radius.
  const reach = degreesPerMile(from, radiusMiles ?? 0) * earthRadiusMiles * 1.001
  const nearby = sql`select merchant_id from merchant_search entry
    where ${within(search, area)} and ${conditions(search, wanted)}`
  const measured = (few: RawBuilder<unknown>) => sql`(${few}) as few
    join merchant_search exact on exact.partner_id = ${search.partnerId} and exact.merchant_id = few.merchant_id`
  const first = measured(sql`${nearby} order by pt <-> ${centre} limit ${offset + limit}`)
  const farthest = sql`select coalesce(sqrt(max(${chord(search, 'exact')})) * ${reach}::float8 + 1e-8, 0) from ${first}`
  const near = measured(sql`${nearby} and pt <@ circle(${centre}, (${farthest}))`)
  return sql`select merchant_id, row_number() over () as place from (
    select few.merchant_id from ${near} order by ${chord(search, 'exact')}, few.merchant_id
    offset ${offset} limit ${limit}) as ordered`
}

/** Near the edge the row itself is asked; for all others the index knows. */
function within(search: PlaceSearch, area: Circle | Box): RawBuilder<unknown> {
  const shape = (which: 'outer' | 'inner') =>
    onSheet(search, x => {
      if (area.kind === 'circle')
        return sql`circle(point(${x(area.x)}, ${area.y}::float8), ${area[which]}::float8)`
      const { west, south, east, north } = area[which]
      return sql`box(point(${x(west)}, ${south}::float8), point(${x(east)}, ${north}::float8))`
    })
  const isSolid =
    area.kind === 'circle'
      ? area.inner > 0
      : area.inner.west < area.inner.east && area.inner.south < area.inner.north
  const exactly = sql`(select ${isInside(search)} from merchant_search exact
    where exact.partner_id = ${search.partnerId} and exact.merchant_id = entry.merchant_id)`
  const surely = area.kind === 'circle' || search.radiusMiles === null ? isSolid : false
  return sql`pt <@ ${shape('outer')} and ${surely ? sql`(pt <@ ${shape('inner')} or ${exactly})` : exactly}`
}

function isInside(search: PlaceSearch): RawBuilder<unknown> {
  if (search.radiusMiles !== null)
    return sql`${chord(search, 'exact')} <= ${chordSquared(search.radiusMiles)}::float8`
  const { west, south, east, north } = search.bounds
  const between = west <= east ? sql`and` : sql`or`
  return sql`exact.latitude between ${south}::float8 and ${north}::float8
    and (exact.longitude >= ${west}::float8 ${between} exact.longitude <= ${east}::float8)`
}

/** A shape on the partner's own sheet, which is 1,000 degrees from the next. Made once, not for every row. */
function onSheet(
  { partnerId }: PlaceSearch,
  shape: (x: (longitude: number) => RawBuilder<unknown>) => RawBuilder<unknown>,
): RawBuilder<unknown> {
  const x = (longitude: number) => sql`${longitude}::float8 + 1000.0 * sheet`
  return sql`(select ${shape(x)} from merchant_search_sheets where partner_id = ${partnerId})`
}

/** The same operations in the same order as `chordTo`: their results must be equal to the last bit. */
function chord({ from }: PlaceSearch, of: 'entry' | 'exact'): RawBuilder<number> {
  const { x, y, z } = spotOf(from)
  const [ux, uy, uz] = [sql.ref(`${of}.ux`), sql.ref(`${of}.uy`), sql.ref(`${of}.uz`)]
  return sql`((${ux} - ${x}::float8) * (${ux} - ${x}::float8) + (${uy} - ${y}::float8) * (${uy} - ${y}::float8)
    + (${uz} - ${z}::float8) * (${uz} - ${z}::float8))`
}

/** The partner is in the sheet. */
function conditions(search: PlaceSearch, wanted: Wanted): RawBuilder<unknown> {
  const all = wanted.all & ~newFact
  return sql.join(
    [
      sql`(left_on is null or left_on > ${localDay(search)})`,
      all !== 0 && sql`facts & ${all}::bigint = ${all}::bigint`,
      wanted.prices !== anyPrice && sql`facts & ${wanted.prices}::bigint <> 0`,
      search.isNew && isNew(search),
      search.campaignCode && sql`campaign_codes @> ${[search.campaignCode]}::text[]`,
      ...(search.terms ?? []).map(ids => sql`term_ids && ${ids}::int[]`),
    ].filter(condition => typeof condition === 'object'),
    sql` and `,
  )
}

/** Today in the restaurant's time zone: one look at the clock for each zone, not for each restaurant. */
function localDay({ now }: PlaceSearch): RawBuilder<unknown> {
  return sql`(select array_agg((${now}::timestamptz at time zone zone.timezone)::date order by number)
    from generate_series(1, (select max(id) from merchant_search_timezones)) as number
    left join merchant_search_timezones zone on zone.id = number)[(facts >> ${timezoneShift}::int)::int]`
}

/** Most joined long ago wherever it may be today, which is cheaper to tell than the day. */
function isNew(search: PlaceSearch): RawBuilder<unknown> {
  return sql`(joined_on >= (${search.now}::timestamptz at time zone 'UTC')::date - ${newForDays + 2}::int
    and joined_on between ${localDay(search)} - ${newForDays}::int and ${localDay(search)})`
}

const summaryJson = sql`json_build_object(
  'id', merchant.id, 'name', merchant.name, 'source', merchant.source, 'cuisines', merchant.cuisines,
  'priceRange', merchant.price_range, 'rating', merchant.rating, 'numberOfRatings', merchant.number_of_ratings,
  'street', merchant.street, 'city', merchant.city, 'state', merchant.state, 'zipCode', merchant.zip_code,
  'neighborhood', merchant.neighborhood, 'latitude', merchant.latitude, 'longitude', merchant.longitude,
  'timezone', merchant.timezone, 'acclaimedLevel', merchant.acclaimed_level, 'openTableId', merchant.open_table_id,
  'takesBookings', merchant.takes_bookings, 'reservationBonus', participation.reservation_bonus,
  'joinedOn', participation.joined_on, 'leftOn', participation.left_on,
  'benefitDays', participation.benefit_days, 'campaignCodes', participation.campaign_codes)`
