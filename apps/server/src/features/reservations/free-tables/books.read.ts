import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../../db/open-database.ts'

/* Books with the hours of their restaurants, for the copy in memory. */

export interface BookRow {
  readonly merchantId: string
  readonly timezone: string
  /** It is JSON. */
  readonly hours: string
  /** They are the `BookTerms` as JSON, in the order of the columns. */
  readonly terms: string
  /** They are pairs of number and seats as JSON. */
  readonly tables: string
  /** It is a list of `TakenRow` as JSON; null where none is taken. */
  readonly taken: string | null
}

/** `until` is in milliseconds since 1970, and null where the table is booked. */
export type TakenRow = readonly [
  tableNo: number,
  quarter: number,
  until: number | null,
  heldBy: string | null,
]

export async function selectBooksAfter(db: Db, after: string, limit: number): Promise<BookRow[]> {
  return selectBooks(db, sql`book.merchant_id > ${after} order by book.merchant_id limit ${limit}`)
}

export async function selectBooksOf(db: Db, merchantIds: readonly string[]): Promise<BookRow[]> {
  return selectBooks(db, sql`book.merchant_id = any(${merchantIds}::text[])`)
}

async function selectBooks(db: Db, condition: RawBuilder<unknown>): Promise<BookRow[]> {
  const { rows } = await sql<BookRow>`
    select book.merchant_id, merchant.timezone, merchant.hours::text as hours,
      (to_jsonb(book) - 'merchant_id')::text as terms,
      (select coalesce(json_agg(json_build_array(table_no, seats) order by table_no), '[]')::text
        from restaurant_tables place where place.merchant_id = book.merchant_id and not is_leaving) as tables,
      (select json_agg(json_build_array(slot.table_no, extract(epoch from slot_at)::bigint / 900,
          extract(epoch from hold.expires_at)::float8 * 1000, hold.partner_id || ' ' || hold.member_id))::text
        from table_slots slot
        left join table_holds hold on hold.partner_id = slot.partner_id and hold.id = slot.hold_id
        where slot.merchant_id = book.merchant_id) as taken
    from restaurant_books book join merchants merchant on merchant.id = book.merchant_id
    where ${condition}
  `.execute(db)
  return rows
}
