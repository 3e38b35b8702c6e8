import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import { sql } from 'kysely'
import { makeFolder } from '../data-folder/make-folder.ts'
import { readMigrationNames } from '../db/migration-files.ts'
import { monthlyTables, monthsOf } from '../db/months.ts'
import type { Database, Db } from '../db/open-database.ts'
import { recordedMigrations, requireSameSchema } from '../db/recorded-migrations.ts'
import { copyFile, filesToKeep, productVersion, store } from './backup-files.ts'
import { type BackupKeys, type Recipients, recipientsOf, sealedSuffix, sealing } from './encryption.ts'
import { type Manifest, newManifest, type StoredFile, writeManifest } from './manifest.ts'
import { everyTwoSeconds, type Print } from './progress.ts'
import {
  RowHash,
  readRows,
  readSequences,
  readTableShapes,
  type TableShape,
  useExactText,
} from './table-rows.ts'

export interface BackupInput {
  readonly database: Database
  readonly folder: string
  /** Null leaves out the files. */
  readonly dataDir: string | null
  readonly withSecrets: boolean
  /** Null means that it is not encrypted. */
  readonly keys: BackupKeys | null
  readonly root: string
  readonly now: Date
  readonly print: Print
}

/** All rows as they were at one moment, then the files. @throws a sentence, and leaves nothing behind. */
export async function writeBackup(input: BackupInput): Promise<Manifest> {
  const { folder } = input
  const recipients = input.keys && recipientsOf(input.keys)
  await requireEmpty(folder)
  try {
    const rows = await input.database.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .setAccessMode('read only')
      .execute(trx => writeTables(trx, input, recipients))
    // Files follow the rows: a file is there before the row that names it.
    const files = await writeFiles(input, recipients)
    const manifest = newManifest({
      version: await productVersion(input.root),
      takenAt: input.now.toISOString(),
      ...rows,
      files,
    })
    await writeManifest(folder, manifest, recipients)
    return manifest
  } catch (error) {
    await Promise.all((await readdir(folder)).map(name => rm(join(folder, name), { recursive: true })))
    throw isDiskFull(error)
      ? new Error(`There is not enough space at ${folder}. Nothing was kept there.`, { cause: error })
      : error
  }
}

async function requireEmpty(folder: string): Promise<void> {
  try {
    makeFolder(folder)
  } catch (cause) {
    throw new Error(`${folder} cannot be written: ${(cause as Error).message}.`, { cause })
  }
  if ((await readdir(folder)).length > 0)
    throw new Error(`${folder} is not empty. Name a folder that is new or empty.`)
}

async function writeTables(db: Db, input: BackupInput, recipients: Recipients) {
  await useExactText(db)
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(db)
  const migrations = await recordedMigrations(db)
  if (migrations.length === 0) throw new Error('The database is empty: there is nothing to back up.')
  // This build could not restore it.
  requireSameSchema(migrations, await readMigrationNames())
  const shapes = await readTableShapes(db)
  const tables: Manifest['tables'] = []
  const progress = everyTwoSeconds(input.print)
  let total = 0
  for (const shape of shapes) {
    const table = await writeTable(db, shape, { folder: input.folder, recipients }, count => {
      total += count
      progress(() => `${tables.length} of ${shapes.length} tables, ${total.toLocaleString('en-US')} rows`)
    })
    tables.push(table)
  }
  input.print(`${tables.length} tables, ${total.toLocaleString('en-US')} rows`)
  return {
    database: { embedded: input.database.embedded, serverVersion: rows[0]!.version },
    migrations,
    tables,
    sequences: await readSequences(db),
    months: await readMonths(db),
  }
}

async function readMonths(db: Db): Promise<Manifest['months']> {
  const months: Manifest['months'] = {}
  for (const table of await monthlyTables(db)) months[table] = await monthsOf(db, table)
  return months
}

async function writeTable(
  db: Db,
  shape: TableShape,
  { folder, recipients }: { folder: string; recipients: Recipients },
  report: (rows: number) => void,
): Promise<Manifest['tables'][number]> {
  const rowHash = new RowHash()
  async function* lines() {
    for await (const batch of readRows(db, shape)) {
      rowHash.add(batch)
      report(batch.length)
      yield `${batch.join('\n')}\n`
    }
  }
  const path = `tables/${shape.name}.ndjson.gz${suffixOf(recipients)}`
  const packed = [Readable.from(lines()), createGzip({ level: 3 }), ...sealing(recipients)] as const
  const stored = await store(packed, join(folder, path))
  return { name: shape.name, path, ...stored, rows: rowHash.rows, hash: rowHash.digest() }
}

async function writeFiles(
  { dataDir, folder, withSecrets, print }: BackupInput,
  recipients: Recipients,
): Promise<StoredFile[]> {
  if (dataDir === null) return []
  const paths = await filesToKeep(dataDir, withSecrets)
  const files: StoredFile[] = []
  const progress = everyTwoSeconds(print)
  for (const path of paths) {
    const kept = join('files', `${path}${suffixOf(recipients)}`)
    const file = await copyFile(join(dataDir, path), join(folder, kept), recipients)
    if (file) files.push({ path: kept, ...file })
    progress(() => `${files.length} of ${paths.length} files`)
  }
  print(`${files.length} files`)
  return files
}

const suffixOf = (recipients: Recipients) => (recipients === null ? '' : sealedSuffix)

const isDiskFull = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOSPC'
