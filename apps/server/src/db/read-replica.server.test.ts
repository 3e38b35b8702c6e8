import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { examine } from '../doctor/doctor.ts'
import { newestReports, reportAlive } from '../features/servers/servers.repository.ts'
import { pairDatabase, type ReplicaPair, startReplicaPair } from '../testing/databases/replica-pair.ts'
import { longTest } from '../testing/long-test.ts'
import { freePort } from '../testing/processes/free-port.ts'
import { root } from '../world.ts'
import { unreachable } from './connection-error.ts'
import { type Database, type Db, openDatabase } from './open-database.ts'
import { notFollowed, type ReadReplica, type ReplicaOptions } from './read-replica.ts'

let pair: ReplicaPair
let primary: Database
beforeAll(async () => {
  pair = await startReplicaPair()
  primary = await pair.openPrimary()
  await sql`create table notes (text text)`.execute(pair.owner.primary.db)
  await sql`grant all on notes to public`.execute(pair.owner.primary.db)
})

const folder = mkdtempSync(join(tmpdir(), 'dw-doctor-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const write = (text: string) => sql`insert into notes values (${text})`.execute(primary.db)
const wrote = async (db: Db, text: string): Promise<boolean> =>
  (await sql`select from notes where text = ${text}`.execute(db)).rows.length > 0
/** Where it was read, and whether the note was there. */
const find = (replica: ReadReplica, text: string) =>
  replica.read(primary.db, async db => ({
    from: await serverOf(db),
    found: await wrote(db, text),
  }))
async function serverOf(db: Db): Promise<'standby' | 'primary'> {
  const { rows } = await sql<{ is: boolean }>`select pg_is_in_recovery() as is`.execute(db)
  return rows[0]!.is ? 'standby' : 'primary'
}
const tell = (statement: string) => pair.owner.standby.executeSql(statement)

async function used(options: Partial<ReplicaOptions> = {}): Promise<ReadReplica> {
  const replica = await pair.openReplica(options)
  await expect.poll(() => replica.state()).toMatchObject({ isUsed: true, problem: null })
  return replica
}

/** Replay stands still until the test ends. */
async function pauseReplay(): Promise<void> {
  onTestFinished(() => tell('select pg_wal_replay_resume()').then(() => {}))
  await tell('select pg_wal_replay_pause()')
  const state = async () => (await tell('select pg_get_wal_replay_pause_state() as state')).rows[0]
  await expect.poll(state).toEqual({ state: 'paused' })
}

async function setStandby(name: string, value: string): Promise<void> {
  onTestFinished(async () => {
    await tell(`alter system reset ${name}`)
    await tell('select pg_reload_conf()')
  })
  await tell(`alter system set ${name} = '${value}'`)
  await tell('select pg_reload_conf()')
  await expect.poll(async () => (await tell(`show ${name}`)).rows[0]).toEqual({ [name]: value })
}

test('a standby that follows -> it is read, and has what was written', async () => {
  const replica = await used()
  await write('first')
  await expect.poll(() => find(replica, 'first')).toMatchObject({ value: { from: 'standby', found: true } })
  expect((await find(replica, 'first')).ageMs).toBeLessThan(1_000)
})

test('nothing is written for longer than the bound, also in a new file of the log -> it is read all the same', async () => {
  const replica = await used()
  await pair.owner.primary.executeSql('select pg_switch_wal()')
  await expect.poll(() => replica.state().lagSeconds).toBeLessThan(0.2)
  await sleep(1_200)
  expect((await find(replica, 'none')).value.from).toBe('standby')
  await pauseReplay()
  await sleep(1_200)
  expect(replica.state()).toMatchObject({ isUsed: true, problem: null })
})

test('paused while much is written -> within the bound old and said to be, then from the primary; back once it goes on', async () => {
  const replica = await used()
  await pauseReplay()
  await write('late')
  const read = await find(replica, 'late')
  expect(read.value).toEqual({ from: 'standby', found: false })
  await expect
    .poll(() => find(replica, 'late'))
    .toEqual({ value: { from: 'primary', found: true }, ageMs: 0 })
  await expect
    .poll(() => replica.state())
    .toMatchObject({
      isUsed: false,
      problem: expect.stringContaining('is further behind than DATABASE_READ_MAX_LAG allows'),
    })
  expect(replica.state().lagSeconds).toBeGreaterThan(1)
  await tell('select pg_wal_replay_resume()')
  await expect.poll(() => find(replica, 'late')).toMatchObject({ value: { from: 'standby', found: true } })
})

test('what a read allows is younger than the replica -> from the primary', async () => {
  const replica = await used({ maxLagMs: 60_000 })
  await pauseReplay()
  await write('young')
  const read = (maxAgeMs: number) => replica.read(primary.db, serverOf, { maxAgeMs })
  // The server of the tests writes its log a moment after a commit.
  await expect.poll(async () => (await read(60_000)).ageMs).toBeGreaterThan(250)
  expect((await read(60_000)).value).toBe('standby')
  expect((await read(200)).value).toBe('primary')
})

test('ten minutes behind, by its own setting -> from the primary', async () => {
  const replica = await used()
  await setStandby('recovery_min_apply_delay', '10min')
  await write('delayed')
  await expect
    .poll(() => find(replica, 'delayed'))
    .toEqual({
      value: { from: 'primary', found: true },
      ageMs: 0,
    })
})

test('the clock of this process jumps by a minute -> nothing changes', async () => {
  const replica = await used()
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 60_000 })
  onTestFinished(() => void vi.useRealTimers())
  await sleep(200)
  expect(replica.state()).toMatchObject({ isUsed: true })
  expect((await find(replica, 'none')).ageMs).toBeLessThan(1_000)
})

test('what the read must not miss is not there yet -> from the primary', async () => {
  const replica = await used()
  await pauseReplay()
  await write('own')
  const read = await replica.read(primary.db, db => wrote(db, 'own'), { isCurrent: db => wrote(db, 'own') })
  expect(read).toEqual({ value: true, ageMs: 0 })
})

test('within a transaction -> in that one', async () => {
  const replica = await used()
  await primary.db.transaction().execute(async trx => {
    await sql`insert into notes values ('open')`.execute(trx)
    expect((await replica.read(trx, db => wrote(db, 'open'))).value).toBe(true)
  })
})

test('a query that the standby cancels for its replay -> again on the primary, and the next one on the standby', async () => {
  const replica = await used()
  await setStandby('max_standby_streaming_delay', '0')
  await write('kept')
  await expect.poll(() => find(replica, 'kept')).toMatchObject({ value: { from: 'standby', found: true } })
  const servers: string[] = []
  const read = await replica.read(primary.db, db =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async trx => {
        const server = await serverOf(trx)
        servers.push(server)
        await wrote(trx, 'kept')
        if (server === 'standby') {
          await sql`delete from notes where text <> 'kept'`.execute(primary.db)
          await pair.owner.primary.executeSql('vacuum (freeze) notes')
          await sql`select pg_sleep(10)`.execute(trx)
        }
        return wrote(trx, 'kept')
      }),
  )
  expect(read).toEqual({ value: true, ageMs: 0 })
  expect(servers).toEqual(['standby', 'primary'])
  expect((await find(replica, 'kept')).value.from).toBe('standby')
})

test('what takes too long there -> takes as long on the primary, and is not repeated', async () => {
  const replica = await used()
  let reads = 0
  const slow = replica.read(primary.db, async db => {
    reads++
    await sql`select set_config('statement_timeout', '100', false)`.execute(db)
    await sql`select pg_sleep(10)`.execute(db)
  })
  await expect(slow).rejects.toMatchObject({ code: '57014' })
  expect(reads).toBe(1)
})

test(
  'gone in the middle of a read -> again on the primary, and used again once it is back',
  longTest,
  async () => {
    const replica = await used()
    const servers: string[] = []
    const { value } = await replica.read(primary.db, async db => {
      servers.push(await serverOf(db))
      if (servers.length === 1)
        await Promise.all([sql`select pg_sleep(10)`.execute(db), pair.standby.crash()])
      return wrote(db, 'none')
    })
    expect([value, servers]).toEqual([false, ['standby', 'primary']])
    expect(replica.state().isUsed).toBe(false)
    await expect.poll(() => replica.state().isUsed).toBe(true)
  },
)

test('stands still -> no read waits for it', longTest, async () => {
  const replica = await used()
  await pair.standby.whileFrozen(async () => {
    await expect
      .poll(() => replica.state())
      .toMatchObject({
        isUsed: false,
        problem:
          'The read replica does not answer (no answer within 3 seconds). Start it, or look at DATABASE_READ_URL and the network between.',
      })
    const startedAt = performance.now()
    expect((await find(replica, 'none')).value.from).toBe('primary')
    expect(performance.now() - startedAt).toBeLessThan(3_000)
  })
  await expect.poll(() => replica.state().isUsed).toBe(true)
})

test.each([
  [
    'the primary itself',
    () => `${pair.primary.url}/${pairDatabase}`,
    /names no replica, but the primary or one/,
  ],
  [
    'another database of the server',
    () => `${pair.standby.url}/postgres`,
    /names another database than DATABASE_URL/,
  ],
  [
    'a database that there is not',
    () => `${pair.standby.url}/none`,
    /does not answer .* look at the name in DATABASE_READ_URL/,
  ],
  [
    'a user that there is not',
    () => pair.standby.url.replace('postgres@', 'no_one@'),
    /look at the user in DATABASE_READ_URL/i,
  ],
  [
    'an address without a server',
    async () => `postgres://postgres@127.0.0.1:${await freePort()}/none`,
    /ECONNREFUSED.*Start it, or look at DATABASE_READ_URL/,
  ],
])('%s -> the process starts, says why once, and reads the primary', async (_what, address, says) => {
  const replica = await pair.openReplica({}, await address())
  const said: string[] = []
  replica.logTo({ info: (_, sentence) => said.push(sentence), warn: (_, sentence) => said.push(sentence) })
  await expect.poll(() => said).toEqual([expect.stringMatching(says)])
  await sleep(300)
  expect(said).toHaveLength(1)
  expect(said[0]).toMatch(/ Until then everything is read from the primary\.$/)
  expect((await find(replica, 'none')).value.from).toBe('primary')
})

test('a wrong password -> the sentence names the variable', () => {
  const error = Object.assign(new Error('password authentication failed for user "r"'), { code: '28P01' })
  expect(unreachable(error, 'read replica', 'DATABASE_READ_URL')).toBe(
    'The read replica does not answer (password authentication failed for user "r"). Look at the password in DATABASE_READ_URL.',
  )
})

test('the primary was migrated, and the standby has not replayed that -> from the primary until it has', async () => {
  await pauseReplay()
  await pair.owner.primary.executeSql(`insert into kysely_migration values ('999-next', 'now')`)
  const replica = await pair.openReplica({ maxLagMs: 60_000 })
  await write('unmigrated')
  await expect.poll(() => replica.state().problem).toMatch(/the schema of another build than the primary/)
  await tell('select pg_wal_replay_resume()')
  await expect.poll(() => replica.state().isUsed).toBe(true)
})

async function doctorSays(readUrl: string): Promise<string[]> {
  const url = `${pair.primary.url}/${pairDatabase}`
  const source = {
    DATABASE_URL: url,
    DATABASE_READ_URL: readUrl,
    DATABASE_READ_MAX_LAG: '5',
    DATA_DIR: folder,
  }
  const findings = await examine(source, { root })
  return findings.filter(({ check }) => check === 'read replica').map(({ ok, says }) => `${ok} ${says}`)
}

test('npm run doctor -> one sentence on what it is, and what to do', longTest, async () => {
  const url = `${pair.standby.url}/${pairDatabase}`
  expect(await doctorSays(url)).toEqual(['true follows the primary'])
  expect(await doctorSays(`${pair.primary.url}/${pairDatabase}`)).toEqual([
    expect.stringMatching(/^false DATABASE_READ_URL names no replica/),
  ])
  await write('doctor')
  await used()
  await pauseReplay()
  await sleep(3_000)
  await write('not there')
  expect(await doctorSays(url)).toEqual([
    expect.stringMatching(
      /^false About \d+ seconds\. The read replica is further behind than DATABASE_READ_MAX_LAG allows/,
    ),
  ])
})

test('promoted, as after a failover that this process was not told of -> no longer read', async () => {
  const replica = await used()
  await tell('select pg_promote()')
  expect((await find(replica, 'none')).value.from).toBe('primary')
  await expect.poll(() => replica.state().problem).toMatch(/one that was promoted/)
})

test(
  'a failover -> read again as soon as it has what a process reported since, long before its control file says so',
  longTest,
  async () => {
    const next = await pair.primary.startStandby()
    onTestFinished(() => next.stop())
    const follower = await pair.primary.startStandby()
    onTestFinished(() => follower.stop())
    const open = async (hosts: string, rest = '') => {
      const databaseUrl = `postgres://postgres@${hosts}/${pairDatabase}${rest}`
      const database = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
      onTestFinished(() => database.close())
      return database
    }
    const [hostOfPrimary, hostOfNext, hostOfFollower] = [pair.primary, next, follower].map(
      ({ url }) => new URL(url).host,
    ) as [string, string, string]
    const either = await open(`${hostOfPrimary},${hostOfNext}`, '?target_session_attrs=read-write')
    const owner = await open(hostOfFollower)
    const set = async (setting: string) => {
      await owner.executeSql(`alter system set ${setting}`)
      await owner.executeSql('select pg_reload_conf()')
    }
    // What it writes to its files by itself would be in its control file with the timeline.
    await set('bgwriter_lru_maxpages = 0')
    const process = { name: 'web-1', role: 'web', salt: '', secretFingerprints: {} }
    const report = () => reportAlive(either.db, { ...process, id: randomUUID() })
    const url = `${follower.url}/${pairDatabase}`
    const follow = (more: Partial<ReplicaOptions>) => pair.openReplica({ primary: either, ...more }, url)
    const atNext = await open(hostOfNext)
    await report()
    await expect.poll(() => newestReports(atNext.db)).toHaveLength(1)
    const [replica, withoutReports] = [await follow({ reports: newestReports }), await follow({})]
    for (const one of [replica, withoutReports])
      await expect.poll(() => one.state()).toMatchObject({ isUsed: true })

    await pair.primary.whileStopped(async () => {
      await atNext.executeSql('select pg_promote()')
      await expect.poll(() => replica.state()).toMatchObject({ isUsed: false, problem: notFollowed })
      await set(`primary_conninfo = 'host=127.0.0.1 port=${hostOfNext.split(':')[1]} user=postgres'`)
      const afterReport = async () => {
        await report()
        return replica.state()
      }
      await expect.poll(afterReport).toMatchObject({ isUsed: true, problem: null })
      expect(withoutReports.state()).toMatchObject({ isUsed: false, problem: notFollowed })
    })
  },
)
