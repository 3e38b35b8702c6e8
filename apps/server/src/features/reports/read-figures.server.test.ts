import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exportedTables } from '@dineward/core/partner/settings/exports.settings.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { liabilityCommand } from '../../cli/commands/report-command.ts'
import { type Db, openDatabase } from '../../db/open-database.ts'
import type { ReadReplica } from '../../db/read-replica.ts'
import { consoleClient, sendTo } from '../../testing/access/console-for-test.ts'
import { type ReplicaPair, startReplicaPair } from '../../testing/databases/replica-pair.ts'
import { newMember, newMerchant } from '../../testing/factories.ts'
import { longTest } from '../../testing/long-test.ts'
import { createTestApp, type TestApp } from '../../testing/test-app.ts'
import type { TestClient } from '../../testing/test-client.ts'
import type { World } from '../../world.ts'
import { type CardNetwork, newCardNetwork } from '../card-events/card-network-for-test.ts'
import { exportTables } from '../exports/export-tables.service.ts'
import { readRuns, unionOf } from '../exports/exports-for-test.ts'
import { SearchIndex } from '../search/search-index.service.ts'

/** It is long enough for everything that happens while the replica stands still. */
const maxLagMs = 120_000
let pair: ReplicaPair
let replica: ReadReplica
let app: TestApp
let db: Db
let network: CardNetwork
beforeAll(async () => {
  pair = await startReplicaPair()
  // The app closes it.
  const database = await openDatabase({ databaseUrl: pair.primaryUrl, dataDir: '', socketDir: '' })
  replica = await pair.openReplica({ maxLagMs })
  app = await createTestApp({ replica, metricsTokens: ['metrics'] }, { ownDatabase: database })
  db = database.db
  network = await newCardNetwork(app, { like: 'harbor' })
  await network.deliver('transaction.clearing', { amount: 100 })
})
const folder = mkdtempSync(join(tmpdir(), 'dw-replica-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const tell = (statement: string) => pair.owner.standby.executeSql(statement)
const resume = () => tell('select pg_wal_replay_resume()')

/** All that was written is there; from now on nothing else comes, until the test ends. */
async function pauseReplay(): Promise<void> {
  await untilReplayed()
  onTestFinished(() => resume().then(() => {}))
  await tell('select pg_wal_replay_pause()')
  const state = async () => (await tell('select pg_get_wal_replay_pause_state() as state')).rows[0]
  await expect.poll(state).toEqual({ state: 'paused' })
}

async function untilReplayed(): Promise<void> {
  // Commits of the tests' servers are written a moment later.
  await sql`select pg_logical_emit_message(true, 'test', 'flushed')`.execute(pair.owner.primary.db)
  const { rows } = await pair.owner.primary.executeSql('select pg_current_wal_insert_lsn()::text as lsn')
  const { lsn } = rows[0]! as { lsn: string }
  const has = async () => (await tell(`select pg_last_wal_replay_lsn() >= '${lsn}' as has`)).rows[0]
  await expect.poll(has).toEqual({ has: true })
  await expect.poll(() => replica.state().isUsed).toBe(true)
}

const month = 'from=2026-03-01&to=2026-03-31'
async function spendSeenBy(client: TestClient): Promise<{ spentCents: number; asOf: string | null }> {
  const response = await client.get(`/api/Console/Insight?partner=${network.partner.slug}&${month}`)
  expect(response.statusCode, response.body).toBe(200)
  const { programs, asOf } = response.json()
  return { spentCents: programs[0].now.spentCents, asOf }
}
const isOlderThan = (ms: number) => ({
  asymmetricMatch: (at: string) => app.clock.now().getTime() - Date.parse(at) > ms,
})

test(
  'a replica behind by seconds -> old figures with their time for those who changed nothing, and those of now for who did',
  longTest,
  async () => {
    const viewer = await consoleClient(app, 'viewer')
    const admin = await consoleClient(app, 'admin')
    await pauseReplay()
    await network.deliver('transaction.clearing', { amount: 50 })
    expect(await spendSeenBy(viewer)).toEqual({ spentCents: 10_000, asOf: null })
    await expect
      .poll(() => spendSeenBy(viewer), { interval: 500 })
      .toEqual({ spentCents: 10_000, asOf: isOlderThan(5_000) })
    expect(await spendSeenBy(admin)).toEqual({ spentCents: 10_000, asOf: isOlderThan(5_000) })

    const query = { partner: network.partner.slug, from: '2026-03-01', to: '2026-03-31', measures: 'spend' }
    const saved = await sendTo(admin, 'POST', '/api/Console/Insight/SavedReports', {
      name: 'Spend',
      query,
      sharedWith: null,
    })
    expect(saved.statusCode, saved.body).toBe(201)
    expect(await spendSeenBy(admin)).toEqual({ spentCents: 15_000, asOf: null })
    expect(await spendSeenBy(viewer)).toEqual({ spentCents: 10_000, asOf: isOlderThan(5_000) })

    await expectEachToSayItsAge(viewer)
    await resume()
    await expect.poll(() => spendSeenBy(viewer)).toEqual({ spentCents: 15_000, asOf: null })
  },
)

/** Other pages and the command say it as well; a file cannot, and is of now. */
async function expectEachToSayItsAge(client: TestClient): Promise<void> {
  const { slug } = network.partner
  for (const path of [
    `Insight/Trend?partner=${slug}&${month}`,
    `Insight/Cohorts?partner=${slug}`,
    `Insight/Effects?partner=${slug}`,
    `Insight/Report?partner=${slug}&${month}&measures=spend`,
  ]) {
    const response = await client.get(`/api/Console/${path}`)
    expect([path, response.json().asOf]).toEqual([path, isOlderThan(5_000)])
  }
  const finance = { actor: { kind: 'system', name: 'ada' }, cwd: folder } as const
  const printed = async (format: string) => {
    const lines: string[] = []
    const world = { database: app.database, replica, clock: app.clock, partners: app.partners }
    await liabilityCommand(world as unknown as World, ['--partner', slug, '--format', format], {
      ...finance,
      print: line => lines.push(line),
    })
    return lines
  }
  const text = await printed('text')
  expect(text[0]).toMatch(/^Figures as of 2026-03-10T17:5\d:\d\d\.\d{3}Z, from the read replica\.$/)
  const outstanding = text.find(line => line.includes('outstanding to members'))
  expect((await printed('csv')).join()).not.toContain(outstanding!.trim().split(/\s+/).at(-1))
  const metrics = await app.app.inject({ url: '/metrics', headers: { authorization: 'Bearer metrics' } })
  expect(metrics.body).toMatch(/^replica_in_use 1$/m)
  expect(Number(/^replica_lag_seconds (\S+)$/m.exec(metrics.body)?.[1])).toBeGreaterThan(5)
}

const anExport = {
  to: join(folder, 'export'),
  tables: exportedTables,
  format: 'ndjson',
  rowsOfFile: 3,
} as const
/** @returns where each statement of the run was read from */
async function run(of: { from?: ReadReplica | null; isScheduled?: boolean } = {}) {
  const { from = replica, isScheduled = true } = of
  const services = {
    ...app.context(network.partner),
    actor: { kind: 'system', name: 'jobs' } as const,
    replica: from,
  }
  return exportTables(services, { ...anExport, isScheduled })
}
const runAndRead = () => run().then(exported)
const exported = () => {
  const union = unionOf(readRuns(anExport.to, network.partner.slug))
  return (union.members ? [...union.members.values()] : []).map(row => Number(row.row_version)).toSorted()
}
const versions = async () =>
  (
    await sql<{
      v: number
    }>`select row_version as v from members where partner_id = ${network.partner.slug}`.execute(db)
  ).rows
    .map(({ v }) => v)
    .toSorted()

test(
  'exports while the replica stands still, lags, is left out and comes back -> no row is missing, none comes twice',
  longTest,
  async () => {
    const rename = (name: string) =>
      sql`update members set first_name = ${name} where partner_id = ${network.partner.slug}`.execute(db)
    await newMember(app, network.partner)
    await untilReplayed()
    await expect.poll(runAndRead).toEqual(await versions())
    await pauseReplay()
    await rename('Late')
    expect(await run()).toBeNull()
    expect(await run({ from: null })).toMatchObject({
      tables: expect.arrayContaining([expect.objectContaining({ name: 'members', rows: 2 })]),
    })
    expect(exported()).toEqual(await versions())
    // The replica is behind the run before: going on from there would repeat its rows.
    expect(await run()).toBeNull()
    await rename('Later')
    expect(await run()).not.toBeNull()
    expect(exported()).toEqual(await versions())
    await resume()
    await untilReplayed()
    expect(await run()).toBeNull()
    await rename('Latest')
    await untilReplayed()
    await expect.poll(runAndRead).toEqual(await versions())
  },
)

/** Rows of a transaction that began before others and commits after a reader has gone by. */
async function commitLate<T>(first: (db: Db) => Promise<unknown>, meanwhile: () => Promise<T>): Promise<T> {
  const result = Promise.withResolvers<T>()
  await db.transaction().execute(async trx => {
    await first(trx)
    await newMember(app, app.newPartner())
    await untilReplayed()
    await meanwhile().then(result.resolve, result.reject)
  })
  return result.promise
}

test(
  'a row whose transaction is open while an export reads the replica -> in the next run',
  longTest,
  async () => {
    await commitLate(
      trx =>
        sql`update members set last_name = 'Open' where partner_id = ${network.partner.slug}`.execute(trx),
      async () => {
        await run()
        expect(exported()).toEqual(await versions())
      },
    )
    expect(exported()).not.toEqual(await versions())
    await untilReplayed()
    await expect.poll(runAndRead).toEqual(await versions())
  },
)

test('a restaurant whose transaction is open while search is loaded from the replica -> its change comes later', async () => {
  const partner = app.newPartner()
  const { id } = await newMerchant(app, partner, { name: 'Before' })
  const loadedFrom: string[] = []
  const index = new SearchIndex(db, {
    read: (primary, work) =>
      commitLate(
        trx => sql`update merchants set name = 'After' where id = ${id}`.execute(trx),
        async () => {
          const read = await replica.read(primary, work)
          loadedFrom.push(read.ageMs > 0 ? 'replica' : 'primary')
          return read
        },
      ),
  })
  await index.refresh()
  expect(loadedFrom).toEqual(['replica'])
  expect((await index.listed(partner.slug, [id], app.clock.now()))[0]?.name).toBe('After')
  await index.close()
})
