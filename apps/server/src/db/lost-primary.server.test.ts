import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type NativePostgres, startPostgres } from '../testing/databases/native-postgres.ts'
import { listenForChanges } from './changes.ts'
import { isConnectionError } from './connection-error.ts'
import { type Database, openDatabase } from './open-database.ts'

let primary: NativePostgres
let standby: NativePostgres
let address: string

beforeAll(async () => {
  primary = await startPostgres()
  standby = await primary.startStandby()
  const hosts = [standby, primary].map(({ url }) => new URL(url).host).join(',')
  address = `postgres://postgres@${hosts}/template?target_session_attrs=read-write`
})
afterAll(async () => {
  await standby.stop()
  await primary.stop()
})

test('the primary is lost and the standby promoted -> errors to retry, then all goes on by itself', async () => {
  const database = await openDatabase({ databaseUrl: address, dataDir: '', socketDir: '' })
  const said: string[] = []
  const log = { info: (line: string) => said.push(line), warn: (_: object, line: string) => said.push(line) }
  const changes = listenForChanges({ databaseUrl: address, log, checkEveryMs: 100 })
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
    await promote(standby)
    await expect.poll(() => write(database, 4).catch(String)).toBe('written')
    expect(await sql`select id from notes order by id`.execute(database.db)).toMatchObject({
      rows: [{ id: 1 }, { id: 4 }],
    })
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

async function promote({ url }: NativePostgres): Promise<void> {
  const client = new pg.Client(`${url}/postgres`)
  await client.connect()
  await client.query('select pg_promote()')
  await client.end()
}
