import { sql } from 'kysely'

/* Parts of statements that answer several lists at once. */

/** ISO, as JSON in PostgreSQL writes times with an offset of its own. */
export const iso = (column: string) =>
  sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`

/** The rows become one JSON list. @param order by columns of the rows */
export const list = (rows: ReturnType<typeof sql>, order: string) =>
  sql`(select coalesce(json_agg(to_json(one) order by ${sql.raw(order)}), '[]'::json) from (${rows}) one)`
