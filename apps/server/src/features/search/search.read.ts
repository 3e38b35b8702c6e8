import { newForDays } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import { enoughMatches, type Wording } from '@dineward/core/search/search-tiers.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { localDateAt } from '@dineward/core/shared/local-date.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { SummaryRow } from '../merchants/merchants.view.ts'
import { addPatterns, countPatterns, newPatternCounts } from './flag-counts.rules.ts'
import { areasOf, type Box, type Circle, mercator, mercatorStretch } from './search-areas.rules.ts'
import {
  allFlags,
  anyPrice,
  cuisineSetMask,
  type FlagCounts,
  isNewFlag,
  newCounts,
  ratingShift,
  timezoneShift,
} from './search-flags.rules.ts'
import {
  addFound,
  type FoundMerchants,
  nothingFound,
  type RequiredFlags,
  requiredFlags,
  restOfPage,
  type SearchQuery,
  type TierWords,
  tierWords,
} from './search-query.rules.ts'
import { chordSquared, unitVector } from './sphere.rules.ts'

/** Used while there is no snapshot. One statement for each tier, with the same ids in the same order as the snapshot. */
export async function selectMerchants(db: Db, query: SearchQuery): Promise<FoundMerchants> {
  if (query.tiers === null) return selectWords(db, query, null)
  let found = nothingFound
  for (const words of tierWords(query.tiers)) {
    if (found.total >= enoughMatches) break
    found = addFound(found, await selectWords(db, restOfPage(query, found), words))
  }
  return found
}

async function selectWords(db: Db, query: SearchQuery, words: TierWords | null): Promise<FoundMerchants> {
  const required = requiredFlags(query)
  if (!required) return nothingFound
  let ids = await searchIds(db, ({ offsets }) => Object.hasOwn(offsets, query.partnerId))
  if (!Object.hasOwn(ids.offsets, query.partnerId)) return nothingFound
  for (;;) {
    const { flags, page } = await selectFound(db, {
      ...query,
      words,
      required,
      offsetId: ids.offsets[query.partnerId]!,
      timezones: ids.timezones,
    })
    const counts = countFlags(flags, ids)
    if (counts) return { total: flags.length / bytesPerRow, page, counts }
    ids = await searchIds(db, () => false)
  }
}

/** They never change their meaning, and there are few. */
interface SearchIds {
  readonly offsets: Readonly<Record<string, number>>
  /** By id, null for ids never used. */
  readonly timezones: readonly (string | null)[]
  readonly cuisineSets: readonly (readonly string[] | null)[]
}

const cachedIds = new WeakMap<Db, SearchIds>()

/** Cached for each database; read again where one is missing. */
async function searchIds(db: Db, isComplete: (ids: SearchIds) => boolean): Promise<SearchIds> {
  const cached = cachedIds.get(db)
  if (cached && isComplete(cached)) return cached
  const { rows } = await sql<SearchIds>`
    select (select coalesce(json_object_agg(partner_id, id), '{}') from merchant_search_offsets) as offsets,
      ${listById(sql`merchant_search_timezones`, sql`timezone`)} as timezones,
      ${listById(sql`merchant_search_cuisines`, sql`cuisines`)} as cuisine_sets
  `.execute(db)
  cachedIds.set(db, rows[0]!)
  return rows[0]!
}

const listById = (table: RawBuilder<unknown>, value: RawBuilder<unknown>) => sql`(
  select coalesce(json_agg(${value} order by number), '[]')
  from generate_series(0, (select max(id) from ${table})) as number left join ${table} on id = number)`

interface TableSearch extends SearchQuery {
  readonly words: TierWords | null
  readonly required: RequiredFlags
  readonly offsetId: number
  readonly timezones: SearchIds['timezones']
}

interface Found {
  /** `flags` of all matches, eight bytes each, big-endian. */
  readonly flags: Buffer
  readonly page: readonly SummaryRow[]
}
const bytesPerRow = 8

/** Null where an id is unknown: another process wrote a new time zone or cuisine set. */
function countFlags(flags: Buffer, { cuisineSets, timezones }: SearchIds): FlagCounts | null {
  const counts = newCounts()
  const patterns = newPatternCounts()
  const ofSet = new Uint32Array(cuisineSets.length)
  for (let at = 0; at < flags.length; at += bytesPerRow) {
    const upper = flags.readUInt32BE(at)
    const set = upper & cuisineSetMask
    if (set >= ofSet.length || upper >>> (timezoneShift - 32) >= timezones.length) return null
    countPatterns(patterns, flags.readUInt32BE(at + 4) & allFlags)
    ofSet[set]!++
  }
  addPatterns(patterns, counts.ofBit)
  for (const [set, count] of ofSet.entries()) {
    if (count === 0) continue
    for (const cuisine of cuisineSets[set] ?? [])
      counts.ofCuisine.set(cuisine, (counts.ofCuisine.get(cuisine) ?? 0) + count)
  }
  return counts
}

async function selectFound(db: Db, search: TableSearch): Promise<Found> {
  const areas = areasOf(search)
  const isNear = isNearPage(search, areas)
  const parts = areas.map(area =>
    foundIn(search, area, isNear ? [] : [sql`merchant_id`, orderColumns[search.sortBy](search)]),
  )
  const { rows } = await sql<Found>`
    with found as (${sql.join(parts, sql` union all `)}),
    page as (${isNear ? nearestPage(search, areas[0]) : pageOfFound(search)})
    select
      (select coalesce(string_agg(int8send(flags), ''::bytea), '') from found) as flags,
      (select coalesce(json_agg(${summaryJson} order by page.place), '[]') from page
        join merchants merchant on merchant.id = page.merchant_id collate "default"
        join merchant_participations participation
          on participation.merchant_id = merchant.id and participation.partner_id = ${search.partnerId}) as page
  `.execute(db)
  return rows[0]!
}

/** An index-only scan, except for what the index does not have: terms, campaigns, names, chords. */
function foundIn(
  search: TableSearch,
  area: Circle | Box,
  columns: readonly RawBuilder<unknown>[],
): RawBuilder<unknown> {
  const flags = sql`case when ${isNew(search)} then flags | ${isNewFlag}::bigint else flags end as flags`
  return sql`select ${sql.join([flags, ...columns])} from merchant_search entry where ${conditions(search, area)}`
}

const orderColumns = {
  distance: search => sql`${chord(search, 'entry')} as place`,
  rating: () => sql`- ((flags >> ${ratingShift}::int) & 127) as place`,
  name: () => sql`sort_name as place`,
  newest: () => sql`- (joined_on - date '1970-01-01') as place`,
} satisfies Record<SearchQuery['sortBy'], (search: SearchQuery) => RawBuilder<unknown>>

function pageOfFound({ offset, limit }: SearchQuery): RawBuilder<unknown> {
  return sql`select merchant_id, row_number() over () as place from (
    select merchant_id from found order by place, merchant_id offset ${offset} limit ${limit}) as ordered`
}

/** The index returns restaurants by distance, which pays for the first pages around a place. */
function isNearPage(
  { sortBy, words, offset, limit }: TableSearch,
  areas: readonly (Circle | Box)[],
): areas is readonly [Circle] {
  const isCircle = areas.length === 1 && areas[0]?.kind === 'circle' && areas[0].inner > 0
  return isCircle && sortBy === 'distance' && words === null && offset + limit <= nearPagesAtMost
}
const nearPagesAtMost = 1_000

/**
 * Nearest on the plane is not nearest on the ground: the ground distance of the page's last row bounds a second pass.
 */
function nearestPage(search: TableSearch, area: Circle): RawBuilder<unknown> {
  const { from, radiusMiles, offset, limit } = search
  const center = sql`point(${shiftedX(search, from.longitude)}::float8, ${mercator(from.latitude)}::float8)`
  const inside = sql`pt <@ ${shape(search, area, 'inner')}`
  const bound = sql`(select case when count(*) = ${offset + limit}
      then max(away) * ${mercatorStretch(from, radiusMiles!)}::float8 + 1e-8 else ${4 * area.outer}::float8 end
    from (select pt <-> ${center} as away from merchant_search entry
      where ${sql.join([inside, ...filters(search)], sql` and `)}
      order by pt <-> ${center} limit ${offset + limit}) as nearest)`
  return sql`select merchant_id, row_number() over () as place from (
    select near.merchant_id
    from (select merchant_id from merchant_search entry
      where ${conditions(search, area)} and pt <@ circle(${center}, ${bound})) as near
    join merchant_search exact on exact.partner_id = ${search.partnerId} and exact.merchant_id = near.merchant_id
    order by ${chord(search, 'exact')}, near.merchant_id
    offset ${offset} limit ${limit}) as ordered`
}

/** Shifted x coordinates hold the partner's own restaurants only. */
const conditions = (search: TableSearch, area: Circle | Box): RawBuilder<unknown> =>
  sql.join([within(search, area), ...filters(search)], sql` and `)

function filters(search: TableSearch): RawBuilder<unknown>[] {
  const { required, campaignCode, words } = search
  const all = required.all & ~isNewFlag
  return [
    isListed(search),
    ...(all === 0 ? [] : [sql`flags & ${all}::bigint = ${all}::bigint`]),
    ...(required.anyOf === anyPrice ? [] : [sql`flags & ${required.anyOf}::bigint <> 0`]),
    ...(search.isNew ? [isNew(search)] : []),
    ...(campaignCode ? [sql`campaign_codes @> ${[campaignCode]}::text[]`] : []),
    ...(words ? [hasWords(words.anyOf)] : []),
    ...(words && words.noneOf.length > 0
      ? [sql`not ${hasWords(words.noneOf)}`, isFew(search, words.noneOf)]
      : []),
  ]
}

const isListed = (search: TableSearch): RawBuilder<unknown> =>
  sql`(left_on is null or ${today(search)} is null or left_on > ${today(search)})`

function hasWords(anyOf: readonly Wording[]): RawBuilder<unknown> {
  const wordings = anyOf.map(wording =>
    sql.join(
      wording.map(ids => sql`term_ids && ${ids}::int[]`),
      sql` and `,
    ),
  )
  return sql`(${sql.join(wordings, sql` or `)})`
}

/** Earlier tiers find too little, anywhere and without filters. Computed once. */
function isFew(search: TableSearch, anyOf: readonly Wording[]): RawBuilder<unknown> {
  return sql`(select count(*) from (select from merchant_search where partner_id = ${search.partnerId}
    and ${isListed(search)} and ${hasWords(anyOf)} limit ${enoughMatches}) as earlier) < ${enoughMatches}`
}

/** Only for rows near the edge the exact columns are read; the index decides the others. */
function within(search: TableSearch, area: Circle | Box): RawBuilder<unknown> {
  const exactly = sql`(select ${isInside(search)} from merchant_search exact
    where exact.partner_id = ${search.partnerId} and exact.merchant_id = entry.merchant_id)`
  const inner = search.radiusMiles === null || area.kind === 'circle' ? shape(search, area, 'inner') : null
  return sql`pt <@ ${shape(search, area, 'outer')} and ${inner ? sql`(pt <@ ${inner} or ${exactly})` : exactly}`
}

function shape(
  search: TableSearch,
  area: Circle | Box,
  which: 'outer' | 'inner',
): RawBuilder<unknown> | null {
  if (area.kind === 'circle') {
    const text = `<(${shiftedX(search, area.x)},${area.y}),${area[which]}>`
    return area[which] > 0 ? sql`${text}::circle` : null
  }
  const { west, south, east, north } = area[which]
  const text = `(${shiftedX(search, west)},${south}),(${shiftedX(search, east)},${north})`
  return west < east && south < north ? sql`${text}::box` : null
}

const shiftedX = ({ offsetId }: TableSearch, longitude: number) => longitude + 1_000 * offsetId

function isInside(search: TableSearch): RawBuilder<unknown> {
  if (search.radiusMiles !== null)
    return sql`${chord(search, 'exact')} <= ${chordSquared(search.radiusMiles)}::float8`
  const { west, south, east, north } = search.bounds
  const between = west <= east ? sql`and` : sql`or`
  return sql`exact.latitude between ${south}::float8 and ${north}::float8
    and (exact.longitude >= ${west}::float8 ${between} exact.longitude <= ${east}::float8)`
}

/** The operations of `chordTo` in the same order, so that results are equal to the last bit. */
function chord({ from }: SearchQuery, of: 'entry' | 'exact'): RawBuilder<number> {
  const { x, y, z } = unitVector(from)
  const [ux, uy, uz] = [sql.ref(`${of}.ux`), sql.ref(`${of}.uy`), sql.ref(`${of}.uz`)]
  return sql`((${ux} - ${x}::float8) * (${ux} - ${x}::float8) + (${uy} - ${y}::float8) * (${uy} - ${y}::float8)
    + (${uz} - ${z}::float8) * (${uz} - ${z}::float8))`
}

/** The restaurant's date; null in a time zone that is not known yet. */
function today({ timezones, now }: TableSearch): RawBuilder<unknown> {
  const dates = timezones.map(timezone => timezone && localDateAt(timezone, now))
  return sql`(${dates}::date[])[(flags >> ${timezoneShift}::int)::int + 1]`
}

/** Most rows joined long ago in any time zone, which is cheaper to test than their own date. */
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
