import type { TestProject } from 'vitest/node'
import { migrate } from '../db/migrate.ts'
import { openDatabase } from '../db/open-database.ts'
import { startPostgres } from './native-postgres.ts'

/** Starts PostgreSQL and migrates the database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const template = await openDatabase({ databaseUrl: `${server.url}/template`, dataDir: '', socketDir: '' })
  await migrate(template.db)
  await template.close()
  project.provide('dumpFile', null)
  project.provide('postgresUrl', server.socketUrl)
  return () => server.stop()
}
