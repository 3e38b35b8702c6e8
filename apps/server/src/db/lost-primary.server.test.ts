import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { examine } from '../doctor/doctor.ts'
import { waitForDatabase } from '../start/wait-for-database.ts'
import { type NativePostgres, startPostgres } from '../testing/databases/native-postgres.ts'
import { longTest } from '../testing/long-test.ts'
import { freePort } from '../testing/processes/free-port.ts'
import { root } from '../world.ts'
import { listenForChanges } from './changes.ts'
import { isConnectionError } from './connection-error.ts'
import { type Database, openDatabase } from './open-database.ts'

let primary: NativePostgres
let standby: NativePostgres
let address: string
/** It ends once the process that waits for the standby has started. */
let starting: Promise<void>

beforeAll(async () => {
  primary = await startPostgres()
  standby = await primary.startStandby()
  address = listOf(hostOf(standby), hostOf(primary))
})
afterAll(async () => {
  await standby.stop()
  await primary.stop()
})

const hostOf = ({ url }: NativePostgres) => new URL(url).host
const listOf = (...hosts: readonly string[]) =>
  `postgres://postgres@${hosts.join(',')}/template?target_session_attrs=read-write`

async function hostFindings(databaseUrl: string, systemTime = Date.now): Promise<string[]> {
  const source = { DATABASE_URL: databaseUrl, DATABASE_TLS: 'off', DATA_DIR: '/tmp' }
  const findings = await examine(source, { root, timeoutMs: 10_000, systemTime })
  return findings
    .filter(({ check, ok }) => check === 'hosts' || (check === 'database' && !ok))
    .map(({ says }) => says)
}

test('both hosts answer -> the doctor says which one takes writes', async () => {
  expect(await hostFindings(address)).toEqual([
    `${hostOf(standby)} is a standby, ${hostOf(primary)} takes writes`,
  ])
})

test('a host that there is not, among good ones -> the primary is used, and the doctor names the host', async () => {
  const list = listOf('nowhere.invalid:5432', hostOf(standby), hostOf(primary))
  const database = await openDatabase({ databaseUrl: `${list}&sslmode=disable`, dataDir: '', socketDir: '' })
  expect((await sql`select pg_is_in_recovery() as lost`.execute(database.db)).rows).toEqual([{ lost: false }])
  await database.close()
  const [says, ...others] = await hostFindings(list)
  expect(says).toMatch(
    /^The host nowhere\.invalid:5432 in DATABASE_URL does not answer \(.*cannot take over: start it/,
  )
  expect(others).toEqual([])
})

test('clocks a minute apart -> the doctor names each host', async () => {
  const minuteLater = () => Date.now() + 60_000
  expect(await hostFindings(address, minuteLater)).toEqual(
    [standby, primary].map(server =>
      expect.stringMatching(`^The clock of the host ${hostOf(server)} in DATABASE_URL is (59|60|61) s off`),
    ),
  )
})

test.each([
  ['a standby as the only host', () => listOf(hostOf(standby)), 'is a standby or read-only'],
  ['a primary that is read-only', () => listOf(hostOf(primary)), 'is a standby or read-only'],
])('%s -> a start waits, and says what to do', async (what, listed, reason) => {
  const isReadOnly = what.includes('read-only')
  if (isReadOnly) await ask(primary, 'alter database template set default_transaction_read_only = on')
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const databaseUrl = listed()
  const waiting = waitForDatabase({
    databaseUrl,
    host: 'localhost',
    port: await freePort(),
    production: false,
  })
  const [host] = new URL(databaseUrl).host.split(',')
  const sentence = `No host of the database takes writes: ${host} ${reason}. Promote one of them, or name the primary in DATABASE_URL.`
  await expect.poll(() => said.mock.calls.flat().join()).toContain(sentence)
  expect(await hostFindings(databaseUrl)).toContainEqual(expect.stringContaining(sentence))
  if (!isReadOnly) {
    starting = waiting
    return
  }
  await ask(primary, 'alter database template reset default_transaction_read_only')
  await waiting
})

test(
  'the synchronous standby stands still -> a write ends as one to retry, reads go on, the doctor says why; nothing is lost',
  longTest,
  async () => {
    const databaseUrl = `${primary.url}/template`
    const setStandbys = async (value: string) => {
      await ask(primary, `alter system set synchronous_standby_names = '${value}'`)
      await ask(primary, 'select pg_reload_conf()')
    }
    await ask(primary, 'alter database template set synchronous_commit = on')
    await setStandbys('*')
    onTestFinished(() => setStandbys(''))
    const database = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
    onTestFinished(() => database.close())
    await sql`create table waited (id int primary key)`.execute(database.db)
    onTestFinished(() => ask(primary, 'drop table waited', 'template'))
    const rows = () => sql`select id from waited`.execute(database.db).then(({ rows: found }) => found)
    const startedAt = performance.now()
    await standby.whileFrozen(async () => {
      const writing = database.db
        .transaction()
        .execute(trx => sql`insert into waited values (1)`.execute(trx))
        .catch(thrown => thrown)
      await expect
        .poll(() => standbyFindings(databaseUrl))
        .toEqual([expect.stringContaining('1 commits wait')])
      expect(isConnectionError(await writing)).toBe(true)
      expect(performance.now() - startedAt).toBeLessThan(25_000)
      expect(await rows()).toEqual([])
    })
    await expect.poll(rows).toEqual([{ id: 1 }])
  },
)

async function standbyFindings(databaseUrl: string): Promise<string[]> {
  const source = { DATABASE_URL: databaseUrl, DATABASE_TLS: 'off', DATA_DIR: '/tmp' }
  const findings = await examine(source, { root, timeoutMs: 10_000 })
  return findings.filter(({ check, ok }) => check === 'standby' && !ok).map(({ says }) => says)
}

test('the primary is lost and the standby promoted -> errors to retry, then all goes on by itself', async () => {
  // The other one stays as a start needs it.
  const databaseUrl = address.replace('/template', '/postgres')
  const database = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
  const said: string[] = []
  const log = { info: (line: string) => said.push(line), warn: (_: object, line: string) => said.push(line) }
  const changes = listenForChanges({ databaseUrl, log, checkEveryMs: 100 })
  let heard = 0
  changes.on('pages', subjects => {
    heard += subjects === null ? 0 : 1
  })
  await sql`create table notes (id int primary key)`.execute(database.db)
  await write(database, 1)
  await expect.poll(() => announce(database).then(() => heard)).toBeGreaterThan(0)

  await primary.whileStopped(async () => {
    const error = await write(database, 2).catch(thrown => thrown)
    expect(isConnectionError(error)).toBe(true)
    await expect.poll(() => write(database, 3).catch(String)).toMatch(/No host of the database takes writes/)
    await ask(standby, 'select pg_promote()')
    await expect.poll(() => write(database, 4).catch(String)).toBe('written')
    expect(await sql`select id from notes order by id`.execute(database.db)).toMatchObject({
      rows: [{ id: 1 }, { id: 4 }],
    })
    await starting
    const before = heard
    await expect.poll(() => announce(database).then(() => heard)).toBeGreaterThan(before)
  })
  expect(said).toEqual(['LISTEN connection lost, reconnecting', 'LISTEN connection restored'])
  await changes.close()
  await database.close()
})

const write = ({ db }: Database, id: number): Promise<string> =>
  sql`insert into notes (id) values (${id})`.execute(db).then(() => 'written')

const announce = ({ db }: Database): Promise<unknown> =>
  sql`select pg_notify('dineward_changes', 'pages')`.execute(db)

async function ask({ url }: NativePostgres, statement: string, name = 'postgres'): Promise<void> {
  const client = new pg.Client(`${url}/${name}`)
  await client.connect()
  await client.query(statement)
  await client.end()
}
