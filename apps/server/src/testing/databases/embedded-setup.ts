import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { TestProject } from 'vitest/node'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open-database.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** A dump of a migrated, empty database that each test file starts its own from; null on PostgreSQL. */
    dumpFile: string | null
    /** It is a PostgreSQL server with a migrated database "template"; null on the embedded database. */
    postgresUrl: string | null
  }
}

/** The build wrote it, if there is one. */
const emptyDump = join(import.meta.dirname, '../../../dist/empty-database.tar')

/** Makes the dump once: test files load it instead of migrating. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'dineward-dump-'))
  const database = await openDatabase({ databaseUrl: null, dataDir: folder, socketDir: folder, emptyDump })
  await migrate(database.db)
  await database.close()
  const pglite = await PGlite.create({ dataDir: join(folder, 'postgres') })
  const dumpFile = join(folder, 'migrated.tar')
  await writeFile(dumpFile, Buffer.from(await (await pglite.dumpDataDir('none')).arrayBuffer()))
  await pglite.close()
  project.provide('dumpFile', dumpFile)
  project.provide('postgresUrl', null)
  return () => rm(folder, { recursive: true, force: true })
}
