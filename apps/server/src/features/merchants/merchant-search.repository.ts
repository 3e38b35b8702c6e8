import { type Bounds, earthRadiusMiles, type Place } from '@dineward/core/merchants/distance.rules.ts'
import { newForDays } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import type { MerchantSearch } from '@dineward/core/merchants/merchant-search.contract.ts'
import { nameEnd } from '@dineward/core/merchants/search-text.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { SummaryRow } from './merchant-view.ts'

type Filters = Pick<
  MerchantSearch,
  | 'priceRange'
  | 'acclaimed'
  | 'isNew'
  | 'reservations'
  | 'benefitsFor'
  | 'features'
  | 'mealsServed'
  | 'campaignCode'
>

export interface PlaceSearch extends Filters {
  readonly partnerId: string
  /** Where distances are measured from. */
  readonly from: Place
  /** Nothing outside it is looked at. */
  readonly bounds: Bounds
  /** Null: all of the box. */
  readonly radiusMiles: number | null
  /** Folded; each must begin a word of the restaurant's text. Null where nothing was asked, empty finds nothing. */
  readonly words: readonly string[] | null
  /** Where tables are booked; null: nowhere. */
  readonly bookingProvider: 'book' | 'openTable' | null
  readonly sortBy: MerchantSearch['sortBy']
  readonly offset: number
  readonly limit: number
  readonly now: Date
}

export interface FacetCount {
  readonly value: string
  readonly count: number
}

export interface FoundMerchants {
  readonly total: number
  readonly page: readonly (SummaryRow & { readonly distance: number })[]
  readonly cuisines: readonly FacetCount[]
  readonly priceRange: readonly FacetCount[]
  readonly features: readonly FacetCount[]
  readonly mealsServed: readonly FacetCount[]
  readonly benefitsFor: readonly FacetCount[]
  readonly acclaimed: readonly FacetCount[]
  readonly isNew: readonly FacetCount[]
  readonly reservations: readonly FacetCount[]
}

/** One page, the exact total and the facets of everything found, in one statement. */
export async function selectMerchants(db: Db, search: PlaceSearch): Promise<FoundMerchants> {
  const inOrder = sql`${order[search.sortBy]}, found.id collate "C"`
  const { rows } = await sql<FoundMerchants>`
    with found as materialized (
      select merchant.id, merchant.cuisines, merchant.price_range, merchant.features, merchant.meals_served,
        merchant.rating, merchant.search_text, participation.joined_on, participation.benefit_days,
        merchant.acclaimed_level > 0 as acclaimed, ${bookable(search)} as bookable,
        ${isNewAt(search.now)} as is_new, ${miles(search.from)} as distance
      from merchants merchant
      join merchant_participations participation
        on participation.merchant_id = merchant.id and participation.partner_id = ${search.partnerId}
      where ${sql.join(conditions(search), sql` and `)}
    ),
    -- Few restaurants differ in all of these, so they are counted once together and taken apart afterwards.
    alike as (
      select cuisines, price_range, features, meals_served, benefit_days, acclaimed, bookable, is_new, count(*) as count
      from found group by cuisines, price_range, features, meals_served, benefit_days, acclaimed, bookable, is_new
    ),
    page as (
      select id, distance, rating, search_text, joined_on
      from found order by ${inOrder} offset ${search.offset} limit ${search.limit}
    )
    select
      (select coalesce(sum(count), 0) from alike) as total,
      (select coalesce(json_agg(${summaryJson} order by ${inOrder}), '[]')
        from page as found
        join merchants merchant on merchant.id = found.id
        join merchant_participations participation
          on participation.merchant_id = merchant.id and participation.partner_id = ${search.partnerId}
      ) as page,
      ${facet(sql`unnest(alike.cuisines)`)} as cuisines,
      ${facet(sql`nullif(alike.price_range, 0)::text`)} as price_range,
      ${facet(sql`unnest(alike.features)`)} as features,
      ${facet(sql`unnest(alike.meals_served)`)} as meals_served,
      ${facet(sql`unnest(alike.benefit_days)`)} as benefits_for,
      ${facet(sql`case when alike.acclaimed then 'true' end`)} as acclaimed,
      ${facet(sql`case when alike.is_new then 'true' end`)} as is_new,
      ${facet(sql`case when alike.bookable then 'true' end`)} as reservations
  `.execute(db)
  return rows[0]!
}

/** Haversine, as `distanceMiles` in core has it. */
export function miles({ latitude, longitude }: Place): RawBuilder<number> {
  return sql<number>`(2 * ${earthRadiusMiles}::float8 * asin(least(1, sqrt(
    sin(radians(merchant.latitude - ${latitude}::float8) / 2) ^ 2
    + cos(radians(${latitude}::float8)) * cos(radians(merchant.latitude))
      * sin(radians(merchant.longitude - ${longitude}::float8) / 2) ^ 2))))`
}

const order = {
  distance: sql`found.distance`,
  rating: sql`found.rating desc nulls last`,
  name: sql`split_part(found.search_text, ${sql.lit(nameEnd)}, 1) collate "C"`,
  newest: sql`found.joined_on desc`,
} satisfies Record<MerchantSearch['sortBy'], RawBuilder<unknown>>

function conditions(search: PlaceSearch): RawBuilder<unknown>[] {
  return [
    ...whereConditions(search),
    ...textConditions(search.words),
    ...filterConditions(search, search.now),
  ]
}

function whereConditions({ bounds, from, radiusMiles }: PlaceSearch): RawBuilder<unknown>[] {
  const { west, south, east, north } = bounds
  const between = west <= east ? sql`and` : sql`or`
  return [
    sql`merchant.latitude between ${south}::float8 and ${north}::float8`,
    sql`(merchant.longitude >= ${west}::float8 ${between} merchant.longitude <= ${east}::float8)`,
    ...(radiusMiles === null ? [] : [sql`${miles(from)} <= ${radiusMiles}::float8`]),
  ]
}

/** Folded words hold letters and digits only: nothing in them means anything to `like`. */
function textConditions(words: readonly string[] | null): RawBuilder<unknown>[] {
  if (words === null) return []
  if (words.length === 0) return [sql`false`]
  return words.map(word => sql`' ' || merchant.search_text like ${`% ${word}%`}`)
}

function filterConditions(filters: PlaceSearch, now: Date): RawBuilder<unknown>[] {
  const today = localDay(now)
  const all = (column: RawBuilder<unknown>, values: readonly string[]) => sql`${column} @> ${values}::text[]`
  const { priceRange, benefitsFor, features, mealsServed, campaignCode } = filters
  return [
    sql`(participation.left_on is null or participation.left_on > ${today})`,
    priceRange && sql`merchant.price_range = any(${priceRange}::int[])`,
    filters.acclaimed && sql`merchant.acclaimed_level > 0`,
    filters.isNew && isNewAt(now),
    filters.reservations && bookable(filters),
    benefitsFor && all(sql`participation.benefit_days`, benefitsFor),
    features && all(sql`merchant.features`, features),
    mealsServed && all(sql`merchant.meals_served`, mealsServed),
    campaignCode && all(sql`participation.campaign_codes`, [campaignCode]),
  ].filter(condition => typeof condition === 'object')
}

const localDay = (now: Date) => sql`(${now}::timestamptz at time zone merchant.timezone)::date`

const isNewAt = (now: Date) =>
  sql`participation.joined_on between ${localDay(now)} - ${newForDays}::int and ${localDay(now)}`

function bookable({ bookingProvider }: Pick<PlaceSearch, 'bookingProvider'>): RawBuilder<unknown> {
  if (bookingProvider === 'book') return sql`merchant.takes_bookings`
  return bookingProvider === 'openTable' ? sql`(merchant.open_table_id is not null)` : sql`false`
}

/** How often each value occurs in what was found, most frequent first; values that are null are not counted. */
function facet(value: RawBuilder<unknown>): RawBuilder<FacetCount[]> {
  return sql`(select coalesce(json_agg(json_build_object('value', value, 'count', total)
    order by total desc, value collate "C"), '[]')
    from (select value, sum(alike.count) as total from alike, lateral (select ${value} as value) as each
      where value is not null group by value) as counted)`
}

const summaryJson = sql`json_build_object(
  'id', merchant.id, 'name', merchant.name, 'source', merchant.source, 'cuisines', merchant.cuisines,
  'priceRange', merchant.price_range, 'rating', merchant.rating, 'numberOfRatings', merchant.number_of_ratings,
  'street', merchant.street, 'city', merchant.city, 'state', merchant.state, 'zipCode', merchant.zip_code,
  'neighborhood', merchant.neighborhood, 'latitude', merchant.latitude, 'longitude', merchant.longitude,
  'timezone', merchant.timezone, 'acclaimedLevel', merchant.acclaimed_level, 'openTableId', merchant.open_table_id,
  'takesBookings', merchant.takes_bookings, 'reservationBonus', participation.reservation_bonus,
  'joinedOn', participation.joined_on, 'leftOn', participation.left_on,
  'benefitDays', participation.benefit_days, 'campaignCodes', participation.campaign_codes,
  'distance', found.distance)`
