import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../db/open-database.ts'
import { closeAfterFile } from './close-after-file.ts'
import { copyDatabase } from './native-postgres.ts'

export interface ServerDatabase {
  readonly databaseUrl: string
  /** As another process would. Closed after the file's tests. */
  open(): Promise<Database>
}

/** An empty database on a server, for tests of several processes. */
export async function newServerDatabase(): Promise<ServerDatabase> {
  const databaseUrl = await copyDatabase(inject('postgresUrl')!, `s${randomBytes(8).toString('hex')}`)
  return {
    databaseUrl,
    async open() {
      const database = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
      closeAfterFile(() => database.close())
      return database
    },
  }
}
