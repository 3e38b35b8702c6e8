import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { allFlags, ratingShift } from './search-flags.rules.ts'

/* Rows stay JSON text, which the main thread passes to a worker without parsing it. */

/** A `pg_snapshot`: which transactions had committed at the last read. */
export type Cursor = string

export type TermRow = readonly [term: string, id: number]

export interface SearchChanges {
  readonly cursor: Cursor
  readonly terms: readonly TermRow[]
  /** Of the restaurants of `rows`. */
  readonly cuisines: readonly string[]
  /** `SearchRow[]` as JSON, at most `limit`. */
  readonly rows: string
  readonly rowCount: number
  /** Restaurants no longer there; nulls where the table was truncated. */
  readonly deleted: readonly (readonly [partnerId: string | null, merchantId: string | null])[]
}

/** Alphabetical; all, or those newer than the cursor. */
export async function selectTerms(
  db: Db,
  { since, after, limit }: { since: Cursor | null; after: string; limit: number },
): Promise<{ readonly cursor: Cursor; readonly terms: readonly TermRow[] }> {
  const { rows } = await sql<{ cursor: Cursor; terms: readonly TermRow[] }>`
    with next as (select term, id from merchant_search_terms
      where term > ${after} and ${since === null ? sql`true` : isNewer(since)} order by term limit ${limit})
    select pg_current_snapshot()::text as cursor,
      (select coalesce(json_agg(json_build_array(term, id) order by term), '[]') from next) as terms
  `.execute(db)
  return rows[0]!
}

/** Of all restaurants. */
export async function selectCuisines(db: Db): Promise<string[]> {
  const rows = await db.selectFrom('merchantSearchCuisines').select('cuisines').execute()
  return rows.flatMap(({ cuisines }) => cuisines)
}

/** Written by transactions that have committed since. */
function isNewer(cursor: Cursor): RawBuilder<unknown> {
  return sql`version >= pg_snapshot_xmin(${cursor}::pg_snapshot)
    and version < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(version, ${cursor}::pg_snapshot)`
}

/** Each change is returned once. */
export async function selectChanges(db: Db, since: Cursor, limit: number): Promise<SearchChanges> {
  const { rows } = await sql<SearchChanges>`
    with entry as materialized (select * from merchant_search where ${isNewer(since)} limit ${limit}),
    changed as (${searchRows})
    select pg_current_snapshot()::text as cursor,
      (select count(*) from entry) as row_count,
      (select coalesce(json_agg(search_row), '[]')::text from changed) as rows,
      (select coalesce(json_agg(distinct cuisine), '[]') from entry
        join merchants merchant on merchant.id = entry.merchant_id collate "default"
        cross join unnest(merchant.cuisines) as cuisine) as cuisines,
      (select coalesce(json_agg(json_build_array(term, id)), '[]')
        from merchant_search_terms where ${isNewer(since)}) as terms,
      (select coalesce(json_agg(json_build_array(partner_id, merchant_id)), '[]')
        from merchant_search_tombstones where ${isNewer(since)}) as deleted
  `.execute(db)
  return rows[0]!
}

export interface Batch {
  /** `SearchRow[]` as JSON, by partner and id. */
  readonly rows: string
  readonly count: number
  readonly last: { readonly partnerId: string; readonly merchantId: string } | null
}

export async function selectBatch(db: Db, after: Batch['last'], limit: number): Promise<Batch> {
  const { partnerId, merchantId } = after ?? { partnerId: '', merchantId: '' }
  const { rows } = await sql<{ rows: string; count: number; partnerId: string; merchantId: string }>`
    with entry as materialized (
      select * from merchant_search where (partner_id, merchant_id) > (${partnerId}, ${merchantId})
      order by partner_id, merchant_id limit ${limit}),
    batch as (${searchRows}),
    final as (select partner_id, merchant_id from entry order by partner_id desc, merchant_id desc limit 1)
    select (select coalesce(json_agg(search_row order by partner_id, merchant_id), '[]')::text from batch) as rows,
      (select count(*) from entry) as count, (select partner_id from final), (select merchant_id from final)
  `.execute(db)
  const [row] = rows
  return { rows: row!.rows, count: row!.count, last: row!.count > 0 ? row! : null }
}

/** Outside of a transaction. Index-only scans need it, and the embedded database has no autovacuum. */
export async function vacuumSearchTables(db: Db): Promise<void> {
  await sql`vacuum (analyze) merchant_search, merchant_search_terms`.execute(db)
}

/** In the order of `SearchRow`, dates as days since 1970. Other tables' ids have another collation: name it, so that their indexes apply. */
const searchRows = sql`select entry.partner_id, entry.merchant_id, json_build_array(entry.partner_id,
      json_build_array(entry.merchant_id, merchant.name, merchant.source, merchant.number_of_ratings, merchant.street,
        merchant.city, merchant.state, merchant.zip_code, merchant.neighborhood, merchant.acclaimed_level,
        merchant.open_table_id, merchant.cuisines, merchant.photo_code),
      ux, uy, uz, entry.latitude, entry.longitude, flags & ${allFlags}, ((flags >> ${ratingShift}) & 127) - 1,
      entry.joined_on - date '1970-01-01', entry.left_on - date '1970-01-01', entry.timezone, entry.campaign_codes,
      participation.reservation_bonus, sort_name, term_ids) as search_row
    from entry
    join merchants merchant on merchant.id = entry.merchant_id collate "default"
    join merchant_participations participation on participation.partner_id = entry.partner_id
      and participation.merchant_id = entry.merchant_id collate "default"`
