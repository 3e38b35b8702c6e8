import { execFileSync } from 'node:child_process'
import dns from 'node:dns'
import { chmodSync, chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { examine } from '../doctor/doctor.ts'
import { type DatabaseAddresses, readDatabase, withTls } from '../env/env-database.ts'
import { startProblem } from '../start/start-problem.ts'
import { waitForDatabase } from '../start/wait-for-database.ts'
import { type NativePostgres, startPostgres } from '../testing/databases/native-postgres.ts'
import { freePort } from '../testing/processes/free-port.ts'
import { root } from '../world.ts'

const elsewhere = 'database.example'
const folder = mkdtempSync(join(tmpdir(), 'dw-tls-'))
const authority = join(folder, 'ca.pem')
let server: NativePostgres
let port: string

beforeAll(async () => {
  server = await startPostgres()
  port = new URL(server.url).port
  // Names of other machines lead here.
  vi.spyOn(dns, 'lookup').mockImplementation(((
    _host: string,
    options: { all?: boolean },
    answer: unknown,
  ) => {
    const found = { address: '127.0.0.1', family: 4 }
    const give = answer as (error: null, address: unknown, family?: number) => void
    return options.all ? give(null, [found]) : give(null, found.address, found.family)
  }) as typeof dns.lookup)
})
afterAll(async () => {
  vi.restoreAllMocks()
  await server.stop()
  rmSync(folder, { recursive: true, force: true })
})

const addressOf = (host: string, query = '') => `postgres://postgres@${host}:${port}/template${query}`

function read(values: Parameters<typeof readDatabase>[0]): DatabaseAddresses {
  const problems: string[] = []
  const addresses = readDatabase(values, problems)
  expect(problems).toEqual([])
  return addresses
}

/** As a start does. @returns whether the connection is encrypted, or the sentence that the start ends with. */
async function connect(values: Parameters<typeof readDatabase>[0]): Promise<string> {
  const { databaseUrl } = read(values)
  try {
    await waitForDatabase({ databaseUrl, host: 'localhost', port: await freePort(), production: false })
  } catch (error) {
    return startProblem(error)
  }
  const client = new pg.Client(databaseUrl!)
  await client.connect()
  const { rows } = await client.query<{ ssl: boolean }>(
    'select ssl from pg_stat_ssl where pid = pg_backend_pid()',
  )
  await client.end()
  return rows[0]!.ssl ? 'encrypted' : 'plain'
}

describe('a server without TLS', () => {
  test.each([
    ['on this machine', 'localhost', {}, /^plain$/],
    ['on this machine, by address', '127.0.0.1', {}, /^plain$/],
    [
      'elsewhere',
      elsewhere,
      {},
      /takes no encrypted connections.*turn on ssl there, or set DATABASE_TLS=off/,
    ],
    ['elsewhere, of a short name', 'database', {}, /takes no encrypted connections/],
    ['elsewhere, with DATABASE_TLS=off', elsewhere, { DATABASE_TLS: 'off' }, /^plain$/],
    [
      'on this machine, with TLS required',
      'localhost',
      { DATABASE_TLS: 'require' },
      /no encrypted connections/,
    ],
  ])('%s', async (_where, host, values, expected) => {
    expect(await connect({ DATABASE_URL: addressOf(host), ...values })).toMatch(expected)
  })

  test('elsewhere, with sslmode=disable in the address -> DATABASE_TLS decides alone', async () => {
    const DATABASE_URL = addressOf(elsewhere, '?sslmode=disable')
    expect(await connect({ DATABASE_URL })).toMatch(/takes no encrypted connections/)
  })
})

describe('a server with a certificate of an authority of its own', () => {
  beforeAll(async () => {
    makeCertificates()
    const client = new pg.Client(`${server.url}/postgres`)
    await client.connect()
    for (const [name, value] of [
      ['ssl_cert_file', join(folder, 'server.pem')],
      ['ssl_key_file', join(folder, 'server.key')],
      ['ssl', 'on'],
    ] as const)
      await client.query(`alter system set ${name} = '${value}'`)
    await client.query('select pg_reload_conf()')
    await client.end()
    const DATABASE_URL = addressOf('localhost')
    await vi.waitUntil(
      async () => (await connect({ DATABASE_URL, DATABASE_TLS: 'require' })) === 'encrypted',
      60_000,
    )
  })

  test.each([
    ['its authority known', elsewhere, { DATABASE_CA: authority }, /^encrypted$/],
    ['its authority unknown', elsewhere, {}, /certificate of an unknown authority: set DATABASE_CA/],
    ['another host', 'other.example', { DATABASE_CA: authority }, /certificate of another host/],
    ['not verified, as DATABASE_TLS=require says', elsewhere, { DATABASE_TLS: 'require' }, /^encrypted$/],
  ])('%s', async (_what, host, values, expected) => {
    expect(await connect({ DATABASE_URL: addressOf(host), ...values })).toMatch(expected)
  })

  test('the user that owns the tables connects in the same way', () => {
    const { databaseOwnerUrl } = read({
      DATABASE_URL: addressOf(elsewhere),
      DATABASE_OWNER_URL: addressOf(elsewhere),
      DATABASE_CA: authority,
    })
    expect(new pg.Client(databaseOwnerUrl!)).toMatchObject({ ssl: { ca: expect.stringContaining('BEGIN') } })
  })

  test('an address that a command is given -> encrypted as well', () => {
    const { databaseTls } = read({ DATABASE_CA: authority })
    expect(new pg.Client(withTls(addressOf(elsewhere), databaseTls))).toMatchObject({
      ssl: { ca: expect.stringContaining('BEGIN') },
    })
  })

  test('doctor -> says how connections are encrypted', async () => {
    const source = {
      DATABASE_URL: addressOf(elsewhere),
      DATABASE_CA: authority,
      DATA_DIR: join(folder, 'data'),
    }
    const found = await examine(source, { root, timeoutMs: 60_000 })
    expect(found).toContainEqual({
      check: 'encryption',
      ok: true,
      says: expect.stringMatching(/^connections to the database are encrypted \(TLSv1\.3\)$/),
    })
    const plain = await examine({ ...source, DATABASE_TLS: 'off' }, { root, timeoutMs: 60_000 })
    expect(plain.map(({ says }) => says)).toContain(
      'connections to the database are not encrypted (127.0.0.1)',
    )
    const unknown = await examine({ ...source, DATABASE_CA: '' }, { root, timeoutMs: 60_000 })
    expect(unknown.map(({ says }) => says)).toContainEqual(expect.stringContaining('set DATABASE_CA'))
  })
})

test('a file of authorities that is not there -> the variable', () => {
  const problems: string[] = []
  readDatabase({ DATABASE_URL: addressOf(elsewhere), DATABASE_CA: '/nowhere/ca.pem' }, problems)
  expect(problems).toEqual(['DATABASE_CA is "/nowhere/ca.pem", which cannot be read.'])
})

function makeCertificates(): void {
  const openssl = (...args: readonly string[]) =>
    execFileSync(
      'openssl',
      ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', ...args],
      {
        cwd: folder,
        stdio: 'pipe',
      },
    )
  openssl('-keyout', 'ca.key', '-out', 'ca.pem', '-subj', '/CN=authority')
  const host = ['-subj', `/CN=${elsewhere}`, '-addext', `subjectAltName=DNS:${elsewhere}`]
  openssl('-keyout', 'server.key', '-out', 'server.pem', '-CA', 'ca.pem', '-CAkey', 'ca.key', ...host)
  chmodSync(folder, 0o755)
  chmodSync(join(folder, 'server.key'), 0o600)
  if (process.getuid?.() === 0)
    for (const file of ['server.key', 'server.pem']) chownSync(join(folder, file), 65_534, 65_534)
}
