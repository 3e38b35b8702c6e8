import { newClient } from '../../db/database-hosts.ts'
import { grantRuntimeRole } from '../../db/database-roles.ts'
import { refuseForeignDatabase } from '../../db/foreign-database.ts'
import { migrate } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open-database.ts'
import { readMigrationEnv } from '../../env/env-database.ts'
import type { Source } from '../../env/env-values.ts'
import { installQueues } from '../../jobs/jobs.ts'

export const usage = `npm run migrate
  Applies migrations as the user in DATABASE_OWNER_URL, and gives the one in DATABASE_URL its rights.`

/** It is apart from the other commands: only this one has the owner's secret, and it needs none of theirs. */
export async function migrateCommand(source: Source, print: (line: string) => void): Promise<number> {
  const { databaseOwnerUrl, runtimeRole } = readMigrationEnv(source)
  await refuseForeign(databaseOwnerUrl)
  const database = await openDatabase({
    databaseUrl: databaseOwnerUrl,
    mayTakeLong: true,
    dataDir: '',
    socketDir: '',
  })
  try {
    await migrate(database.db)
    await installQueues(database)
    print('All migrations are applied.')
    await grantRuntimeRole(database.db, runtimeRole)
    print(`The role "${runtimeRole}" has the rights that the product needs, and no others.`)
    return 0
  } finally {
    await database.close()
  }
}

async function refuseForeign(databaseUrl: string): Promise<void> {
  const client = newClient(databaseUrl, { connectionTimeoutMillis: 5_000 })
  client.on('error', () => {})
  try {
    await client.connect()
    await refuseForeignDatabase(client)
  } finally {
    await client.end().catch(() => {})
  }
}
