import { randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { closeAfterFile } from '../testing/databases/close-after-file.ts'
import { migrate } from './migrate.ts'
import { readMigrationNames } from './migration-files.ts'
import { openDatabase } from './open-database.ts'

test('several processes start at once on an empty database -> one migrates, and all go on', async () => {
  const databaseUrl = await emptyDatabase()
  const open = async () => {
    const database = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
    closeAfterFile(() => database.close())
    return database.db
  }
  const databases = await Promise.all([open(), open(), open()])
  await Promise.all(databases.map(db => migrate(db)))
  for (const db of databases) expect(await db.selectFrom('members').selectAll().execute()).toEqual([])
  const { rows } = await sql<{ name: string }>`select name from kysely_migration order by 1`.execute(
    databases[0]!,
  )
  expect(rows.map(({ name }) => name)).toEqual(await readMigrationNames())
})

async function emptyDatabase(): Promise<string> {
  const server = inject('postgresUrl')
  const name = `empty${randomBytes(6).toString('hex')}`
  const client = new pg.Client({ connectionString: `${server}/postgres` })
  await client.connect()
  await client.query(`create database ${name} template template0`).finally(() => client.end())
  return `${server}/${name}`
}
