import type {
  Participation,
  RestaurantRow,
  restaurantGaps,
  restaurantStatuses,
} from '@dineward/core/console-restaurants/console-restaurants.contract.ts'
import type {
  ParticipationTerms,
  TermConditions,
} from '@dineward/core/merchants/participation-terms.rules.ts'
import { foldText } from '@dineward/core/search/search-text.rules.ts'
import { type RawBuilder, type Selectable, type SelectQueryBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { Tables } from '../../db/tables.ts'
import { type ComingTerms, conditionsOf } from '../merchants/facts/merchant-facts.rules.ts'
import type { MerchantsTable } from '../merchants/merchants.tables.ts'

/* Restaurants with what belongs to other features: photos, and tables. */

export interface RestaurantFilters {
  readonly query?: string | undefined
  readonly city?: string | undefined
  readonly state?: string | undefined
  readonly status?: (typeof restaurantStatuses)[number] | undefined
  readonly missing?: (typeof restaurantGaps)[number] | undefined
  readonly ids?: readonly string[]
  /** Programs whose participation is shown and filtered by. */
  readonly slugs: readonly string[]
  /** Restaurants of no program, or of others, are included. */
  readonly includesOthers: boolean
  readonly now: Date
}

type Merchants = SelectQueryBuilder<Tables & { merchant: MerchantsTable }, 'merchant', object>

/** By name, then id. */
export async function selectRestaurants(
  db: Db,
  filters: RestaurantFilters,
  { after, limit }: { after: readonly [name: string, id: string] | null; limit: number },
): Promise<RestaurantRow[]> {
  const { slugs, now } = filters
  return filtered(db, filters)
    .$if(after !== null, query =>
      query.where(
        sql<boolean>`(lower(merchant.name), merchant.id) > (${after?.[0] ?? ''}, ${after?.[1] ?? ''})`,
      ),
    )
    .select([
      'merchant.id',
      'merchant.name',
      'merchant.street',
      'merchant.city',
      'merchant.state',
      'merchant.zipCode',
      'merchant.cuisines',
      'merchant.takesBookings',
      currentMid.as('mid'),
      participationsColumn(slugs, now).as('participations'),
      missingColumn.as('missing'),
    ])
    .orderBy(sql`lower(merchant.name)`)
    .orderBy('merchant.id')
    .limit(limit)
    .execute()
}

/** The index of terms counts those of programs. Restaurants, with their menus, are read by filters only. */
export async function countRestaurants(db: Db, filters: RestaurantFilters): Promise<number> {
  const { slugs, includesOthers, now: _, ...asked } = filters
  if (!includesOthers && Object.values(asked).every(filter => filter === undefined)) {
    const { rows } = await sql<{ count: number }>`
      select count(distinct merchant_id) as count from merchant_participations
      where partner_id in (${sql.join(slugs)})`.execute(db)
    return rows[0]!.count
  }
  const { count } = await filtered(db, filters)
    .select(sql<number>`count(*)`.as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const today = (now: Date) => sql`(${now}::timestamptz at time zone merchant.timezone)::date`

const statusOf = (now: Date) => sql<'active' | 'coming' | 'left'>`case
  when left_on <= ${today(now)} then 'left' when joined_on > ${today(now)} then 'coming' else 'active' end`

/** Null where it has none in force. */
const currentMid = sql<string | null>`(select mid from merchant_mids
  where merchant_id = merchant.id and valid_to is null order by valid_from desc, mid limit 1)`

const gaps: Record<(typeof restaurantGaps)[number], RawBuilder<boolean>> = {
  photo: sql`merchant.photo_code = ''`,
  hours: sql`not exists (select from jsonb_each(merchant.hours) as day where day.value <> '[]')`,
  mid: sql`${currentMid} is null`,
  tables: sql`merchant.takes_bookings and not exists
    (select from restaurant_tables where merchant_id = merchant.id)`,
}

const missingColumn = sql<RestaurantRow['missing']>`array_remove(array[${sql.join(
  Object.entries(gaps).map(([name, isMissing]) => sql`case when ${isMissing} then ${sql.lit(name)} end`),
)}], null)`

/** The query is for `merchant_participations as participation`. */
const nextChange = (slugs: readonly string[]) => sql`select min(valid_from) from coming_terms
  where partner_id in (${sql.join(slugs)}) and partner_id = participation.partner_id
    and merchant_id = participation.merchant_id`

function participationsColumn(
  slugs: readonly string[],
  now: Date,
): RawBuilder<RestaurantRow['participations']> {
  return sql`(
    select coalesce(json_agg(json_build_object('partner', partner_id, 'status', ${statusOf(now)},
      'joinedOn', joined_on, 'leftOn', left_on, 'changesOn', (${nextChange(slugs)})) order by partner_id), '[]')
    from merchant_participations participation where partner_id in (${sql.join(slugs)}) and merchant_id = merchant.id)`
}

function filtered(db: Db, filters: RestaurantFilters): Merchants {
  const { ids, query, city, state, status, missing, slugs, includesOthers, now } = filters
  const inPrograms = (condition: RawBuilder<unknown>) =>
    sql<boolean>`exists (select from merchant_participations
      where partner_id in (${sql.join(slugs)}) and merchant_id = merchant.id and ${condition})`
  let found = db.selectFrom('merchants as merchant') as unknown as Merchants
  if (!includesOthers) found = found.where(inPrograms(sql`true`))
  if (status === 'none') found = found.where(sql<boolean>`not ${inPrograms(sql`true`)}`)
  else if (status === 'changing')
    found = found.where(sql<boolean>`exists (select from coming_terms
      where partner_id in (${sql.join(slugs)}) and merchant_id = merchant.id)`)
  else if (status) found = found.where(inPrograms(sql`${statusOf(now)} = ${status}`))
  if (ids) found = found.where('merchant.id', 'in', [...ids])
  if (query) found = found.where(matches(query))
  if (city) found = found.where(sql<boolean>`lower(merchant.city) like ${`${pattern(city.toLowerCase())}%`}`)
  if (state) found = found.where('merchant.state', '=', state.toUpperCase())
  if (missing) found = found.where(sql<boolean>`(${gaps[missing]})`)
  return found
}

function matches(query: string): RawBuilder<boolean> {
  const words = foldText(query)
  const byName = words === '' ? sql`false` : sql`merchant.search_text like ${`%${pattern(words)}%`}`
  return sql`(${byName} or merchant.id = ${query} or lower(merchant.name) like ${`%${pattern(query.toLowerCase())}%`}
    or merchant.id in (select merchant_id from merchant_mids where mid = ${query}))`
}

const pattern = (text: string): string => text.replace(/[\\%_]/g, sign => `\\${sign}`)

/** Of the same name near the same ZIP code, or at the same address. */
export async function selectSimilar(
  db: Db,
  filters: RestaurantFilters,
  { name, street, zipCode }: { name: string; street: string; zipCode: string },
): Promise<RestaurantRow[]> {
  const sameName = sql`split_part(merchant.search_text, ' | ', 1) = ${foldText(name)}`
  const sameStreet = sql`lower(merchant.street) = ${street.toLowerCase()} and merchant.zip_code = ${zipCode}`
  const ids = await filtered(db, filters)
    .select('merchant.id')
    .where(
      sql<boolean>`((${sameName} and (${zipCode} = '' or left(merchant.zip_code, 3) = left(${zipCode}, 3)))
        or (${street} <> '' and ${sameStreet}))`,
    )
    .limit(5)
    .execute()
  if (ids.length === 0) return []
  return selectRestaurants(db, { ...filters, ids: ids.map(({ id }) => id) }, { after: null, limit: 5 })
}

export async function selectMerchantRow(
  db: Db,
  merchantId: string,
): Promise<Selectable<MerchantsTable> | null> {
  const row = await db.selectFrom('merchants').selectAll().where('id', '=', merchantId).executeTakeFirst()
  return row ?? null
}

export interface RestaurantParts {
  readonly mids: { mid: string; validFrom: string; validTo: string | null }[]
  readonly participations: (ParticipationTerms & { partner: string; termsFrom: string })[]
  readonly coming: (ComingTerms & { partner: string })[]
  readonly former: (Participation['former'][number] & { partner: string })[]
}

/** @param slugs programs that the reader may see */
export async function selectRestaurantParts(
  db: Db,
  merchantId: string,
  slugs: readonly string[],
): Promise<RestaurantParts> {
  const mids = await db
    .selectFrom('merchantMids')
    .select(['mid', 'validFrom', 'validTo'])
    .where('merchantId', '=', merchantId)
    .orderBy(sql`valid_to is null`, 'desc')
    .orderBy('validFrom', 'desc')
    .execute()
  const participations = await db
    .selectFrom('merchantParticipations')
    .selectAll()
    .select(sql<string>`coalesce(terms_from, joined_on)`.as('since'))
    .where('partnerId', 'in', slugs)
    .where('merchantId', '=', merchantId)
    .orderBy('partnerId')
    .execute()
  const former = await db
    .selectFrom('formerParticipations')
    .selectAll()
    .where('partnerId', 'in', slugs)
    .where('merchantId', '=', merchantId)
    .orderBy('validFrom', 'desc')
    .execute()
  const coming = await db
    .selectFrom('comingTerms')
    .selectAll()
    .where('partnerId', 'in', slugs)
    .where('merchantId', '=', merchantId)
    .orderBy('validFrom')
    .execute()
  return {
    mids,
    coming: coming.map(({ partnerId, validFrom, ...terms }) => ({
      partner: partnerId,
      from: validFrom,
      terms: conditionsOf(terms as TermConditions),
    })),
    participations: participations.map(({ partnerId, since, termsFrom: _, merchantId: _id, ...terms }) => ({
      ...(terms as ParticipationTerms),
      partner: partnerId,
      termsFrom: since,
    })),
    former: former.map(({ partnerId, merchantId: _id, recordedAt: _at, ...terms }) => ({
      ...terms,
      partner: partnerId,
    })),
  }
}
