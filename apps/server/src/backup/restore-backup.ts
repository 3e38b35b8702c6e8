import { rmSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataDir } from '../db/embedded/data-lock.ts'
import { migrate } from '../db/migrate.ts'
import { readMigrationNames } from '../db/migration-files.ts'
import { type Database, openDatabase } from '../db/open-database.ts'
import { socketDir } from '../env/env.ts'
import { ledgerProblems } from '../features/ledger/ledger-checks.read.ts'
import { verifyFiles } from './backup-files.ts'
import { type BackupKeys, identitiesOf } from './encryption.ts'
import { isSealed, readManifest } from './manifest.ts'
import type { Print } from './progress.ts'
import { type OpenBackup, restoreDatabase } from './restore-database.ts'
import { dropStaging, openStaging, stageFiles, takeOver } from './restore-place.ts'

const interruptions = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/** Where a database is, or where it will be. */
export interface DatabasePlace {
  readonly databaseUrl: string | null
  readonly dataDir: string
  readonly emptyDump: string
}

interface RestoreInput {
  readonly folder: string
  readonly place: DatabasePlace
  readonly keys: BackupKeys
  readonly print: Print
}

/** It restores into an empty place only. Until the end the place is marked, so that no server starts on half of it. */
export async function restoreBackup({ folder, place, keys, print }: RestoreInput): Promise<void> {
  const backup = await readWholeBackup(folder, keys, print)
  const unlock = lockDataDir(place.dataDir)
  try {
    const staging = await openStaging(place.dataDir)
    try {
      await stageFiles(backup, staging)
      print(`${backup.manifest.files.length} files`)
      await using(place, staging, ({ db }) => restoreDatabase({ db, ...backup, print }))
    } catch (error) {
      await dropStaging(staging)
      throw error
    }
    await takeOver(place.dataDir)
  } finally {
    unlock()
  }
}

/** Restores into a temporary place and looks at what is there. @returns what is wrong, a line each. */
export async function checkBackup({
  folder,
  place,
  keys,
  print,
}: Omit<RestoreInput, 'place'> & { place: Omit<DatabasePlace, 'dataDir'> }): Promise<readonly string[]> {
  const backup = await readWholeBackup(folder, keys, print)
  return inTemporaryFolder(dataDir =>
    using(place, dataDir, async ({ db }) => {
      await restoreDatabase({ db, ...backup, print })
      await migrate(db)
      return ledgerProblems(db)
    }),
  )
}

/** Everything about members is in it, so it goes when the work is interrupted as well. */
async function inTemporaryFolder<T>(work: (folder: string) => Promise<T>): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'dineward-check-'))
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5 })
  const interrupted = (signal: NodeJS.Signals) => {
    remove()
    process.kill(process.pid, signal)
  }
  for (const signal of interruptions) process.once(signal, interrupted)
  try {
    return await work(folder)
  } finally {
    for (const signal of interruptions) process.off(signal, interrupted)
    remove()
  }
}

async function readWholeBackup(folder: string, keys: BackupKeys, print: Print): Promise<OpenBackup> {
  const identities = isSealed(folder) ? identitiesOf(folder, keys) : null
  const manifest = await readManifest(folder, await readMigrationNames(), identities)
  await verifyFiles(folder, [...manifest.tables, ...manifest.files])
  print(`backup of ${manifest.takenAt}, version ${manifest.version}: every file is as it was written`)
  return { folder, manifest, identities }
}

/** The embedded database goes into `dataDir`. */
async function using<T>(
  { databaseUrl, emptyDump }: Omit<DatabasePlace, 'dataDir'>,
  dataDir: string,
  work: (database: Database) => Promise<T>,
): Promise<T> {
  const sockets = socketDir(dataDir)
  const database = await openDatabase({ databaseUrl, dataDir, socketDir: sockets, emptyDump })
  try {
    return await work(database)
  } finally {
    await database.close()
    await rm(sockets, { recursive: true, force: true })
  }
}
