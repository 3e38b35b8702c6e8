import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/* Rows stay JSON text, which the main thread passes to a worker without parsing it. */

/** It is a `pg_snapshot`, and says which transactions had committed at the last read. */
export type Cursor = string

export interface SearchChanges {
  readonly cursor: Cursor
  /** What has changed, left or been deleted, at most `limit`. Null: any restaurant. */
  readonly merchantIds: readonly (string | null)[]
  /** It is their `SearchRow[]` as JSON. */
  readonly rows: string
  /** Restaurants whose book has changed. Null: any restaurant. */
  readonly bookIds: readonly (string | null)[]
}

/**
 * Transactions before the oldest open one. A standby's snapshot does not list those that are open, so that what they commit
 * later would be passed over; what comes twice instead is applied again.
 */
export async function selectCursor(db: Db): Promise<Cursor> {
  const { rows } = await sql<{ cursor: Cursor }>`
    select xmin || ':' || xmin || ':' as cursor from pg_snapshot_xmin(pg_current_snapshot()) xmin`.execute(db)
  return rows[0]!.cursor
}

/** Each change is returned once. Versions of the future come from a backup of another server. */
export async function selectChanges(db: Db, since: Cursor, limit: number): Promise<SearchChanges> {
  const { rows } = await sql<SearchChanges>`
    with recorded as materialized (
      select distinct merchant_id, is_of_book from merchant_changes
      where version >= pg_snapshot_xmin(${since}::pg_snapshot)
        and version < pg_snapshot_xmax(pg_current_snapshot())
        and not pg_visible_in_snapshot(version, ${since}::pg_snapshot)),
    changed as materialized (select merchant_id from recorded where not is_of_book limit ${limit})
    select pg_current_snapshot()::text as cursor,
      (select coalesce(json_agg(merchant_id), '[]') from changed) as merchant_ids,
      (select coalesce(json_agg(${searchRow}), '[]')::text from changed
        join merchant_participations participation using (merchant_id)
        join merchants merchant on merchant.id = merchant_id) as rows,
      (select coalesce(json_agg(distinct merchant_id), '[]') from recorded) as book_ids
  `.execute(db)
  return rows[0]!
}

export interface Batch {
  /** It is `SearchRow[]` as JSON. */
  readonly rows: string
  readonly count: number
  readonly last: { readonly partnerId: string; readonly merchantId: string } | null
}

export async function selectBatch(db: Db, after: Batch['last'], limit: number): Promise<Batch> {
  const { partnerId, merchantId } = after ?? { partnerId: '', merchantId: '' }
  const { rows } = await sql<{ rows: string; count: number; partnerId: string; merchantId: string }>`
    with participation as materialized (
      select * from merchant_participations where (partner_id, merchant_id) > (${partnerId}, ${merchantId})
      order by partner_id, merchant_id limit ${limit}),
    final as (select partner_id, merchant_id from participation order by partner_id desc, merchant_id desc limit 1)
    select (select coalesce(json_agg(${searchRow}), '[]')::text from participation
        join merchants merchant on merchant.id = participation.merchant_id) as rows,
      (select count(*) from participation) as count, (select partner_id from final), (select merchant_id from final)
  `.execute(db)
  const [row] = rows
  return { rows: row!.rows, count: row!.count, last: row!.count > 0 ? row! : null }
}

/** Columns stand in the order of `SearchRow`; dates are days since 1970. */
const searchRow: RawBuilder<unknown> = sql`json_build_array(participation.partner_id,
  json_build_array(merchant.id, merchant.name, merchant.source, merchant.number_of_ratings, merchant.street,
    merchant.city, merchant.state, merchant.zip_code, merchant.neighborhood, merchant.acclaimed_level,
    merchant.open_table_id, merchant.cuisines, merchant.photo_code),
  merchant.latitude, merchant.longitude, merchant.price_range, merchant.takes_bookings, merchant.features,
  merchant.meals_served, participation.benefit_days, merchant.rating,
  participation.joined_on - date '1970-01-01', participation.left_on - date '1970-01-01', merchant.timezone,
  participation.campaign_codes, participation.reservation_bonus, merchant.search_text,
  merchant.dishes, merchant.diets,
  merchant.hours::text)`
