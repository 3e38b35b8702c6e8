import { sql } from 'kysely'
import { inject } from 'vitest'
import { type Database, type Db, openDatabase } from '../../db/open-database.ts'
import { closeAfterFile } from './close-after-file.ts'

/** What the product may not do, as the user that owns the tables. Embedded there is one user. */
export async function asOwner(database: Pick<Database, 'db' | 'embedded'>): Promise<Db> {
  if (database.embedded) return database.db
  const owner = await openOwner(database.db)
  closeAfterFile(() => owner.close())
  return owner.db
}

/** It opens a database on the server as its owner. */
export async function openOwner(db: Db): Promise<Database> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  const databaseUrl = `${inject('postgresUrl')}/${rows[0]!.name}`
  return openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
}
