import { createReadStream } from 'node:fs'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { sql } from 'kysely'
import { migrateAsRecorded } from '../db/migrate.ts'
import { makeMonth } from '../db/months.ts'
import type { Db } from '../db/open-database.ts'
import { type Identities, opening } from './encryption.ts'
import type { Manifest } from './manifest.ts'
import { everyTwoSeconds, type Print } from './progress.ts'
import {
  hashTable,
  insertRows,
  readTableShapes,
  setSequences,
  type TableShape,
  useExactText,
} from './table-rows.ts'

/** A batch is short enough for one statement. */
const batch = { rows: 1_000, characters: 1_000_000 }

export interface OpenBackup {
  readonly folder: string
  readonly manifest: Manifest
  /** Null means that it is not encrypted. */
  readonly identities: Identities
}

export interface RestoreDatabaseInput extends OpenBackup {
  readonly db: Db
  readonly print: Print
}

/** One transaction has the schema of its build, the rows, and the proof that they are the same. @throws a sentence. */
export async function restoreDatabase({ db, ...input }: RestoreDatabaseInput): Promise<void> {
  await requireEmptyDatabase(db)
  await db.transaction().execute(async trx => {
    await useExactText(trx)
    await migrateAsRecorded(trx, input.manifest.migrations)
    const shapes = await readTableShapes(trx)
    requireSameTables(shapes, input.manifest)
    const foreignKeys = await dropForeignKeys(trx)
    for (const [table, months] of Object.entries(input.manifest.months))
      for (const month of months) await makeMonth(trx, table, month)
    await switchTriggers(trx, 'disable')
    // Migrations add rows of their own.
    await sql`truncate ${sql.join(shapes.map(({ name }) => sql.table(name)))}`.execute(trx)
    await loadTables(trx, shapes, input)
    await switchTriggers(trx, 'enable')
    for (const foreignKey of foreignKeys) await sql.raw(foreignKey).execute(trx)
    await setSequences(trx, input.manifest.sequences)
    await compareTables(trx, shapes, input)
  })
  // Search reads indexes only, which needs this after a bulk load.
  await sql`vacuum analyze`.execute(db)
}

async function requireEmptyDatabase(db: Db): Promise<void> {
  const settings = await sql<{ readonly: string }>`
    select current_setting('transaction_read_only') as readonly`.execute(db)
  if (settings.rows[0]!.readonly === 'on')
    throw new Error(
      'The database is read-only: a standby, or default_transaction_read_only is on. Nothing was restored.',
    )
  const { rows } = await sql<{ name: string }>`
    select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'v', 'S') and n.nspname not like 'pg\_%' and n.nspname <> 'information_schema'
    order by 1 limit 3`.execute(db)
  if (rows.length > 0)
    throw new Error(
      `The database is not empty: it has ${rows.map(({ name }) => name).join(', ')}. Restore into a new one (createdb), so that nothing is overwritten.`,
    )
}

function requireSameTables(shapes: readonly TableShape[], { tables }: Manifest): void {
  const [mine, theirs] = [shapes.map(({ name }) => name), tables.map(({ name }) => name)]
  const different = [
    ...mine.filter(name => !theirs.includes(name)),
    ...theirs.filter(name => !mine.includes(name)),
  ]
  if (different.length > 0)
    throw new Error(`The backup's tables are not those of its migrations: ${different.join(', ')}.`)
}

/** Rows come by table, so keys are checked when all of them are there. @returns what makes them again. */
async function dropForeignKeys(db: Db): Promise<string[]> {
  const { rows } = await sql<{ owner: string; name: string; definition: string }>`
    select conrelid::regclass::text as owner, quote_ident(conname) as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0
    order by 1, 2`.execute(db)
  for (const { owner, name } of rows)
    await sql.raw(`alter table ${owner} drop constraint ${name}`).execute(db)
  return rows.map(
    ({ owner, name, definition }) => `alter table ${owner} add constraint ${name} ${definition}`,
  )
}

/** They wrote what the backup holds already. Partitions have their own. */
async function switchTriggers(db: Db, to: 'disable' | 'enable'): Promise<void> {
  const { rows } = await sql<{ name: string }>`
    select oid::regclass::text as name from pg_class
    where relnamespace in ('public'::regnamespace, 'months'::regnamespace) and relkind in ('r', 'p')`.execute(
    db,
  )
  for (const { name } of rows) await sql.raw(`alter table ${name} ${to} trigger user`).execute(db)
}

type Loading = Omit<RestoreDatabaseInput, 'db'>

async function loadTables(
  db: Db,
  shapes: readonly TableShape[],
  { folder, manifest, identities, print }: Loading,
) {
  const progress = everyTwoSeconds(print)
  let total = 0
  for (const [index, shape] of shapes.entries()) {
    const { path } = manifest.tables.find(({ name }) => name === shape.name)!
    for await (const lines of batchesOf(join(folder, path), identities)) {
      await insertRows(db, shape, lines)
      total += lines.length
      progress(() => `${index} of ${shapes.length} tables, ${total.toLocaleString('en-US')} rows`)
    }
  }
  print(`${shapes.length} tables, ${total.toLocaleString('en-US')} rows`)
}

/** Lines are split by hand: `node:readline` also ends them where a text has U+2028. */
async function* batchesOf(file: string, identities: Identities): AsyncGenerator<string[]> {
  const unpacked = createGunzip().setEncoding('utf8')
  // Its error ends the loop below.
  pipeline([createReadStream(file), ...opening(identities), unpacked]).catch(() => {})
  let [rest, lines, characters]: [string, string[], number] = ['', [], 0]
  for await (const chunk of unpacked as AsyncIterable<string>) {
    const parts = (rest + chunk).split('\n')
    rest = parts.pop()!
    for (const line of parts) {
      lines.push(line)
      characters += line.length
      if (lines.length < batch.rows && characters < batch.characters) continue
      yield lines
      ;[lines, characters] = [[], 0]
    }
  }
  if (lines.length > 0) yield lines
}

async function compareTables(db: Db, shapes: readonly TableShape[], { manifest, print }: Loading) {
  const progress = everyTwoSeconds(print)
  const different: string[] = []
  for (const [index, shape] of shapes.entries()) {
    const expected = manifest.tables.find(({ name }) => name === shape.name)!
    const found = await hashTable(db, shape)
    if (found.hash !== expected.hash || found.rows !== expected.rows) different.push(shape.name)
    progress(() => `compared ${index + 1} of ${shapes.length} tables`)
  }
  if (different.length > 0)
    throw new Error(`What was restored is not what was backed up: ${different.join(', ')}. Nothing was kept.`)
  print(`the hashes of all ${shapes.length} tables are those of the backup`)
}
