import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { networkTables, partnerTablesOf } from '../testing/databases/request-statements.ts'
import { createTestApp } from '../testing/test-app.ts'

/*
 * `deploy/citus.sql` follows from the schema, by the rules of Citus (docs/decisions/103 says where they are from):
 * R1 a unique key of a distributed table contains the distribution column;
 * R2 a foreign key of a distributed table refers to one of the same distribution, by that column, or to a reference table;
 * R3 a foreign key of a reference table refers to a reference table, one of a local table to a local or reference table;
 * R4 a foreign key with the distribution column sets nothing to null;
 * R5 triggers are of local tables, or `citus.enable_unsafe_triggers` is on and they touch rows of the same node only.
 * After changes: `npx vitest run --project postgres citus.server -u`.
 */

const { database } = await createTestApp()
const { db } = database
const distributed = await partnerTablesOf(db)
const isOf = (tables: readonly string[], name: string): boolean => tables.includes(name)

interface ForeignKey {
  readonly name: string
  readonly from: string
  readonly to: string
  /** The columns of both sides, in their order. */
  readonly columns: readonly string[]
  readonly refersTo: readonly string[]
  readonly setsNull: boolean
}

const { rows: foreignKeys } = await sql<ForeignKey>`
  select conname as name, conrelid::regclass::text as "from", confrelid::regclass::text as "to",
    array(select attname::text from unnest(conkey) with ordinality key (n, at)
      join pg_attribute on attrelid = conrelid and attnum = n order by at) as columns,
    array(select attname::text from unnest(confkey) with ordinality key (n, at)
      join pg_attribute on attrelid = confrelid and attnum = n order by at) as refers_to,
    confdeltype = 'n' as sets_null
  from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
  order by 2, 1`.execute(db)
const reference = [
  ...new Set(
    foreignKeys.filter(key => isOf(distributed, key.from) && !isOf(distributed, key.to)).map(({ to }) => to),
  ),
]

function brokenRule({ from, to, columns, refersTo, setsNull }: ForeignKey): string | null {
  const at = columns.indexOf('partner_id')
  if (isOf(distributed, from)) {
    if (isOf(reference, to)) return null
    if (at < 0 || refersTo[at] !== 'partner_id') return 'R2'
    return setsNull ? 'R4' : null
  }
  return isOf(distributed, to) || (isOf(reference, from) && !isOf(reference, to)) ? 'R3' : null
}
const broken = foreignKeys.filter(key => brokenRule(key) !== null)

test('deploy/citus.sql: what the schema says', async () => {
  const { rows: parents } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') order by 1`.execute(db)
  const names = parents.map(({ name }) => name)
  const lines = [
    '-- Generated from the schema by apps/server/src/db/citus.server.test.ts; docs/decisions/103 says what it is for.',
    '-- As the owner, on a database that `npm run migrate` has just made, before it has rows.',
    '',
    '-- Citus refuses these keys (R3: they leave the machine of a program, R4: they set columns to null).',
    ...broken.map(key => `alter table ${key.from} drop constraint ${key.name}; -- ${brokenRule(key)}`),
    '',
    '-- Restaurants are read with the rows of every program: each machine has a copy.',
    ...reference.map(name => `select create_reference_table('${name}');`),
    '',
    '-- A program is on one machine, with all that is its.',
    'set citus.enable_unsafe_triggers to on;',
    ...inOrder(distributed).map(
      (name, n) =>
        `select create_distributed_table('${name}', 'partner_id'${n > 0 ? ", colocate_with => 'members'" : ''});`,
    ),
    '',
    `-- These stay on the coordinator: ${names.filter(name => !isOf(distributed, name) && !isOf(reference, name)).join(', ')}.`,
    '',
  ]
  await expect(lines.join('\n')).toMatchFileSnapshot('../../../../deploy/citus.sql')
})

/** The members come first; every other table after those that it refers to. */
function inOrder(tables: readonly string[]): string[] {
  const ordered = ['members']
  const add = (name: string) => {
    if (ordered.includes(name)) return
    for (const { from, to } of foreignKeys) if (from === name && to !== name && isOf(tables, to)) add(to)
    ordered.push(name)
  }
  for (const name of tables) add(name)
  return ordered
}

test('R1: each unique key of a distributed table contains the partner', async () => {
  const { rows } = await sql<{ name: string; table: string; columns: string[] }>`
    select indexrelid::regclass::text as name, indrelid::regclass::text as "table",
      array(select attname::text from pg_attribute where attrelid = indexrelid order by attnum) as columns
    from pg_index join pg_class on oid = indrelid
    where indisunique and relnamespace = 'public'::regnamespace`.execute(db)
  const unique = rows.filter(({ table }) => isOf(distributed, table))
  expect(unique.length).toBeGreaterThanOrEqual(distributed.length)
  expect(unique.filter(({ columns }) => !columns.includes('partner_id'))).toEqual([])
})

test('R2 to R4: foreign keys that break a rule are those that docs/decisions/103 answers', () => {
  const found = broken.map(key => `${brokenRule(key)} ${key.from} -> ${key.to}`)
  expect([...new Set(found)]).toEqual([
    'R4 account_rewards -> dines',
    'R4 adjustments -> dines',
    'R3 table_alerts -> members',
    'R3 table_holds -> members',
    'R3 table_slots -> guest_bookings',
    'R3 table_slots -> reservations',
  ])
  expect(networkTables).toEqual(expect.arrayContaining(['table_alerts', 'table_holds', 'table_slots']))
  expect(reference).toEqual(['merchants'])
})

/** It says of each function of triggers whether it works where a program's rows are not on the coordinator. */
const sameMachine = 'reads and writes rows of the same program'
const elsewhere = 'docs/decisions/103 says what must change first'
const triggerFunctions: Readonly<Record<string, string>> = {
  add_to_balances: sameMachine,
  announce_change: elsewhere,
  announce_members: elsewhere,
  mark_change: sameMachine,
  mark_update: sameMachine,
  record_merchant_changes: elsewhere,
  record_participation_changes: elsewhere,
  record_merchant_truncation: elsewhere,
  refuse_change: sameMachine,
  refuse_unbalanced: sameMachine,
  update_adjusted_dines: sameMachine,
  update_answered_dines: sameMachine,
  update_vip_members: sameMachine,
}

test('R5: each trigger of a table that is not local has an answer', async () => {
  const { rows } = await sql<{ table: string; function: string }>`
    select distinct tgrelid::regclass::text as "table", tgfoid::regproc::text as function from pg_trigger
    where not tgisinternal`.execute(db)
  const functions = rows
    .filter(({ table }) => isOf([...distributed, ...reference], table))
    .map(row => row.function)
  expect([...new Set(functions)].toSorted()).toEqual(Object.keys(triggerFunctions).toSorted())
})
