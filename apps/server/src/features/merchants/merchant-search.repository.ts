import { earthRadiusMiles } from '@dineward/core/merchants/distance.rules.ts'
import { newForDays } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { SummaryRow } from './merchant-view.ts'
import type { FoundMerchants, PlaceSearch } from './search/place-search.ts'
import {
  addPattern,
  anyPrice,
  facetsOf,
  isNew as newFact,
  noCounts,
  wantedFacts,
} from './search/search-facts.ts'
import { areasOf, type Box, type Circle, degreesPerMile, mercator } from './search/sheet-areas.ts'
import { chordSquared, spotOf } from './search/spots.ts'

type Found = {
  readonly total: number
  readonly page: readonly SummaryRow[]
  readonly bits: readonly (readonly [facts: number, count: number])[]
  readonly cuisines: readonly (readonly [cuisine: string, count: number])[]
}

/**
 * One page, the exact total and the facets of everything found, in one statement over `merchant_search`. The same answer
 * as the snapshot's (`search/`), for while there is none: the same ids in the same order, ties by id.
 */
export async function selectMerchants(db: Db, search: PlaceSearch): Promise<FoundMerchants> {
  const wanted = wantedFacts(search)
  if (!wanted || search.terms?.some(terms => terms.length === 0) || search.terms?.length === 0)
    return { total: 0, page: [], facets: facetsOf(noCounts(), null) }
  const areas = areasOf(search)
  const found = sql.join(
    areas.map(area => foundIn(search, area, wanted)),
    sql` union all `,
  )
  const { rows } = await sql<Found>`
    with found as (${found}),
    alike as (select facts, is_new, count(*) as count from found group by facts, is_new),
    page as (${isNearPage(search, areas) ? nearestPage(search, areas[0], wanted) : pageOfFound(search)})
    select
      (select coalesce(sum(count), 0) from alike) as total,
      (select coalesce(json_agg(json_build_array(bits, count)), '[]') from (
        select (facts & ${lowerHalf}::bigint) | case when is_new then ${newFact}::bigint else 0 end as bits,
          sum(count) as count from alike group by 1) as pattern) as bits,
      (select coalesce(json_agg(json_build_array(cuisine, count)), '[]') from (
        select cuisine, sum(count) as count from alike
        join merchant_search_cuisines list on list.id = facts >> 32, unnest(list.cuisines) as cuisine
        group by cuisine) as used) as cuisines,
      (select coalesce(json_agg(${summaryJson} order by page.place), '[]') from page
        join merchants merchant on merchant.id = page.merchant_id collate "default"
        join merchant_participations participation
          on participation.merchant_id = merchant.id and participation.partner_id = ${search.partnerId}) as page
  `.execute(db)
  const { total, page, bits, cuisines } = rows[0]!
  const counts = { ...noCounts(), ofCuisine: new Map(cuisines) }
  for (const [pattern, count] of bits) addPattern(counts.ofBit, pattern, count)
  return { total, page, facets: facetsOf(counts, search.bookingProvider) }
}

const lowerHalf = 2 ** 32 - 1
type Wanted = NonNullable<ReturnType<typeof wantedFacts>>

/** An index-only scan, as long as nothing is asked that only the row itself knows (words, campaigns, names). */
function foundIn(search: PlaceSearch, area: Circle | Box, wanted: Wanted): RawBuilder<unknown> {
  const name = search.sortBy === 'name' ? sql`sort_name` : sql`''`
  return sql`select merchant_id, facts, rating, joined_on, ${name} as sort_name, ${isNew(search)} as is_new,
    ${chord(search)} as chord
    from merchant_search where ${within(search, area)} and ${conditions(search, wanted)}`
}

const pageOrder = {
  distance: sql`chord`,
  rating: sql`rating desc`,
  name: sql`sort_name`,
  newest: sql`joined_on desc`,
} satisfies Record<PlaceSearch['sortBy'], RawBuilder<unknown>>

function pageOfFound({ sortBy, offset, limit }: PlaceSearch): RawBuilder<unknown> {
  return sql`select merchant_id, row_number() over () as place from (
    select merchant_id from found order by ${pageOrder[sortBy]}, merchant_id offset ${offset} limit ${limit}) as ordered`
}

/** The index hands restaurants out from near to far. That pays for the first pages, around a place. */
function isNearPage(
  { sortBy, radiusMiles, terms, offset, limit }: PlaceSearch,
  areas: readonly (Circle | Box)[],
): areas is readonly [Circle] {
  return (
    sortBy === 'distance' &&
    radiusMiles !== null &&
    terms === null &&
    areas.length === 1 &&
    areas[0]!.kind === 'circle' &&
    offset + limit <= nearPagesAtMost
  )
}
const nearPagesAtMost = 1_000

/**
 * The nearest on the plane are not quite the nearest on the ground. But as many of them as are wanted tell how far the
 * farthest of these can be, and all that are not farther on the plane are then put in order by the ground.
 */
function nearestPage(search: PlaceSearch, area: Circle, wanted: Wanted): RawBuilder<unknown> {
  const { from, radiusMiles, offset, limit } = search
  const centre = sql`point(${onSheet(search, from.longitude)}, ${mercator(from.latitude)}::float8)`
  // A straight line is a little shorter than the way over the ground: by less than a thousandth within any radius.
  const reach = degreesPerMile(from, radiusMiles ?? 0) * earthRadiusMiles * 1.001
  const nearby = sql`select ${chord(search)} as chord, merchant_id from merchant_search
    where ${within(search, area)} and ${conditions(search, wanted)}`
  return sql`select merchant_id, row_number() over () as place from (
    select merchant_id from (${nearby}
      and pt <@ circle(${centre}, (select coalesce(sqrt(max(chord)) * ${reach}::float8 + 1e-8, 0) from (
        ${nearby} order by pt <-> ${centre} limit ${offset + limit}) as first))) as near
    order by chord, merchant_id offset ${offset} limit ${limit}) as ordered`
}

function within(search: PlaceSearch, area: Circle | Box): RawBuilder<unknown> {
  const x = (longitude: number) => onSheet(search, longitude)
  if (area.kind === 'circle') {
    const { y, outer, inner } = area
    const round = (radius: number) => sql`pt <@ circle(point(${x(area.x)}, ${y}::float8), ${radius}::float8)`
    const near = sql`${chord(search)} <= ${chordSquared(search.radiusMiles ?? 0)}::float8`
    return sql`${round(outer)} and ${inner > 0 ? sql`(${round(inner)} or ${near})` : near}`
  }
  const { west, south, east, north } = area
  return sql`pt <@ box(point(${x(west)}, ${south}::float8), point(${x(east)}, ${north}::float8)) and ${exactly(search)}`
}

function exactly(search: PlaceSearch): RawBuilder<unknown> {
  if (search.radiusMiles !== null) return sql`${chord(search)} <= ${chordSquared(search.radiusMiles)}::float8`
  const { west, south, east, north } = search.bounds
  const between = west <= east ? sql`and` : sql`or`
  return sql`latitude between ${south}::float8 and ${north}::float8
    and (longitude >= ${west}::float8 ${between} longitude <= ${east}::float8)`
}

/** Every partner has a sheet of its own, 1,000 degrees from the next. */
const onSheet = ({ partnerId }: PlaceSearch, longitude: number) =>
  sql`(select ${longitude}::float8 + 1000.0 * sheet from merchant_search_sheets where partner_id = ${partnerId})`

/** The same operations in the same order as in `searchSegment`: their results must be equal to the last bit. */
function chord({ from }: PlaceSearch): RawBuilder<number> {
  const { x, y, z } = spotOf(from)
  return sql`((ux - ${x}::float8) * (ux - ${x}::float8) + (uy - ${y}::float8) * (uy - ${y}::float8)
    + (uz - ${z}::float8) * (uz - ${z}::float8))`
}

function conditions(search: PlaceSearch, wanted: Wanted): RawBuilder<unknown> {
  const all = wanted.all & ~newFact
  return sql.join(
    [
      sql`partner_id = ${search.partnerId}`,
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

const localDay = ({ now }: PlaceSearch) => sql`(${now}::timestamptz at time zone timezone)::date`

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
