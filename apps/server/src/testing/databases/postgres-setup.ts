import { sql } from 'kysely'
import type { TestProject } from 'vitest/node'
import { grantRuntimeRole } from '../../db/database-roles.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open-database.ts'
import { installQueues } from '../../jobs/jobs.ts'
import { runtimeRole, startPostgres } from './native-postgres.ts'

/** Starts PostgreSQL and migrates the database that each test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const server = await startPostgres()
  const template = await openDatabase({ databaseUrl: `${server.url}/template`, dataDir: '', socketDir: '' })
  await migrate(template.db)
  await installQueues(template)
  await sql`create role ${sql.id(runtimeRole)} login`.execute(template.db)
  await grantRuntimeRole(template.db, runtimeRole)
  await template.close()
  project.provide('dumpFile', null)
  project.provide('postgresUrl', server.socketUrl)
  return () => server.stop()
}
