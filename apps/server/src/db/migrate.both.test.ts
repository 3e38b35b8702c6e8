import { randomBytes } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import pg from 'pg'
import { afterEach, expect, inject, test } from 'vitest'
import { copyDatabase } from '../testing/databases/native-postgres.ts'
import { longTest } from '../testing/long-test.ts'
import { migrate } from './migrate.ts'
import { readMigrationFiles } from './migration-files.ts'
import { type Database, openDatabase } from './open-database.ts'

/** Of the build, if there is one. */
const emptyDump = join(import.meta.dirname, '../../dist/empty-database.tar')
const folder = mkdtempSync(join(tmpdir(), 'dw-migrate-'))
const postgresUrl = inject('postgresUrl')
const opened: Database[] = []
afterEach(async () => {
  await Promise.all(opened.splice(0).map(database => database.close()))
  rmSync(folder, { recursive: true, force: true })
})

async function keep(database: Promise<Database>): Promise<Database> {
  opened.push(await database)
  return database
}

async function migratedDatabase(): Promise<Database> {
  const databaseUrl = postgresUrl && (await copyDatabase(postgresUrl, `t${randomBytes(6).toString('hex')}`))
  const dump = databaseUrl ? {} : { dumpFile: inject('dumpFile')! }
  return keep(openDatabase({ databaseUrl, dataDir: folder, socketDir: folder, ...dump }))
}

/** A database without any table, as often as it is asked for. */
async function emptyDatabase(): Promise<() => Promise<Database>> {
  if (!postgresUrl) {
    const database = keep(openDatabase({ databaseUrl: null, dataDir: folder, socketDir: folder, emptyDump }))
    return () => database
  }
  const name = `empty${randomBytes(6).toString('hex')}`
  await asAdmin(client => client.query(`create database ${name} template template0`))
  return () => keep(openDatabase({ databaseUrl: `${postgresUrl}/${name}`, dataDir: '', socketDir: '' }))
}

async function asAdmin<T>(work: (client: pg.Client) => Promise<T>, database = 'postgres'): Promise<T> {
  const client = new pg.Client({ connectionString: `${postgresUrl}/${database}` })
  await client.connect()
  return work(client).finally(() => client.end())
}

async function tables({ db }: Database): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select tablename as name from pg_tables where schemaname = 'public' order by 1`.execute(db)
  return rows.map(({ name }) => name)
}

test('a migration killed half-way leaves nothing, and the next start completes it', longTest, async () => {
  const open = await emptyDatabase()
  const first = await open()
  const failed = postgresUrl ? await killBackendWhileMigrating(first) : await killThreadWhileMigrating(first)
  expect(failed).toBeInstanceOf(Error)
  const second = await open()
  const leftBehind = () => tables(second).then(names => names.filter(name => !name.startsWith('kysely_')))
  await expect.poll(() => leftBehind().catch(() => 'away')).toEqual([])
  await migrate(second.db)
  expect(await tables(second)).toEqual(expect.arrayContaining(['members', 'sessions', 'ledger_entries']))
  await migrate(second.db)
})

/** Someone else is about to create one of its tables, so the migration waits in its middle, where it is killed. */
async function killBackendWhileMigrating({ db }: Database): Promise<unknown> {
  const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
  return asAdmin(async client => {
    await client.query('begin')
    await client.query('create table ledger_entries (blocks integer)')
    const migrating = migrate(db).catch(error => error)
    await expect.poll(async () => (await client.query(waitingBackends)).rows.length).toBe(1)
    await client.query(`select pg_terminate_backend(pid) from (${waitingBackends}) as waiting`)
    const failed = await migrating
    await client.query('rollback')
    return failed
  }, rows[0]!.name)
}

const waitingBackends = `select pid from pg_stat_activity
  where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`

async function killThreadWhileMigrating(database: Database): Promise<unknown> {
  const migrating = migrate(database.db).catch(error => error)
  await sleep(20)
  database.restart!('a test said so')
  return migrating
}

test('a database that a newer build has added to -> it works on', async () => {
  const { db } = await migratedDatabase()
  const addition = 'alter table members add column of_the_newer_build text'
  await migrate(db, new Map([...(await readMigrationFiles()), ['999-of-the-newer-build', addition]]))
  await migrate(db)
  expect(await db.selectFrom('members').select('id').execute()).toEqual([])
})

test.each(['001-first-tables', '001-schema-00000000'])(
  'a database whose first migration is %s -> refused with what to do, and unchanged',
  async first => {
    const database = await migratedDatabase()
    await sql`update kysely_migration set name = ${first}`.execute(database.db)
    await expect(migrate(database.db)).rejects.toThrow(
      'The data was written by another build from before version 1.0, and there is no upgrade between those: delete the data folder (DATA_DIR) or use an empty database (DATABASE_URL), or restore a backup that this build has written.',
    )
    expect(await tables(database)).toContain('members')
  },
)
