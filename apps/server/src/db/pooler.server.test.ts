import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { examine } from '../doctor/doctor.ts'
import { readEnv } from '../env/env.ts'
import { sendApproved } from '../features/approvals/approvals-for-test.ts'
import { cardNetworkOf } from '../features/card-events/card-network-for-test.ts'
import { startProblem } from '../start/start-problem.ts'
import { waitForDatabase } from '../start/wait-for-database.ts'
import { consoleClient } from '../testing/access/console-for-test.ts'
import { asRuntime } from '../testing/databases/native-postgres.ts'
import { type Pooler, startPooler } from '../testing/databases/pooler.ts'
import { newServerDatabase } from '../testing/databases/server-database.ts'
import { newLinkedCard, newMember, newMerchant } from '../testing/factories.ts'
import { longTest } from '../testing/long-test.ts'
import { startProgram } from '../testing/processes/child-process.ts'
import { freePort } from '../testing/processes/free-port.ts'
import { prospect } from '../testing/prospect.ts'
import { book, newBookableMerchant } from '../testing/restaurant-book.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { newClient } from '../testing/test-client.ts'
import { root } from '../world.ts'
import { listenForChanges } from './changes.ts'
import { type Database, openDatabase } from './open-database.ts'

const server = new URL(inject('postgresUrl')!)
const place = { host: decodeURIComponent(server.hostname), port: Number(server.port) }
const { databaseUrl } = await newServerDatabase()
const direct = asRuntime(databaseUrl)
let pooler: Pooler
let statements: Pooler
let app: TestApp
let pooled: Database

beforeAll(async () => {
  const name = new URL(databaseUrl).pathname.slice(1)
  await run(`alter role dineward in database ${name} set statement_timeout = '15s'`)
  pooler = await startPooler({ ...place, settings: { default_pool_size: '2' } })
  statements = await startPooler({ ...place, settings: { pool_mode: 'statement' } })
  pooled = await openDatabase({
    databaseUrl: pooler.behind(direct),
    databaseDirectUrl: direct,
    dataDir: '',
    socketDir: '',
  })
  app = await createTestApp({}, { ownDatabase: pooled })
}, 60_000)
afterAll(async () => {
  await Promise.all([pooler.stop(), statements.stop()])
})

async function run(statement: string): Promise<void> {
  const client = new pg.Client(databaseUrl)
  await client.connect()
  await client.query(statement)
  await client.end()
}

describe('behind PgBouncer in transaction mode, with two connections of the database for ten', () => {
  test('requests have the time limit of the role; what takes long has none', async () => {
    const limitOf = async ({ db }: Pick<Database, 'db'>) =>
      (await sql<{ limit: string }>`select current_setting('statement_timeout') as limit`.execute(db))
        .rows[0]!.limit
    expect(await limitOf(pooled)).toBe('15s')
    expect(await limitOf({ db: pooled.preparedDb })).toBe('15s')
    expect(await limitOf({ db: pooled.longDb })).toBe('0')
  })

  test('join, sign in, book a table', async () => {
    const partner = app.newPartner()
    const person = prospect()
    const joined = await newClient(app, partner).send('POST', '/api/Members/Prospects', person)
    expect(joined.statusCode).toBe(200)
    const client = newClient(app, partner)
    const signIn = { userName: person.email, password: person.password }
    expect((await client.send('POST', '/api/SignIn', signIn)).statusCode).toBe(200)
    const merchant = await newBookableMerchant(app, partner)
    const wishes = Array.from({ length: 12 }, () =>
      book(client, { merchantId: merchant.id, slotId: '20260312T2300Z', partySize: 2 }),
    )
    const statuses = (await Promise.all(wishes)).map(({ statusCode }) => statusCode)
    expect(statuses).toContain(200)
    expect(statuses.filter(status => status >= 500)).toEqual([])
  })

  test('a change in the console is heard by every process', async () => {
    const { slug } = app.newPartner()
    const overrides = { partnerId: slug, settings: '{"hostNames":[]}', updatedAt: app.clock.now() }
    await pooled.db.insertInto('partnerOverrides').values(overrides).execute()
    const changes = listenForChanges({ databaseUrl: direct, log: { info() {}, warn() {} } })
    const heard: unknown[] = []
    changes.on('settings', subjects => heard.push(subjects))
    await expect.poll(() => heard).toEqual([null])
    const client = await consoleClient(app, 'admin')
    const path = `/api/Console/Programs/${slug}/Settings`
    const { settings } = (await client.get(path)).json()
    const { version } = settings.find((setting: { path: string }) => setting.path === 'maxLinkedCards')
    const body = { path: 'maxLinkedCards', value: 7, version, reason: 'Asked for by the partner' }
    expect((await sendApproved(app, client, 'POST', path, body)).statusCode).toBe(200)
    await expect.poll(() => heard.length).toBeGreaterThan(1)
    await changes.close()
  })

  test('a worker starts, and makes a dine of a card event', longTest, async () => {
    const partner = app.partners.bySlug('skyward')!
    const member = await newMember(app, partner)
    const { id: cardId } = await newLinkedCard(app, member)
    const merchant = await newMerchant(app, partner)
    const network = cardNetworkOf(app, partner, { memberId: member.id, cardId, merchant })
    expect((await network.send('transaction.clearing')).statusCode).toBe(200)
    const { said } = await startWorker({ DATABASE_URL: pooler.behind(direct), DATABASE_DIRECT_URL: direct })
    await expect.poll(() => network.balance(), { timeout: 60_000 }).toBeGreaterThan(0)
    // What it schedules, sends and looks for by itself meets no error of the database.
    await sleep(3_000)
    expect(said()).not.toMatch(/"code":"[0-9A-Z]{5}"/)
  })
})

async function startWorker(addresses: Record<string, string>) {
  const port = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'dw-pooled-'))
  const program = fileURLToPath(new URL('../main.ts', import.meta.url))
  const env = { DATA_DIR: folder, PORT: String(port), ROLE: 'worker', DEMO_NOW: '2026-03-10T18:00:00Z' }
  return startProgram(process.execPath, [program], { folder, env: { ...env, ...addresses } })
}

describe('addresses that do not fit together', () => {
  const elsewhere = direct.replace(/[^/]+$/, 'template')
  test.each([
    [
      'a pooler alone',
      () => ({ DATABASE_URL: pooler.behind(direct) }),
      /^DATABASE_URL leads to a pooler.*: set DATABASE_DIRECT_URL/,
    ],
    [
      'a pooler in statement mode',
      () => ({ DATABASE_URL: statements.behind(direct), DATABASE_DIRECT_URL: direct }),
      /takes no transactions: set pool_mode = transaction there/,
    ],
    [
      'a pooler as the direct address',
      () => ({ DATABASE_URL: pooler.behind(direct), DATABASE_DIRECT_URL: pooler.behind(direct) }),
      /^DATABASE_DIRECT_URL leads to a pooler as well/,
    ],
    [
      'a direct address of another database',
      () => ({ DATABASE_URL: pooler.behind(direct), DATABASE_DIRECT_URL: elsewhere }),
      /leads to the database "template" .*, and DATABASE_URL to the database "s\w+" .*: both must be the same/,
    ],
    [
      'a direct address with another user',
      () => ({ DATABASE_URL: pooler.behind(direct), DATABASE_DIRECT_URL: databaseUrl }),
      /as "postgres" of .* as "dineward" of .*with the same user/,
    ],
    [
      'a user without a time limit',
      () => ({ DATABASE_URL: pooler.behind(databaseUrl), DATABASE_DIRECT_URL: databaseUrl }),
      /a statement that hangs never ends.*alter role … set statement_timeout = '15s'/,
    ],
  ])('%s -> a start and the doctor say what to do', async (_what, addressesOf, sentence) => {
    const addresses = addressesOf()
    const env = readEnv({ DATA_DIR: tmpdir(), PORT: String(await freePort()), ...addresses })
    const refused = waitForDatabase(env).then(() => 'started', startProblem)
    expect(await refused).toMatch(sentence)
    const findings = await examine({ DATA_DIR: tmpdir(), ...addresses }, { root, timeoutMs: 10_000 })
    expect(findings.filter(({ check, ok }) => check === 'pooler' && !ok)).toEqual([
      { check: 'pooler', ok: false, says: expect.stringMatching(sentence) },
    ])
  })

  test('those that do -> the doctor says so', async () => {
    const source = { DATA_DIR: tmpdir(), DATABASE_URL: pooler.behind(direct), DATABASE_DIRECT_URL: direct }
    const findings = await examine(source, { root, timeoutMs: 10_000 })
    expect(findings).toContainEqual(expect.objectContaining({ check: 'pooler', ok: true }))
    expect(findings).toContainEqual(expect.objectContaining({ check: 'connections', ok: true }))
  })
})
