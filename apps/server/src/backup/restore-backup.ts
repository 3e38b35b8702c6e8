import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { lockDataDir } from '../db/embedded/data-lock.ts'
import { migrate } from '../db/migrate.ts'
import { readMigrationNames } from '../db/migration-files.ts'
import { type Database, openDatabase } from '../db/open-database.ts'
import { socketDir } from '../env.ts'
import { ledgerProblems } from '../features/ledger/ledger-checks.read.ts'
import { verifyFiles } from './backup-files.ts'
import { type Manifest, readManifest } from './manifest.ts'
import type { Print } from './progress.ts'
import { restoreDatabase } from './restore-database.ts'
import { dropStaging, openStaging, stageFiles, takeOver } from './restore-place.ts'

/** Where a database is, or where it will be. */
export interface DatabasePlace {
  readonly databaseUrl: string | null
  readonly dataDir: string
  readonly emptyDump: string
}

interface RestoreInput {
  readonly folder: string
  readonly place: DatabasePlace
  readonly print: Print
}

/** Into an empty place only. Until the end the place is marked, so that no server starts on half of it. */
export async function restoreBackup({ folder, place, print }: RestoreInput): Promise<void> {
  const manifest = await readWholeBackup(folder, print)
  const unlock = lockDataDir(place.dataDir)
  try {
    const staging = await openStaging(place.dataDir)
    try {
      await stageFiles(folder, manifest, staging)
      print(`${manifest.files.length} files`)
      await using(place, staging, ({ db }) => restoreDatabase({ db, folder, manifest, print }))
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
  print,
}: Omit<RestoreInput, 'place'> & { place: Omit<DatabasePlace, 'dataDir'> }): Promise<readonly string[]> {
  const manifest = await readWholeBackup(folder, print)
  const dataDir = await mkdtemp(join(tmpdir(), 'dineward-check-'))
  try {
    return await using(place, dataDir, async ({ db }) => {
      await restoreDatabase({ db, folder, manifest, print })
      await migrate(db)
      return ledgerProblems(db)
    })
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function readWholeBackup(folder: string, print: Print): Promise<Manifest> {
  const manifest = await readManifest(folder, await readMigrationNames())
  await verifyFiles(folder, [...manifest.tables, ...manifest.files])
  print(`backup of ${manifest.takenAt}, version ${manifest.version}: every file is as it was written`)
  return manifest
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
