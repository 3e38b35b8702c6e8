import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { factBits, ratingShift } from './search-flags.rules.ts'

/*
 * What the process reads of `merchant_search`: all of it in batches at the start, then what has changed. Rows travel as one
 * text of JSON, which the main thread hands on without looking into it.
 */

/** A moment as the database counts it: which transactions were done (`pg_current_snapshot`). */
export type Seen = string

export type TermRow = readonly [term: string, id: number]

export interface SearchChanges {
  readonly seen: Seen
  readonly terms: readonly TermRow[]
  /** `SearchRow[]` as JSON; at most as many as were asked for. */
  readonly rows: string
  readonly rowCount: number
  /** Of restaurants that are no longer there; null where everything went. */
  readonly gone: readonly (readonly [partnerId: string | null, merchantId: string | null])[]
}

/** The next terms, in their order, of those that were not there at `seen`, or of all. */
export async function selectTerms(
  db: Db,
  { seen, after, limit }: { seen: Seen | null; after: string; limit: number },
): Promise<{ readonly seen: Seen; readonly terms: readonly TermRow[] }> {
  const { rows } = await sql<{ seen: Seen; terms: readonly TermRow[] }>`
    with next as (select term, id from merchant_search_terms
      where term > ${after} and ${seen === null ? sql`true` : isLaterThan(seen)} order by term limit ${limit})
    select pg_current_snapshot()::text as seen,
      (select coalesce(json_agg(json_build_array(term, id) order by term), '[]') from next) as terms
  `.execute(db)
  return rows[0]!
}

/** Written by transactions that were not done at that moment, and are now. */
function isLaterThan(seen: Seen): RawBuilder<unknown> {
  return sql`version >= pg_snapshot_xmin(${seen}::pg_snapshot)
    and version < pg_snapshot_xmax(pg_current_snapshot()) and not pg_visible_in_snapshot(version, ${seen}::pg_snapshot)`
}

/** Everything that transactions wrote which were not done at `seen`: each change is told once. */
export async function selectChanges(db: Db, seen: Seen, limit: number): Promise<SearchChanges> {
  const isLater = isLaterThan(seen)
  const { rows } = await sql<SearchChanges>`
    with entry as materialized (select * from merchant_search where ${isLater} limit ${limit}),
    told as (${searchRows})
    select pg_current_snapshot()::text as seen,
      (select count(*) from entry) as row_count,
      (select coalesce(json_agg(told_row), '[]')::text from told) as rows,
      (select coalesce(json_agg(json_build_array(term, id)), '[]') from merchant_search_terms where ${isLater}) as terms,
      (select coalesce(json_agg(json_build_array(partner_id, merchant_id)), '[]')
        from merchant_search_gone where ${isLater}) as gone
  `.execute(db)
  return rows[0]!
}

export interface Batch {
  /** `SearchRow[]` as JSON, by partner and id. */
  readonly rows: string
  readonly count: number
  readonly last: { readonly partnerId: string; readonly merchantId: string } | null
}

/** The next rows after this one. */
export async function selectBatch(db: Db, after: Batch['last'], limit: number): Promise<Batch> {
  const { partnerId, merchantId } = after ?? { partnerId: '', merchantId: '' }
  const { rows } = await sql<{ rows: string; count: number; partnerId: string; merchantId: string }>`
    with entry as materialized (
      select * from merchant_search where (partner_id, merchant_id) > (${partnerId}, ${merchantId})
      order by partner_id, merchant_id limit ${limit}),
    told as (${searchRows}),
    final as (select partner_id, merchant_id from entry order by partner_id desc, merchant_id desc limit 1)
    select (select coalesce(json_agg(told_row order by partner_id, merchant_id), '[]')::text from told) as rows,
      (select count(*) from entry) as count, (select partner_id from final), (select merchant_id from final)
  `.execute(db)
  const [row] = rows
  return { rows: row!.rows, count: row!.count, last: row!.count > 0 ? row! : null }
}

/**
 * After many restaurants were written at once: only pages that were vacuumed are answered from the index alone, and the
 * embedded database never does it by itself. Not inside a transaction.
 */
export async function settleSearch(db: Db): Promise<void> {
  await sql`vacuum (analyze) merchant_search, merchant_search_terms`.execute(db)
}

/** Dates as days since 1970; in the order of `SearchRow`. Other tables' ids are not sorted as ours: their index has to be told. */
const searchRows = sql`select entry.partner_id, entry.merchant_id, json_build_array(entry.partner_id,
      json_build_array(entry.merchant_id, merchant.name, merchant.source, merchant.number_of_ratings, merchant.street,
        merchant.city, merchant.state, merchant.zip_code, merchant.neighborhood, merchant.acclaimed_level,
        merchant.open_table_id, merchant.cuisines, merchant.photo_code),
      ux, uy, uz, entry.latitude, entry.longitude, facts & ${factBits}, ((facts >> ${ratingShift}) & 127) - 1, entry.joined_on - date '1970-01-01',
      entry.left_on - date '1970-01-01', entry.timezone, entry.campaign_codes, participation.reservation_bonus,
      sort_name, term_ids) as told_row
    from entry
    join merchants merchant on merchant.id = entry.merchant_id collate "default"
    join merchant_participations participation on participation.partner_id = entry.partner_id
      and participation.merchant_id = entry.merchant_id collate "default"`
