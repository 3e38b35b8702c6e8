import { chmodSync, mkdirSync, mkdtempSync } from 'node:fs'
import { createServer as createHttpServer, type RequestListener } from 'node:http'
import { createServer } from 'node:https'
import { type AddressInfo, createServer as createNetServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import { describe, expect, inject, test } from 'vitest'
import { doctorCommand } from '../cli/commands/doctor-command.ts'
import type { Db } from '../db/open-database.ts'
import { insertStoredPartner } from '../features/partner/stored-partners.repository.ts'
import { type JoinedServer, joinServers } from '../features/servers/servers.service.ts'
import { closeAfterFile } from '../testing/databases/close-after-file.ts'
import { asRuntime, runtimeRole } from '../testing/databases/native-postgres.ts'
import { asOwner } from '../testing/databases/owner-database.ts'
import { createTestApp } from '../testing/test-app.ts'
import { root } from '../world.ts'
import { type DoctorOptions, examine } from './doctor.ts'
import { expiredCertificate } from './expired-certificate-for-test.ts'
import { textOf } from './finding.ts'

const app = await createTestApp({}, { ownDatabase: true })
const db = await asOwner(app.database)
const { rows } = await sql<{ name: string }>`select current_database() as name`.execute(db)
const databaseName = rows[0]!.name
const databaseUrl = `${inject('postgresUrl')}/${databaseName}`
const newDataDir = () => mkdtempSync(join(tmpdir(), 'dw-doctor-'))
const healthy = { DATABASE_URL: databaseUrl, DATA_DIR: newDataDir() }

/** @returns its port. */
async function listening(server: Server): Promise<number> {
  closeAfterFile(() => server.close())
  await new Promise<void>(resolve => server.listen(0, 'localhost', resolve))
  return (server.address() as AddressInfo).port
}
const answering = (answer: RequestListener) => listening(createHttpServer(answer))
const silent = () => listening(createNetServer(() => {}))
const ofDatabase = (setting: string) =>
  sql`alter database ${sql.id(databaseName)} ${sql.raw(setting)}`.execute(db)

const problemsOf = async (source: Record<string, string>, options: Partial<DoctorOptions> = {}) =>
  (await examine(source, { root, timeoutMs: 60_000, ...options })).filter(({ ok }) => !ok)

interface Fault {
  /** @returns what the environment has besides, or instead. */
  plant(): Promise<Record<string, string>>
  readonly says: RegExp
  readonly repair?: () => Promise<unknown>
  readonly options?: Partial<DoctorOptions>
}

const production = {
  APP_ENV: 'production',
  PUBLIC_URL: 'https://localhost:1',
  CARD_FRAME_URL: 'https://localhost:1',
  SMTP_URL: 'smtp://localhost:1',
  APP_SECRET: 'kD8sJ2mNq7vXz4Rt',
  CARD_TOKEN_SECRET: 'wP3fLb9yHc6uQe1A',
  FIDEL_WEBHOOK_SECRET: 'tZ5gVx8oKi2nMr7S',
}

async function withRow(write: (db: Db) => Promise<unknown>): Promise<Record<string, string>> {
  await write(db)
  return {}
}

let joined: JoinedServer | null = null

const faults: Record<string, Fault> = {
  'a stopped database': {
    plant: async () => ({ DATABASE_URL: 'postgres://postgres@127.0.0.1:1/dineward' }),
    says: /database: The database does not answer .*ECONNREFUSED.*Start it, or look at DATABASE_URL/,
  },
  'a database that is not there': {
    plant: async () => ({ DATABASE_URL: `${inject('postgresUrl')}/lost` }),
    says: /database: The database does not answer .*"lost" does not exist.*createdb/,
  },
  'a read-only database': {
    plant: () => withRow(() => ofDatabase('set default_transaction_read_only = on')),
    says: /database: The database takes no writes.*Set DATABASE_URL to the primary/,
    repair: () => ofDatabase('reset default_transaction_read_only'),
  },
  'a user who may not write': {
    async plant() {
      await sql`create user ${sql.id(databaseName)}`.execute(db)
      const url = new URL(databaseUrl)
      url.username = databaseName
      return { DATABASE_URL: url.href }
    },
    says: /database: The user ".*" may not write to the database .*owner to/,
    repair: () => sql`drop user ${sql.id(databaseName)}`.execute(db),
  },
  'a product that owns its tables, in production': {
    plant: async () => production,
    says: /roles: The role "postgres".* is a superuser, so it can change what is append-only.*Two database roles/,
  },
  'a data folder that cannot be written': {
    plant: async () => ({ DATA_DIR: join(fileURLToPath(import.meta.url), 'data') }),
    says: /configuration: The data folder .* cannot be read and written .*set DATA_DIR/,
  },
  'too few connections': {
    plant: () => withRow(() => ofDatabase('connection limit 5')),
    says: /connections: Only \d+ of 5 connections are left.*put a pooler in front/,
    repair: () => ofDatabase('connection limit -1'),
  },
  'a database of another build from before 1.0': {
    plant: () => withRow(() => sql`update kysely_migration set name = '001-' || name`.execute(db)),
    says: /migrations: The data was written by another build from before version 1.0.*use an empty database/,
    repair: () => sql`update kysely_migration set name = substr(name, 5)`.execute(db),
  },
  'a clock five minutes off': {
    plant: async () => ({}),
    options: { systemTime: () => Date.now() + 300_000 },
    says: /agreement: This machine's clock is 5 min 0 s ahead of the database's.*NTP/,
  },
  'another secret on one of the servers': {
    async plant() {
      const others = { APP_SECRET: ['another-secret-by-mistake'] }
      joined = await joinServers({ db, role: 'web', port: 3000, secrets: others, isStrict: false, warn() {} })
      return production
    },
    says: /agreement: APP_SECRET differs from that of .*:3000: .*Give all processes the same value/,
    repair: () => joined!.leave(),
  },
  'a worker that stands still': {
    plant: () =>
      withRow(() =>
        sql`
          insert into card_events (provider, event, dedupe_key, body, received_at, status)
          values ('fidel', 'transaction.clearing', 'k', '{}', now() - interval '20 minutes', 'received')`.execute(
          db,
        ),
      ),
    says: /queue: Waiting card events: 1, the oldest for 20 minutes. Start a worker/,
    repair: () => sql`delete from card_events`.execute(db),
  },
  'a parked card event': {
    plant: () =>
      withRow(() =>
        sql`
          insert into card_events (provider, event, dedupe_key, body, received_at, status, reason_code)
          values ('fidel', 'transaction.clearing', 'parked', '{}', now(), 'parked', 'processing_failed')`.execute(
          db,
        ),
      ),
    says: /queue: Parked card events: 1\. .*npm run inbox -- list/,
    repair: () => sql`delete from card_events`.execute(db),
  },
  'a job that is late': {
    plant: () =>
      withRow(() =>
        sql`
          insert into jobs.job (name, policy, state, created_on, started_on, completed_on, output)
          values ('payouts', 'singleton', 'completed', now() - interval '2 hours', now() - interval '2 hours', now(), '{"value": "done"}')`.execute(
          db,
        ),
      ),
    says: /jobs: payouts should have run since .*Start a worker/,
    repair: () => sql`delete from jobs.job`.execute(db),
  },
  'a job that fails': {
    plant: () =>
      withRow(() =>
        sql`
          insert into jobs.job (name, policy, state, started_on, completed_on, output)
          values ('payouts', 'singleton', 'failed', now(), now(), '{"message": "the bank is closed"}')`.execute(
          db,
        ),
      ),
    says: /jobs: payouts failed: the bank is closed/,
    repair: () => sql`delete from jobs.job`.execute(db),
  },
  'an expired certificate': {
    async plant() {
      const port = await listening(createServer(expiredCertificate))
      return { PUBLIC_URL: `https://localhost:${port}` }
    },
    says: /certificate of PUBLIC_URL: The certificate of localhost expired on 2020-01-31. Renew it/,
  },
  'a proxy that is not there': {
    plant: async () => ({ CARD_FRAME_URL: 'https://localhost:1' }),
    says: /certificate of CARD_FRAME_URL: localhost:1 does not answer over TLS .*ECONNREFUSED/,
  },
  'a mail server that is silent': {
    plant: async () => ({ SMTP_URL: `smtp://localhost:${await silent()}` }),
    says: /mail: localhost:\d+ does not accept us .*Look at SMTP_URL/,
    options: { timeoutMs: 400 },
  },
  'a payout provider that refuses the key': {
    async plant() {
      const port = await answering((_request, reply) => reply.writeHead(401).end())
      const TREMENDOUS_URL = `http://localhost:${port}`
      return { TREMENDOUS_API_KEY: 'k', TREMENDOUS_CAMPAIGN_ID: 'c', TREMENDOUS_URL }
    },
    says: /payouts: localhost:\d+ refuses our key \(401\). Look at TREMENDOUS_API_KEY/,
  },
  'a content account that hangs': {
    plant: async () => ({ CONTENT_TOKENS: 'skyward=abc', CONTENT_URL: `http://localhost:${await silent()}` }),
    says: /content of skyward: localhost:\d+ does not answer .*Look at CONTENT_TOKENS/,
    options: { timeoutMs: 400 },
  },
  'a malware scanner that is silent': {
    plant: async () => ({ MALWARE_SCANNER_URL: `clamd://localhost:${await silent()}` }),
    says: /malware scanner: clamd:\/\/localhost:\d+ does not answer .*Look at MALWARE_SCANNER_URL/,
    options: { timeoutMs: 400 },
  },
  'a provider of a program that was made in the console': {
    plant: () =>
      withRow(async () => {
        const { source } = app.partners.bySlug('harbor')!
        const settlement = { via: 'http', endpoint: 'http://localhost:1/accruals' }
        await insertStoredPartner(
          db,
          {
            ...source,
            slug: 'bistro',
            settings: { ...(source.settings as object), hostNames: [], settlement },
          },
          new Date(),
        )
      }),
    says: /settlement of bistro: localhost:1 does not answer .*Look at its setting settlement.endpoint/,
    repair: () => sql`delete from stored_partners`.execute(db),
  },
  'a setting in the database that this build does not know': {
    plant: () =>
      withRow(() =>
        sql`
          insert into partner_overrides (partner_id, settings, updated_at)
          values ('harbor', '{"pointsPerDollar": 3}', now())`.execute(db),
      ),
    says: /programs: .*pointsPerDollar.*Change it in the console/,
    repair: () => sql`delete from partner_overrides`.execute(db),
  },
  'an identity provider with another name': {
    async plant() {
      const port = await answering((_request, reply) => reply.end('{"issuer":"https://other.example"}'))
      return { SSO_ISSUERS: `meridian=http://localhost:${port}` }
    },
    says: /sign-in of meridian: .*calls itself https:\/\/other.example.*npm run sso -- check --partner meridian/,
  },
  'a weak secret': {
    plant: async () => ({ APP_SECRET: 'change-me-change-me-123' }),
    says: /secrets: The secret "app" can be guessed.*openssl rand/,
  },
  'secrets that others can read': {
    async plant() {
      const dataDir = newDataDir()
      await examine({ ...healthy, DATA_DIR: dataDir }, { root })
      chmodSync(join(dataDir, 'secrets.json'), 0o644)
      return { DATA_DIR: dataDir }
    },
    says: /secrets: Other accounts can read .*Run: chmod 600/,
  },
  'a restore that was stopped': {
    async plant() {
      const dataDir = newDataDir()
      mkdirSync(join(dataDir, 'restoring'))
      return { DATA_DIR: dataDir }
    },
    says: /data folder: A restore into .* was not finished/,
  },
  'no backup in production': {
    plant: async () => production,
    says: /backup: No backup for a day: there is none. Run npm run backup/,
  },
  'a configuration that is not complete': {
    plant: async () => ({ APP_ENV: 'production', DATABASE_URL: '' }),
    says: /configuration: DATABASE_URL must be set when APP_ENV is production/,
  },
  'a variable with a typing mistake': {
    plant: async () => ({ PORT: 'eighty' }),
    says: /configuration: PORT is "eighty"; it must be a port number/,
  },
}

describe('npm run doctor', () => {
  test('nothing is broken -> no problem', async () => {
    expect(await problemsOf(healthy)).toEqual([])
  })

  test.each(Object.entries(faults))(
    '%s -> found, with what to do',
    async (_name, { plant, says, repair, options }) => {
      const changes = await plant()
      try {
        const found = await problemsOf({ ...healthy, ...changes }, options)
        expect(found.map(one => `${one.check}: ${textOf(one)}`)).toContainEqual(expect.stringMatching(says))
      } finally {
        await repair?.()
      }
    },
  )

  test('as a role that owns nothing -> said', async () => {
    const source = { ...healthy, DATABASE_URL: asRuntime(databaseUrl) }
    expect(await examine(source, { root, timeoutMs: 60_000 })).toContainEqual({
      check: 'roles',
      ok: true,
      says: `"${runtimeRole}" owns nothing, and cannot change what is append-only`,
    })
  })

  test('the command: a line each, exit code 1 with a problem, and --json', async () => {
    const lines: string[] = []
    const print = (line: string) => void lines.push(line)
    expect(await doctorCommand(healthy, [], print)).toBe(0)
    expect(lines.at(-1)).toBe('Everything is in order.')
    expect(
      await doctorCommand({ ...healthy, DATABASE_URL: 'postgres://127.0.0.1:1/x' }, ['--json'], print),
    ).toBe(1)
    expect(JSON.parse(lines.at(-1)!)).toMatchObject({ ok: false })
  })
})
