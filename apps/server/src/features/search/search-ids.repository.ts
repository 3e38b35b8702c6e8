import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/** What numbers in `merchant_search` stand for. A number never changes its meaning, and there are few of them. */
export interface SearchNumbers {
  /** A partner's sheet of the plane; partners without restaurants have none. */
  readonly sheets: Readonly<Record<string, number>>
  /** By number, null where it was never given. */
  readonly timezones: readonly (string | null)[]
  readonly cuisines: readonly (readonly string[] | null)[]
}

const kept = new WeakMap<Db, SearchNumbers>()

/** As they were last read from this database; read anew where one is missing. */
export async function searchNumbers(
  db: Db,
  hasAll: (numbers: SearchNumbers) => boolean,
): Promise<SearchNumbers> {
  const before = kept.get(db)
  if (before && hasAll(before)) return before
  const { rows } = await sql<SearchNumbers>`
    select (select coalesce(json_object_agg(partner_id, sheet), '{}') from merchant_search_sheets) as sheets,
      ${listed(sql`merchant_search_timezones`, sql`timezone`)} as timezones,
      ${listed(sql`merchant_search_cuisines`, sql`cuisines`)} as cuisines
  `.execute(db)
  kept.set(db, rows[0]!)
  return rows[0]!
}

const listed = (table: ReturnType<typeof sql>, value: ReturnType<typeof sql>) => sql`(
  select coalesce(json_agg(${value} order by number), '[]')
  from generate_series(0, (select max(id) from ${table})) as number left join ${table} on id = number)`
