import { hash } from 'node:crypto'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../db/open-database.ts'

/*
 * Rows are written as lines of JSON: every value is the text that PostgreSQL itself writes and reads, so the lines are
 * the same from an embedded database and from a server, whatever the order of columns.
 */

export interface TableShape {
  readonly name: string
  readonly columns: readonly { readonly name: string; readonly type: string }[]
}

const batchRows = 1_000

/**
 * These are the product's tables. The job queue's schema is not among them: it holds wake-ups only, which every start
 * sends again. Columns of transactions are left out: another database counts its own, and fills in that of the restore.
 */
export async function readTableShapes(db: Db): Promise<TableShape[]> {
  const { rows } = await sql<{ table: string; name: string; type: string }>`
    select c.relname as "table", a.attname as name, format_type(a.atttypid, a.atttypmod) as type
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = '' and a.atttypid <> 'xid8'::regtype
    order by c.relname collate "C", a.attname collate "C"`.execute(db)
  const tables = new Map<string, { name: string; type: string }[]>()
  for (const { table, name, type } of rows) tables.set(table, [...(tables.get(table) ?? []), { name, type }])
  return [...tables].map(([name, columns]) => ({ name, columns }))
}

/** It holds for the transaction: values are written the same everywhere, and a large table may take its time. */
export async function useExactText(db: Db): Promise<void> {
  await sql`select set_config(name, value, true) from (values
    ('timezone', 'UTC'), ('datestyle', 'ISO, YMD'), ('intervalstyle', 'postgres'), ('extra_float_digits', '1'),
    ('bytea_output', 'hex'), ('statement_timeout', '0'), ('idle_in_transaction_session_timeout', '0')
  ) as setting (name, value)`.execute(db)
}

/** It needs a transaction, and yields batches. */
export async function* readRows(db: Db, { name, columns }: TableShape): AsyncGenerator<string[]> {
  const texts = sql.join(columns.map(column => sql`${sql.id(column.name)}::text as ${sql.id(column.name)}`))
  await sql`declare backup_rows no scroll cursor for
    select row_to_json(texts)::text as line from (select ${texts} from ${sql.table(name)}) as texts`.execute(
    db,
  )
  for (;;) {
    const { rows } = await sql<{ line: string }>`fetch ${sql.lit(batchRows)} from backup_rows`.execute(db)
    if (rows.length > 0) yield rows.map(({ line }) => line)
    if (rows.length < batchRows) break
  }
  await sql`close backup_rows`.execute(db)
}

export async function insertRows(db: Db, table: TableShape, lines: readonly string[]): Promise<void> {
  const { name, columns } = table
  const join = (part: (column: TableShape['columns'][number]) => RawBuilder<unknown>) =>
    sql.join(columns.map(part))
  await sql`
    insert into ${sql.table(name)} (${join(column => sql.id(column.name))}) overriding system value
    select ${join(column => sql`line.${sql.id(column.name)}::${sql.raw(column.type)}`)}
    from json_to_recordset(${`[${lines.join(',')}]`}::json)
      as line (${join(column => sql`${sql.id(column.name)} text`)})`.execute(db)
}

/** It is the sum of the hashes of all rows of a table, in whatever order they come. */
export class RowHash {
  rows = 0
  #sum = 0n

  add(lines: readonly string[]): void {
    for (const line of lines) this.#sum += BigInt(`0x${hash('sha256', line)}`)
    this.rows += lines.length
  }

  digest(): string {
    return BigInt.asUintN(256, this.#sum).toString(16).padStart(64, '0')
  }
}

export async function hashTable(db: Db, table: TableShape): Promise<{ rows: number; hash: string }> {
  const rowHash = new RowHash()
  for await (const lines of readRows(db, table)) rowHash.add(lines)
  return { rows: rowHash.rows, hash: rowHash.digest() }
}

export type Sequences = Readonly<Record<string, string>>

/** Those that were used. They count outside of transactions, so they may be ahead of the rows, never behind. */
export async function readSequences(db: Db): Promise<Sequences> {
  const { rows } = await sql<{ name: string; last: string }>`
    select sequencename as name, last_value::text as last from pg_sequences
    where schemaname = 'public' and last_value is not null order by sequencename`.execute(db)
  return Object.fromEntries(rows.map(({ name, last }) => [name, last]))
}

export async function setSequences(db: Db, sequences: Sequences): Promise<void> {
  for (const [name, last] of Object.entries(sequences))
    await sql`select setval(format('public.%I', ${name}::text)::regclass, ${last}::bigint)`.execute(db)
}
