import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { partnerTablesOf } from '../testing/databases/request-statements.ts'
import { createTestApp } from '../testing/test-app.ts'

const { database } = await createTestApp()

interface Key {
  readonly tableName: string
  readonly definition: string
  readonly refersTo: string | null
}

/** @returns primary, unique and foreign keys, and unique indexes. */
async function keysOf(tables: readonly string[]): Promise<Key[]> {
  const { rows } = await sql<Key>`
    select key.conrelid::regclass::text as "tableName", pg_get_constraintdef(key.oid) as definition,
      nullif(key.confrelid, 0)::regclass::text as "refersTo"
    from pg_constraint key where key.contype in ('p', 'u', 'f')
    union all
    select one.indrelid::regclass::text, pg_get_indexdef(one.indexrelid), null
    from pg_index one where one.indisunique and not exists (
      select from pg_constraint made where made.conindid = one.indexrelid and made.contype in ('p', 'u'))`.execute(
    database.db,
  )
  return rows.filter(({ tableName }) => tables.includes(tableName))
}

test('each key of a partner’s table -> begins with the partner, but for what the network shares', async () => {
  const tables = await partnerTablesOf(database.db)
  expect(tables).toContain('ledger_postings')
  const keys = await keysOf(tables)
  expect(keys.length).toBeGreaterThan(tables.length)
  const others = keys.filter(({ definition }) => !/^[^(]*\("?partner_id\b/.test(definition))
  // Restaurants are copied to every machine.
  expect(others.filter(({ refersTo }) => refersTo !== 'merchants')).toEqual([])
})

test('each table with a partner -> its rows are a partner’s, or it is listed as the network’s', async () => {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'partner_id' and is_nullable = 'YES' order by 1`.execute(
    database.db,
  )
  // An event is of no partner until its card is found, and some records are of none.
  expect(rows.map(({ name }) => name)).toEqual(['audit_log', 'card_events'])
})
