import { readFileSync } from 'node:fs'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { asOwner } from '../testing/databases/owner-database.ts'
import { copiedTables, networkTables, partnerTablesOf } from '../testing/databases/request-statements.ts'
import { newMember, newMerchant } from '../testing/factories.ts'
import { createTestApp } from '../testing/test-app.ts'

/*
 * `deploy/citus.sql` follows from the schema, by the rules of Citus (docs/decisions/103 says where they are from):
 * R1 a unique key of a distributed table contains the distribution column;
 * R2 a foreign key of a distributed table refers to one of the same distribution, by that column, or to a reference table;
 * R3 a foreign key of a reference table refers to a reference table, one of a local table to a local or reference table;
 * R4 a foreign key with the distribution column sets nothing to null;
 * R5 triggers are of local tables, or `citus.enable_unsafe_triggers` is on and they touch rows of the same node only;
 * R6 a value by default is evaluated on the coordinator, where numbers of transactions are not those of the row's machine;
 * R7 sequences are bigint.
 * Statements are held to rules S1 to S10 by `testing/access/citus-rules.ts`, wherever a test runs them.
 * After changes: `npx vitest run --project postgres citus.server -u`.
 */

const { database } = await createTestApp()
const { db } = database
const reference = copiedTables
const distributed = (await partnerTablesOf(db)).filter(name => !reference.includes(name))
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

/** These triggers of tables with copies write a table of the coordinator. */
const { rows: recording } = await sql<{ name: string; table: string; definition: string }>`
  select tgname as name, tgrelid::regclass::text as "table", pg_get_triggerdef(pg_trigger.oid) as definition
  from pg_trigger join pg_proc on pg_proc.oid = tgfoid
  where not tgisinternal and tgrelid::regclass::text = any(${reference}) and prosrc like '%insert into merchant_changes%'
  order by 1`.execute(db)
const { rows: numbered } = await sql<{ table: string; column: string; value: string }>`
  select adrelid::regclass::text as "table", attname as "column", pg_get_expr(adbin, adrelid) as value
  from pg_attrdef join pg_attribute on attrelid = adrelid and attnum = adnum
  where adrelid::regclass::text = any(${distributed}) and pg_get_expr(adbin, adrelid) ~ 'xact|transaction'
  order by 1`.execute(db)

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
    '-- Triggers touch rows of their own machine only. The job that makes the partitions of a month makes triggers too.',
    `do $$ begin execute format('alter database %I set citus.enable_unsafe_triggers to on', current_database()); end $$;`,
    'set citus.enable_unsafe_triggers to on;',
    '',
    '-- Restaurants and their terms are read with the rows of every program: each machine has a copy. What has changed is',
    '-- recorded once, on the coordinator, in the transaction of the change.',
    ...recording.map(
      ({ name, table, definition }) =>
        `drop trigger ${name} on ${table};\n${definition.replace(' EXECUTE', ' WHEN (citus_is_coordinator()) EXECUTE')};`,
    ),
    ...reference.map(name => `select create_reference_table('${name}');`),
    '',
    '-- The number of its transaction is that of the machine that has the row, and reads it (R6).',
    ...[...new Map(numbered.map(one => [one.column, one])).values()].map(
      ({ column, value }) =>
        `create function number_${column}() returns trigger language plpgsql as $$ begin new.${column} := ${value}; return new; end $$;`,
    ),
    ...numbered.flatMap(({ table, column }) => [
      `alter table ${table} alter ${column} drop default;`,
      `create trigger ${table}_numbered before insert on ${table} for each row execute function number_${column}();`,
    ]),
    '',
    '-- A program is on one machine, with all that is its.',
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
    'R3 table_alerts -> members',
    'R3 table_holds -> members',
    'R3 table_slots -> guest_bookings',
    'R3 table_slots -> reservations',
  ])
  expect(networkTables).toEqual(expect.arrayContaining(['table_alerts', 'table_holds', 'table_slots']))
})

/** It says of each function of triggers whether it works where a program's rows are not on the coordinator. */
const sameMachine = 'reads and writes rows of the same program'
const unheard = 'what it says is polled as well'
const guarded = 'on the coordinator only, by deploy/citus.sql'
const triggerFunctions: Readonly<Record<string, string>> = {
  add_to_balances: sameMachine,
  announce_change: unheard,
  announce_members: unheard,
  mark_change: sameMachine,
  mark_update: sameMachine,
  record_merchant_changes: guarded,
  record_participation_changes: guarded,
  record_merchant_truncation: guarded,
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

test('R5: what records changes of restaurants and their terms -> does so on the coordinator', () => {
  expect(recording.map(({ name }) => name)).toEqual([
    'merchants_updated',
    'participations_deleted',
    'participations_inserted',
    'participations_truncated',
    'participations_updated',
  ])
})

test('R6: numbers of transactions by default -> become those of the row’s machine', () => {
  expect(numbered.map(({ table, column }) => `${table}.${column}`)).toEqual([
    'api_events.transaction_no',
    'dines.changed_in',
    'ledger_postings.changed_in',
    'members.changed_in',
  ])
})

test('R7: each sequence -> is bigint', async () => {
  const { rows } = await sql<{ name: string; type: string }>`
    select seqrelid::regclass::text as name, seqtypid::regtype::text as type from pg_sequence
    join pg_class on oid = seqrelid where relnamespace = 'public'::regnamespace`.execute(db)
  expect(rows.length).toBeGreaterThan(5)
  expect(rows.filter(({ type }) => type !== 'bigint')).toEqual([])
})

test('deploy/citus.sql, on one machine with functions named as those of Citus -> rows are numbered, changes recorded once', async () => {
  const app = await createTestApp({}, { ownDatabase: true })
  const owner = await asOwner(app.database)
  const isCoordinator = (answer: boolean) =>
    sql`create or replace function citus_is_coordinator() returns boolean language sql as ${sql.lit(`select ${answer}`)}`
  await isCoordinator(true).execute(owner)
  await sql
    .raw(`
    create function create_reference_table(text) returns void language sql as '';
    create function create_distributed_table(text, text, colocate_with text default null) returns void language sql as '';
    ${readFileSync(new URL('../../../../deploy/citus.sql', import.meta.url), 'utf8')}`)
    .execute(owner)
  const partner = app.newPartner()
  await newMember(app, partner)
  const merchant = await newMerchant(app, partner)
  const changes = async (name: string) => {
    await sql`delete from merchant_changes`.execute(owner)
    await sql`update merchants set name = ${name} where id = ${merchant.id}`.execute(app.database.db)
    const { rows } = await sql<{ merchantId: string }>`select merchant_id from merchant_changes`.execute(
      owner,
    )
    return rows.map(({ merchantId }) => merchantId)
  }
  expect(await changes('Osteria')).toEqual([merchant.id])
  await isCoordinator(false).execute(owner)
  expect(await changes('Trattoria')).toEqual([])
})
