import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { readEnv } from '../env/env.ts'
import { withTls } from '../env/env-database.ts'
import { isConnectionError } from './connection-error.ts'
import { hostsOf, newClient } from './database-hosts.ts'

test.each([
  ['postgres://one/dineward', ['postgres://one/dineward']],
  [
    'postgres://app:p@ss@one:5433,two/dineward?target_session_attrs=read-write',
    ['postgres://app:p@ss@one:5433/dineward', 'postgres://app:p@ss@two/dineward'],
  ],
  [
    'postgres://[::1]:1,db.example/x?target_session_attrs=primary&options=-c%20geqo%3Doff',
    ['postgres://[::1]:1/x?options=-c%20geqo%3Doff', 'postgres://db.example/x?options=-c%20geqo%3Doff'],
  ],
  ['postgres:///dineward?host=/run/postgresql', ['postgres:///dineward?host=/run/postgresql']],
])('%s -> an address for each host', (address, expected) => {
  expect(hostsOf(address)).toEqual(expected)
})

test.each([
  ['one,,two', /DATABASE_URL names an empty host: write its hosts as in postgres:/],
  ['one,:5432', /DATABASE_URL names an empty host/],
  ['one,two:port', /DATABASE_URL cannot be read/],
  ['?host=one,two', /DATABASE_URL names several hosts after host=/],
  ['one,two/x?target_session_attrs=standby', /target_session_attrs=standby, but the product writes/],
  ['one/x?target_session_attrs=any', /target_session_attrs=any, but the product writes/],
])('%s -> refused, with what to write', (hosts, sentence) => {
  const given = { DATA_DIR: '/tmp', DATABASE_URL: `postgres://app:secret@${hosts}` }
  expect(() => readEnv(given)).toThrow(sentence)
  expect(() => readEnv(given)).not.toThrow(/app:secret/)
})

test.each([
  ['postgres://localhost:1,127.0.0.1:2/x', 'postgres://localhost:1,127.0.0.1:2/x'],
  [
    'postgres://localhost:1,two:2/x?target_session_attrs=read-write',
    'postgres://localhost:1,two:2/x?target_session_attrs=read-write&sslmode=verify-full',
  ],
])('%s -> encrypted where one of its hosts is elsewhere', (address, expected) => {
  expect(withTls(address, { mode: null, authorityFile: null })).toBe(expected)
})

test('hosts that do not answer -> one error that names each, which the caller may retry', async () => {
  const silent = createServer(() => {}).listen(0, '127.0.0.1')
  await once(silent, 'listening')
  onTestFinished(() => void silent.close())
  const { port } = silent.address() as { port: number }
  const client = newClient(`postgres://app:secret@127.0.0.1:1,127.0.0.1:${port}/x`)
  const error = await client.connect().catch((thrown: Error) => thrown)
  expect(String(error)).toBe(
    `Error: No host of the database takes writes: 127.0.0.1:1 does not answer (ECONNREFUSED), 127.0.0.1:${port} does not answer (timeout expired).`,
  )
  expect(isConnectionError(error)).toBe(true)
})
