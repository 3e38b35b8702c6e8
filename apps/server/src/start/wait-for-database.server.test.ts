import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect, createServer, type Server, type Socket } from 'node:net'
import pg from 'pg'
import { expect, inject, onTestFinished, test, vi } from 'vitest'
import { closeAfterFile } from '../testing/databases/close-after-file.ts'
import { newServerDatabase } from '../testing/databases/server-database.ts'
import { freePort } from '../testing/processes/free-port.ts'
import { fetchStatus } from '../testing/processes/server-process.ts'
import { waitForDatabase } from './wait-for-database.ts'

/** The real database is reached behind a port of its own. */
async function openDoor(port: number): Promise<Server> {
  const { port: real } = new URL(inject('postgresUrl')!)
  const door = createServer((socket: Socket) => {
    const there = connect(Number(real), '127.0.0.1')
    for (const end of [socket, there]) end.on('error', () => {})
    socket.pipe(there).pipe(socket)
  }).listen(port, '127.0.0.1')
  await once(door, 'listening')
  closeAfterFile(async () => {
    door.close()
  })
  return door
}

test('no database at the start -> alive and not ready; once it answers, the start goes on', async () => {
  const [port, databasePort] = [await freePort(), await freePort()]
  let isOver = false
  const databaseUrl = `postgres://postgres@127.0.0.1:${databasePort}/postgres`
  const waiting = waitForDatabase({ databaseUrl, host: 'localhost', port, production: false }).then(() => {
    isOver = true
  })
  const status = (path: string) => fetchStatus(`http://localhost:${port}${path}`)
  await expect.poll(() => status('/healthz')).toBe(200)
  expect(await status('/readyz')).toBe(503)
  expect(await status('/search')).toBe(503)
  expect(isOver).toBe(false)
  await openDoor(databasePort)
  await waiting
  expect(await status('/healthz')).toBeNull()
})

test('a database that refuses us -> the start ends with what it said', async () => {
  const databaseUrl = `${inject('postgresUrl')}/there_is_none`
  await expect(
    waitForDatabase({ databaseUrl, host: 'localhost', port: await freePort(), production: false }),
  ).rejects.toThrow(/database "there_is_none" does not exist/)
})

async function run(databaseUrl: string, statement: (name: string) => string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl')! })
  await client.connect()
  await client.query(statement(new URL(databaseUrl).pathname.slice(1)))
  await client.end()
}

test('a database that takes no writes -> waits, says what to do, and goes on once it does', async () => {
  const { databaseUrl } = await newServerDatabase()
  await run(databaseUrl, name => `alter database ${name} set default_transaction_read_only = on`)
  const said = vi.spyOn(console, 'error').mockImplementation(() => {})
  onTestFinished(() => said.mockRestore())
  const port = await freePort()
  const waiting = waitForDatabase({ databaseUrl, host: 'localhost', port, production: false })
  await expect.poll(() => fetchStatus(`http://localhost:${port}/healthz`)).toBe(200)
  expect(await fetchStatus(`http://localhost:${port}/readyz`)).toBe(503)
  await run(databaseUrl, name => `alter database ${name} reset default_transaction_read_only`)
  await waiting
  expect(said.mock.calls.flat()).toEqual([
    expect.stringMatching(/takes no writes.*Set DATABASE_URL to the primary/),
    'The database answers, and takes writes.',
  ])
})

test('a user who may not write -> the start ends with what to do', async () => {
  const { databaseUrl } = await newServerDatabase()
  const user = new URL(databaseUrl).pathname.slice(1)
  await run(databaseUrl, () => `create user ${user}`)
  const url = new URL(databaseUrl)
  url.username = user
  await expect(
    waitForDatabase({ databaseUrl: url.href, host: 'localhost', port: await freePort(), production: false }),
  ).rejects.toThrow(/The user "s\w+" may not write to the database .*owner to/)
})

test.each([
  [
    'tables of another program',
    async (url: string) => query(url, 'create table members (name text)'),
    /"s\w+" has tables of another program \(members\): create an empty one .*set DATABASE_URL/,
  ],
  [
    'tables and migrations of another program',
    async (url: string) => {
      await query(url, 'create table kysely_migration (name text, timestamp text); create table shops ()')
      await query(url, "insert into kysely_migration values ('create-shops', '')")
    },
    /tables of another program \(shops\)/,
  ],
  [
    'a search path elsewhere',
    async (url: string) => {
      await query(url, 'create schema dining')
      await run(url, name => `alter database ${name} set search_path = dining`)
    },
    /works in the schema "dining", but Dineward needs "public": run: alter role "postgres" in database "s\w+" set search_path/,
  ],
  [
    'a search path that leads nowhere',
    async (url: string) => run(url, name => `alter database ${name} set search_path = lost`),
    /works in no schema, but Dineward needs "public"/,
  ],
])('a database with %s -> the start ends with what to do', async (_what, change, sentence) => {
  const databaseUrl = await emptyDatabase('template template0')
  await change(databaseUrl)
  await expect(start(databaseUrl)).rejects.toThrow(sentence)
})

test('a database in LATIN1 -> the start ends with what to do', async () => {
  const databaseUrl = await emptyDatabase("template template0 encoding 'LATIN1' locale 'C'")
  await expect(start(databaseUrl)).rejects.toThrow(/has the encoding LATIN1.*createdb --encoding=UTF8/)
})

test('an empty database, one that a failed start left, and one of ours -> the start goes on', async () => {
  const empty = await emptyDatabase('template template0')
  await start(empty)
  await query(empty, 'create table kysely_migration (name text)')
  await start(empty)
  await start((await newServerDatabase()).databaseUrl)
})

const start = async (databaseUrl: string): Promise<void> =>
  waitForDatabase({ databaseUrl, host: 'localhost', port: await freePort(), production: false })

async function emptyDatabase(options: string): Promise<string> {
  const databaseUrl = `${inject('postgresUrl')}/s${randomBytes(8).toString('hex')}`
  await run(databaseUrl, name => `create database ${name} ${options}`)
  return databaseUrl
}

async function query(databaseUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  await client.query(statement)
  await client.end()
}
