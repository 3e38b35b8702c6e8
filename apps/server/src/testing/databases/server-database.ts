import { randomBytes } from 'node:crypto'
import { inject } from 'vitest'
import { type Database, openDatabase } from '../../db/open-database.ts'
import { closeAfterFile } from './close-after-file.ts'
import { copyDatabase, createDatabase } from './native-postgres.ts'

export interface ServerDatabase {
  readonly databaseUrl: string
  /** It opens the database as another process would, and closes it after the file's tests. */
  open(): Promise<Database>
  /** It opens another database, without any table. */
  openEmpty(): Promise<Database>
}

/** It is an empty database on a server, for tests of several processes. */
export async function newServerDatabase(): Promise<ServerDatabase> {
  const url = inject('postgresUrl')!
  const newName = () => `s${randomBytes(8).toString('hex')}`
  const databaseUrl = await copyDatabase(url, newName())
  const open = async (databaseUrl: string) => {
    const database = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
    closeAfterFile(() => database.close())
    return database
  }
  return {
    databaseUrl,
    open: () => open(databaseUrl),
    openEmpty: async () => open(await createDatabase(url, newName(), 'template0')),
  }
}
