import { earthRadiusMiles } from '@dineward/core/merchants/distance.rules.ts'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/open-database.ts'
import type { SearchQuery } from '../../apps/server/src/features/search/search-query.rules.ts'
import { withoutTimeout } from './search-data.ts'

export async function addPlainIndex(db: Db): Promise<void> {
  await withoutTimeout(
    db,
    'create index plain_place on merchants using gist (point(longitude, latitude))',
    'vacuum analyze merchants',
  )
}

/** It is the usual SQL: an index on places, a sorted page, and `count(*) over ()` for the total. */
export async function plainSearch(db: Db, search: SearchQuery): Promise<{ ids: string[]; total: number }> {
  const { bounds, from, radiusMiles, priceRange, features, mealsServed, words } = search
  const miles = sql`(2 * ${earthRadiusMiles}::float8 * asin(least(1, sqrt(
    sin(radians(merchant.latitude - ${from.latitude}::float8) / 2) ^ 2
    + cos(radians(${from.latitude}::float8)) * cos(radians(merchant.latitude))
      * sin(radians(merchant.longitude - ${from.longitude}::float8) / 2) ^ 2))))`
  const box = sql`box(point(${bounds.west}::float8, ${bounds.south}::float8), point(${bounds.east}::float8, ${bounds.north}::float8))`
  const conditions: RawBuilder<unknown>[] = [
    sql`point(merchant.longitude, merchant.latitude) <@ ${box}`,
    sql`${miles} <= ${radiusMiles}::float8`,
    sql`(participation.left_on is null or participation.left_on > (${search.now}::timestamptz at time zone merchant.timezone)::date)`,
  ]
  if (priceRange) conditions.push(sql`merchant.price_range = any(${priceRange}::int[])`)
  if (features) conditions.push(sql`merchant.features @> ${features}::text[]`)
  if (mealsServed) conditions.push(sql`merchant.meals_served @> ${mealsServed}::text[]`)
  for (const word of words ?? []) conditions.push(sql`' ' || merchant.search_text like ${`% ${word}%`}`)
  const order = search.sortBy === 'rating' ? sql`merchant.rating desc nulls last` : sql`distance`
  const { rows } = await sql<{ id: string; total: number }>`
    select merchant.id, merchant.name, merchant.source, merchant.cuisines, merchant.price_range, merchant.rating,
      merchant.number_of_ratings, merchant.street, merchant.city, merchant.state, merchant.zip_code,
      merchant.neighborhood, merchant.latitude, merchant.longitude, merchant.timezone, merchant.acclaimed_level,
      merchant.open_table_id, merchant.takes_bookings, participation.joined_on, participation.left_on,
      participation.benefit_days, participation.campaign_codes, participation.reservation_bonus,
      ${miles} as distance, count(*) over () as total
    from merchants merchant
    join merchant_participations participation
      on participation.merchant_id = merchant.id and participation.partner_id = ${search.partnerId}
    where ${sql.join(conditions, sql` and `)}
    order by ${order}, merchant.id collate "C" offset ${search.offset} limit ${search.limit}`.execute(db)
  return { ids: rows.map(({ id }) => id), total: rows[0]?.total ?? 0 }
}
