import { randomBytes } from 'node:crypto'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type RawBuilder, sql } from 'kysely'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { migrateCommand } from '../cli/commands/migrate-command.ts'
import { postEntries, rewardEntries } from '../features/ledger/ledger.service.ts'
import { closeAfterFile } from '../testing/databases/close-after-file.ts'
import { runtimeRole } from '../testing/databases/native-postgres.ts'
import { longTest } from '../testing/long-test.ts'
import { startProgram } from '../testing/processes/child-process.ts'
import { freePort } from '../testing/processes/free-port.ts'
import { fetchStatus } from '../testing/processes/server-process.ts'
import { createTestApp } from '../testing/test-app.ts'
import { appendOnlyTables, runtimeRoleProblem } from './database-roles.ts'
import { type Db, openDatabase } from './open-database.ts'

const postgresUrl = inject('postgresUrl')!
const id = randomBytes(6).toString('hex')
const [owner, runtime, name] = [`owner_${id}`, `runtime_${id}`, `roles_${id}`]

async function open(databaseUrl: string): Promise<Db> {
  const database = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
  closeAfterFile(() => database.close())
  return database.db
}
const addressOf = (user: string) => {
  const url = new URL(`${postgresUrl}/${name}`)
  url.username = user
  return url.href
}
const admin = await open(`${postgresUrl}/postgres`)
const environment = { DATABASE_URL: addressOf(runtime), DATABASE_OWNER_URL: addressOf(owner) }

/** @returns what it printed. */
async function runMigrate(source: Record<string, string> = environment): Promise<string> {
  const lines: string[] = []
  expect(await migrateCommand(source, line => lines.push(line))).toBe(0)
  return lines.join('\n')
}

/** It starts a worker on the database of this file. */
async function start() {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'dw-roles-'))
  const program = fileURLToPath(new URL('../main.ts', import.meta.url))
  const env = { DATA_DIR: folder, PORT: String(port), ROLE: 'worker', DATABASE_URL: environment.DATABASE_URL }
  return { ...startProgram(process.execPath, [program], { folder, env }), url: `http://localhost:${port}` }
}

/** PostgreSQL's insufficient_privilege, or what it says instead. */
const codeOf = (db: Db, statement: RawBuilder<unknown>): Promise<unknown> =>
  statement.execute(db).then(
    () => 'done',
    error => error.code,
  )

let db: Db
beforeAll(async () => {
  for (const role of [owner, runtime]) await sql`create role ${sql.id(role)} login`.execute(admin)
  await sql`create database ${sql.id(name)} owner ${sql.id(owner)}`.execute(admin)
  const early = await start()
  await early.ended
  expect(early.said()).toMatch(/may not write to the database .* Run npm run migrate/)
  expect(await runMigrate()).toContain(`The role "${runtime}" has the rights`)
  db = await open(environment.DATABASE_URL)
})

describe('the runtime’s role', () => {
  test.each([
    ['alters a table', sql`alter table members add column lost text`],
    ['drops a table', sql`drop table members`],
    ['truncates a table', sql`truncate tracking_events`],
    ['creates a table', sql`create table lost (id text)`],
    ['creates a schema', sql`create schema lost`],
    [
      'replaces a trigger’s function',
      sql`create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'`,
    ],
    ['alters the queue', sql`alter table jobs.job add column lost text`],
    ['says which migrations are applied', sql`delete from kysely_migration`],
    ['disables triggers of the session', sql`set session_replication_role = replica`],
    ['becomes the owner', sql`set role ${sql.id(owner)}`],
  ])('%s -> refused', async (_what, statement) => {
    expect(await codeOf(db, statement)).toBe('42501')
  })

  test.each(appendOnlyTables)('changes rows of %s, or what guards them -> refused', async table => {
    const of = sql.table(table)
    for (const statement of [
      sql`delete from ${of}`,
      sql`truncate ${of}`,
      sql`alter table ${of} disable trigger all`,
      sql`drop trigger ${sql.id(`${table}_append_only`)} on ${of}`,
      sql`drop table ${of}`,
    ])
      expect(await codeOf(db, statement)).toBe('42501')
    const { rows } = await sql<{ may: boolean }>`
      select has_any_column_privilege(${table}, 'update') as may`.execute(db)
    expect(rows).toEqual([{ may: false }])
  })

  test('posts entries -> the balance is written and changed by its own rights', async () => {
    const post = (key: string) =>
      postEntries(db, {
        partnerId: 'harbor',
        idempotencyKey: key,
        kind: 'manual',
        correlationId: 'gift',
        reasonCode: 'goodwill',
        postedAt: new Date(),
        entries: rewardEntries('m1', 100),
      })
    await post('one')
    await post('two')
    const { rows } = await sql`select units, version from member_balances`.execute(db)
    expect(rows).toEqual([{ units: 200, version: 2 }])
  })

  test('other tables -> read and written, also where a trigger refuses more', async () => {
    const { rows } = await sql<{ table: string }>`
      select relname as table from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace
        and not (has_table_privilege(oid, 'select') and has_table_privilege(oid, 'insert'))
      order by 1`.execute(db)
    expect(rows.map(({ table }) => table)).toEqual(['kysely_migration', 'kysely_migration_lock'])
  })
})

test('append-only: the list is that of the tables whose triggers refuse changes', async () => {
  const { rows } = await sql<{ table: string }>`
    select tgrelid::regclass::text as table from pg_trigger where tgfoid = 'refuse_change'::regproc order by 1`.execute(
    db,
  )
  expect(rows.map(({ table }) => table)).toEqual([...appendOnlyTables])
})

test('a worker starts as the runtime’s role, which finds its queue and works it', longTest, async () => {
  const product = await start()
  await expect.poll(() => fetchStatus(`${product.url}/readyz`)).toBe(200)
  const done = async () => {
    const { rows } = await sql<{ count: number }>`
      select count(*) from jobs.job where name = 'work-inbox' and state = 'completed'`.execute(db)
    return rows[0]!.count
  }
  await expect.poll(done).toBeGreaterThan(0)
  product.process.kill('SIGTERM')
  expect(await product.ended).toEqual([0, null])
  expect(product.said()).not.toContain('permission denied')
})

test('a migration that is not applied -> the start names it and the command', longTest, async () => {
  const last = sql<{ name: string; timestamp: string }>`
    delete from kysely_migration where name = (select max(name) from kysely_migration) returning *`
  const asOwner = await open(environment.DATABASE_OWNER_URL)
  const { rows } = await last.execute(asOwner)
  const product = await start()
  await product.ended
  expect(product.said()).toContain(`The database lacks ${rows[0]!.name} of this build`)
  expect(product.said()).toContain('run npm run migrate')
  await asOwner
    .insertInto('kysely_migration' as never)
    .values(rows[0]! as never)
    .execute()
  expect(await runMigrate()).toContain('All migrations are applied.')
})

test.each([
  ['the owner as the runtime’s role', { DATABASE_URL: addressOf(owner) }, /owns the database/],
  ['a superuser', { DATABASE_URL: addressOf('postgres') }, /is a superuser/],
  ['no such role', { DATABASE_URL: addressOf('nobody') }, /no role "nobody".*create role "nobody" login/],
])('npm run migrate: %s -> what to do', async (_what, changes, sentence) => {
  await expect(runMigrate({ ...environment, ...changes })).rejects.toThrow(sentence)
})

test('npm run migrate without an owner -> the variable that is missing', async () => {
  const { DATABASE_URL } = environment
  await expect(runMigrate({ DATABASE_URL })).rejects.toThrow(/DATABASE_OWNER_URL must be set/)
})

test('every feature is tested as a role that owns nothing', async () => {
  const app = await createTestApp()
  const { rows } = await sql<{ user: string }>`select current_user as user`.execute(app.database.db)
  expect(rows).toEqual([{ user: runtimeRole }])
  expect(await runtimeRoleProblem(app.database.db, runtimeRole)).toBeNull()
})
