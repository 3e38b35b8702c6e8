import { earthRadiusMiles } from '@dineward/core/merchants/distance.rules.ts'
import { newForDays } from '@dineward/core/merchants/merchant-highlight.rules.ts'
import type { MerchantSearchResult } from '@dineward/core/search/search.contract.ts'
import { enoughMatches } from '@dineward/core/search/search-tiers.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { RewardOrder, SearchQuery } from './search-query.rules.ts'

/** These are `SearchTiers` with words in place of their ids. */
export type TiersOfWords = readonly (readonly (readonly (readonly string[])[])[])[]

export interface PlainAnswer {
  readonly total: number
  readonly page: readonly { readonly id: string; readonly miles: number }[]
  readonly facets: MerchantSearchResult['facets']
}

/** What search has to find, by plain SQL over the columns of restaurants and participations. */
export async function plainSearch(
  db: Db,
  query: SearchQuery,
  tiers: TiersOfWords | null,
): Promise<PlainAnswer> {
  const { from, partnerId, sortBy, offset, limit } = query
  const { rows } = await sql<PlainAnswer>`
    with offered as (
      select *, ${tierOf(tiers)} as tier, ${miles(from)} as miles,
        joined_on <= today and today - joined_on <= ${newForDays} as is_new,
        ${canBook(query)} as can_book, ${isOpen(query)} as is_open
      from merchants merchant
      join merchant_participations participation on participation.merchant_id = merchant.id
      cross join lateral (select (${query.now}::timestamptz at time zone merchant.timezone)::date as today) as clock
      where participation.partner_id = ${partnerId} and (left_on is null or left_on > today)),
    found as (
      select * from offered where ${sql.join(conditions(query), sql` and `)}
        and (select count(*) from offered earlier where earlier.tier < offered.tier) < ${enoughMatches}),
    page as (
      select id, miles, row_number() over (order by tier, ${orderOf(query)[sortBy]}, id collate "C") as place from found),
    facet (name, value) as (${sql.join(facets, sql` union all `)}),
    counted as (select name, value, count(*) from facet group by name, value)
    select (select count(*) from found) as total,
      (select coalesce(json_agg(json_build_object('id', id, 'miles', miles) order by place), '[]')
        from page where place > ${offset} and place <= ${offset + limit}) as page,
      (select json_object_agg(name, coalesce(counts, '[]')) from unnest(${facetNames}::text[]) as name
        left join lateral (
          select json_agg(json_build_object('value', value, 'count', count) order by count desc, value collate "C")
            as counts from counted where counted.name = name.name) as each on true) as facets
  `.execute(db)
  return rows[0]!
}

/** The first tier that the restaurant's words match, else null. */
function tierOf(tiers: TiersOfWords | null): RawBuilder<unknown> {
  if (tiers === null) return sql`1`
  const cases = tiers.map((anyOf, at) => {
    const wordings = anyOf.map(wording =>
      sql.join(
        wording.map(words => sql`string_to_array(merchant.search_text, ' ') && ${words}::text[]`),
        sql` and `,
      ),
    )
    return sql`when (${sql.join(wordings, sql`) or (`)}) then ${at}`
  })
  return tiers.length === 0 ? sql`null::int` : sql`case ${sql.join(cases, sql` `)} end`
}

const miles = ({ latitude, longitude }: SearchQuery['from']): RawBuilder<unknown> => sql`
  (2 * ${earthRadiusMiles}::float8 * asin(least(1, sqrt(sin(radians(latitude - ${latitude}::float8) / 2) ^ 2
    + cos(radians(${latitude}::float8)) * cos(radians(latitude))
      * sin(radians(longitude - ${longitude}::float8) / 2) ^ 2))))`

const canBook = ({ bookingProvider }: SearchQuery): RawBuilder<unknown> =>
  ({ book: sql`takes_bookings`, openTable: sql`open_table_id is not null`, none: sql`false` })[
    bookingProvider ?? 'none'
  ]

/** A sitting of the day before may end after midnight. */
const isOpen = ({ now }: SearchQuery): RawBuilder<unknown> => sql`exists (
  select from (select ${now}::timestamptz at time zone merchant.timezone as local) as clock
  cross join lateral (values (0), (1)) as back (days)
  cross join lateral jsonb_array_elements(
    coalesce(merchant.hours -> to_char(local - back.days * interval '1 day', 'Dy'), '[]')) as sitting
  cross join lateral (select (sitting ->> 'opens')::interval as opens, (sitting ->> 'closes')::interval as closes,
    local - date_trunc('day', local) + back.days * interval '1 day' as since) as times
  where since >= opens and since < case when closes > opens then closes else closes + interval '1 day' end)`

function conditions(query: SearchQuery): RawBuilder<unknown>[] {
  const { priceRange, benefitsFor, features, mealsServed, campaignCode, diets, cuisines, minRating } = query
  const wanted: readonly [unknown, RawBuilder<unknown>][] = [
    [priceRange, sql`price_range = any(${priceRange}::int[])`],
    [query.acclaimed, sql`acclaimed_level > 0`],
    [query.isNew, sql`is_new`],
    [query.reservations, sql`can_book`],
    [benefitsFor, sql`benefit_days @> ${benefitsFor}::text[]`],
    [features, sql`features @> ${features}::text[]`],
    [mealsServed, sql`meals_served @> ${mealsServed}::text[]`],
    [diets, sql`diets @> ${diets}::text[]`],
    [cuisines, sql`cuisines && ${cuisines}::text[]`],
    [minRating, sql`rating >= ${minRating}`],
    [query.openNow, sql`is_open`],
    [campaignCode, sql`${campaignCode}::text = any(campaign_codes)`],
  ]
  return [sql`tier is not null`, within(query), ...wanted.filter(([value]) => value).map(([, is]) => is)]
}

function within({ radiusMiles, bounds: { west, south, east, north } }: SearchQuery): RawBuilder<unknown> {
  if (radiusMiles !== null) return sql`miles <= ${radiusMiles}::float8`
  const both = west <= east ? sql`and` : sql`or`
  return sql`latitude between ${south}::float8 and ${north}::float8
    and (longitude >= ${west}::float8 ${both} longitude <= ${east}::float8)`
}

const orderOf = ({ reward }: SearchQuery) =>
  ({
    distance: sql`miles`,
    rating: sql`coalesce(rating, 0) desc`,
    name: sql`split_part(search_text, ' | ', 1) collate "C"`,
    newest: sql`joined_on desc`,
    reward: reward ? sql`${plainReward(reward)}, miles` : sql`miles`,
  }) satisfies Record<SearchQuery['sortBy'], RawBuilder<unknown>>

/** Campaigns of the restaurants. */
export const codes = ['SPRING', 'spring', 'A.1']

/** Locked restaurants last, then by what is earned beside. */
function plainReward({ extra, isLocked }: RewardOrder): RawBuilder<unknown> {
  const locked = sql`exists (select from unnest(campaign_codes) as code where code = any(${codes.filter(code => isLocked([code]))}::text[]))`
  const units = sql`coalesce((${JSON.stringify(Object.fromEntries(extra))}::jsonb ->> id)::int, 0)`
  return sql`${locked}, case when ${locked} then 0 else -${units} end`
}

const facets = [
  sql`select 'cuisines', unnest(cuisines) from found`,
  sql`select 'priceRange', price_range::text from found where price_range > 0`,
  sql`select 'features', unnest(features) from found`,
  sql`select 'mealsServed', unnest(meals_served) from found`,
  sql`select 'benefitsFor', unnest(benefit_days) from found`,
  sql`select 'acclaimed', 'true' from found where acclaimed_level > 0`,
  sql`select 'isNew', 'true' from found where is_new`,
  sql`select 'reservations', 'true' from found where can_book`,
  sql`select 'diets', unnest(diets) from found`,
  sql`select 'openNow', 'true' from found where is_open`,
  sql`select 'minRating', step::text from found cross join (values ('4.5'), ('4'), ('3.5')) as steps (step)
    where rating >= step::numeric`,
]
const facetNames = [
  'cuisines',
  'priceRange',
  'features',
  'mealsServed',
  'benefitsFor',
  'acclaimed',
  'isNew',
  'reservations',
  'diets',
  // Without a question for tables nothing is counted.
  'hasTable',
  'openNow',
  'minRating',
] satisfies (keyof MerchantSearchResult['facets'])[]
