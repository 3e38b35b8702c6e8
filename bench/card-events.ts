import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { type Database, openDatabase } from '../apps/server/src/db/open-database.ts'
import { ledgerProblems } from '../apps/server/src/features/ledger/ledger-checks.read.ts'
import { copyDatabase, startPostgres } from '../apps/server/src/testing/databases/native-postgres.ts'
import type { Figure } from './figure.ts'
import { CpuProfile, profiledStatements, profilingSettings } from './profile.ts'
import { type CardEvent, newProgram, type Program, reportOf } from './program.ts'
import { sendTo, startWorker, treeCpuMs, type Worker, WorkersCpu } from './workers.ts'

const events = Number(process.env.EVENTS ?? 10_000)
/** Offered to the product, more than it must keep up with; 0: as fast as it takes them. */
const offeredPerSecond = Number(process.env.EVENTS_PER_SECOND ?? 560)
/** `PROFILE=yes` prints where the time goes; no worker is killed then, since it would lose its profile. */
const isProfiled = process.env.PROFILE !== undefined
const killEveryMs = isProfiled ? 0 : Number(process.env.KILL_EVERY_MS ?? 5_000)
/** `RECORDS_EVENTS=off` measures a program that tells other systems nothing. */
const recordsEvents = process.env.RECORDS_EVENTS !== 'off'
const workerCount = 4
const sendingEndsMs = 300_000
const pastEvents = 2_000

/**
 * P18 sends card events through webhook, decision, components and ledger, on PostgreSQL, by four processes of the
 * product.
 */
export async function cardEventBudgets(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-events-'))
  const profile = isProfiled ? new CpuProfile(folder) : null
  const postgres = await startPostgres(profile ? profilingSettings : [])
  const workers: Worker[] = []
  let database: Database | null = null
  try {
    const databaseUrl = await copyDatabase(postgres.url, 'events')
    const env = { DATABASE_URL: databaseUrl, DATA_DIR: folder, LOG_LEVEL: 'error', ...profile?.env }
    workers.push(await startWorker(env))
    workers.push(...(await Promise.all(Array.from({ length: workerCount - 1 }, () => startWorker(env)))))
    database = await openDatabase({ databaseUrl, dataDir: folder, socketDir: folder })
    if (!recordsEvents)
      await sql`insert into partner_overrides (partner_id, settings, updated_at)
        values ('skyward', '{"recordsEvents": false}', now())`.execute(database.db)
    const program = await newProgram(database, { slug: 'skyward' }, { members: 2_000, merchants: 200 })
    await processPastEvents({ database, targets: workers, program })
    profile?.begin()
    const statements = profile ? await profiledStatements(database.db) : null
    const figures = await measureEvents({
      database,
      workers,
      targets: workers,
      program,
      env,
      postgresPid: postgres.pid,
    })
    for (const line of (await statements?.(events)) ?? []) console.log(line)
    if (profile) await Promise.all(workers.map(worker => worker.kill('SIGTERM')))
    for (const line of profile?.lines(events) ?? []) console.log(line)
    return figures
  } finally {
    await database?.close()
    await Promise.all(workers.map(worker => worker.kill('SIGKILL')))
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Run {
  readonly database: Database
  /** One is killed from time to time; another starts in its place. */
  readonly workers: Worker[]
  /** Who is sent the events. */
  readonly targets: readonly Pick<Worker, 'port' | 'isAlive'>[]
  readonly program: Program
  readonly env: Record<string, string>
  readonly postgresPid: number
}

/** It comes before measuring, so that the database knows its tables as one in service does. */
export async function processPastEvents({
  database,
  targets,
  program,
}: Pick<Run, 'database' | 'targets' | 'program'>): Promise<void> {
  await sendAll(eventsOf(program, pastEvents), targets, 0)
  await untilProcessed(database)
  await sql`vacuum analyze`.execute(database.db)
}

export async function measureEvents({
  database,
  workers,
  targets,
  program,
  env,
  postgresPid,
}: Run): Promise<Figure[]> {
  const { db } = database
  const postgresBefore = treeCpuMs(postgresPid)
  const committedBefore = await transactions(database)
  const cpu = new WorkersCpu(workers)
  const killer = keepKilling(workers, env, cpu)
  const { id: last } = await newestEvent(database)
  const ownBefore = ownCpuMs()
  const acknowledged = await sendAll(eventsOf(program, events), targets, offeredPerSecond)
  const inSender = ownCpuMs() - ownBefore
  await untilProcessed(database)
  const inNode = cpu.spentMs()
  const inPostgres = treeCpuMs(postgresPid) - postgresBefore
  const committed = (await transactions(database)) - committedBefore
  const killed = await killer.stop()
  const { rows } = await sql<Record<'seconds' | 'oldest' | 'median' | 'processed' | 'parked', number>>`
    select extract(epoch from max(processed_at) - min(received_at)) as seconds,
      max(extract(epoch from processed_at - received_at)) as oldest,
      percentile_disc(0.5) within group (order by extract(epoch from processed_at - received_at)) as median,
      count(*) filter (where status = 'processed') as processed,
      count(*) filter (where status <> 'processed') as parked
    from card_events where id > ${last}`.execute(db)
  const { seconds, oldest, median, processed, parked } = rows[0]!
  const rate = processed / seconds
  const problems = await ledgerProblems(db)
  const lost = acknowledged - processed
  for (const problem of problems.slice(0, 10)) console.log(problem)
  for (const worker of workers)
    if (worker.output().includes('"level":50')) console.log(worker.output().slice(0, 2_000))
  const perEvent = (ms: number) => (ms / processed).toFixed(2)
  return [
    {
      budget: 'P18',
      what: `${events} card events at ${offeredPerSecond || 'full'} a second, one of ${workers.length} workers killed each ${killEveryMs / 1_000} s: at least 500 a second`,
      measured: `${rate.toFixed(0)} a second, ${killed} killed`,
      isMet: rate >= 500,
    },
    {
      budget: 'P18',
      what: 'no event older than 10 s when it is processed',
      measured: `oldest ${oldest.toFixed(1)} s, median ${median.toFixed(2)} s`,
      isMet: oldest <= 10,
    },
    {
      budget: 'P18',
      what: 'every acknowledged event is processed once, and the ledger is in order',
      measured: `${lost} lost, ${parked} parked, ${problems.length} problems`,
      isMet: lost === 0 && parked === 0 && problems.length === 0,
    },
    {
      budget: 'cost',
      what: 'CPU of an event: workers, PostgreSQL, sender; transactions',
      measured: `${perEvent(inNode)} ms, ${perEvent(inPostgres)} ms, ${perEvent(inSender)} ms; ${(committed / processed).toFixed(1)}`,
      isMet: true,
    },
  ]
}

async function newestEvent({ db }: Database): Promise<{ id: number }> {
  const { rows } = await sql<{ id: number }>`select coalesce(max(id), 0) as id from card_events`.execute(db)
  return rows[0]!
}

async function untilProcessed({ db }: Database): Promise<void> {
  for (let tries = 600; tries > 0; tries--) {
    const { count } = await db
      .selectFrom('cardEvents')
      .select(({ fn }) => fn.countAll<number>().as('count'))
      .where('status', '=', 'received')
      .executeTakeFirstOrThrow()
    if (count === 0) return
    await sleep(200)
  }
}

function ownCpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1_000
}

async function transactions({ db }: Database): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select xact_commit as count from pg_stat_database where datname = current_database()`.execute(db)
  return rows[0]!.count
}

/** Each dine has an authorization and a clearing with the tip; of each twentieth a part comes back. */
function eventsOf({ members, merchants }: Program, events: number): CardEvent[] {
  const reports: CardEvent[][] = []
  const yesterday = new Date(Date.now() - 30 * 3_600_000).toISOString().slice(0, 10)
  for (let n = 0, count = 0; count < events; n++) {
    const dine = {
      transactionId: randomUUID(),
      cents: 2_000 + ((n * 37) % 6_000),
      at: `${yesterday}T${String(11 + (n % 10)).padStart(2, '0')}:${String(n % 60).padStart(2, '0')}:00`,
      member: members[(n * 7) % members.length]!,
      merchant: merchants[(n * 13) % merchants.length]!,
    }
    const ofDine = [
      reportOf(dine, 'auth', dine.cents),
      reportOf(dine, 'clearing', Math.round(dine.cents * 1.2)),
      ...(n % 20 === 0 ? [reportOf(dine, 'refund', 1_000)] : []),
    ].slice(0, events - count)
    count += ofDine.length
    reports.push(ofDine)
  }
  // Clearings come some time after the authorizations of others. A refund before its clearing would wait for that.
  return inGroups(reports, 400).flatMap(group =>
    [0, 1, 2].flatMap(wave => group.flatMap(ofDine => ofDine.slice(wave, wave + 1))),
  )
}

function inGroups<T>(all: readonly T[], size: number): T[][] {
  const starts = Array.from({ length: Math.ceil(all.length / size) }, (_, n) => n * size)
  return starts.map(start => all.slice(start, start + size))
}

/**
 * Each at its time, to one worker after the other, again until it is acknowledged. @returns how many were.
 * @throws when that takes minutes: they are refused, and would be forever.
 */
async function sendAll(
  all: readonly CardEvent[],
  workers: Run['targets'],
  perSecond: number,
): Promise<number> {
  const startedAt = performance.now()
  let [next, acknowledged] = [0, 0]
  const lane = async () => {
    for (let n = next++; n < all.length; n = next++) {
      const wait = perSecond ? (n / perSecond) * 1_000 - (performance.now() - startedAt) : 0
      if (wait > 0) await sleep(wait)
      for (let tries = n; ; tries++) {
        const alive = workers.filter(worker => worker.isAlive())
        if ((await sendTo(alive[tries % alive.length]!, all[n]!)) === 200) break
        if (performance.now() - startedAt > sendingEndsMs) throw new Error('the events are not acknowledged')
        await sleep(20)
      }
      acknowledged += 1
    }
  }
  await Promise.all(Array.from({ length: 24 }, lane))
  return acknowledged
}

/** Kill one worker after the other, and start another in its place. */
function keepKilling(
  workers: Worker[],
  env: Record<string, string>,
  cpu: WorkersCpu,
): { stop(): Promise<number> } {
  let [killed, stopped] = [0, killEveryMs === 0]
  let wake = () => {}
  const stopping = new Promise<void>(resolve => {
    wake = resolve
  })
  const running = (async () => {
    for (; !stopped; ) {
      await Promise.race([sleep(killEveryMs), stopping])
      if (stopped) return
      const place = killed++ % workers.length
      cpu.end(workers[place]!)
      await workers[place]!.kill('SIGKILL')
      workers[place] = await startWorker(env)
      cpu.begin(workers[place]!)
    }
  })()
  return {
    async stop() {
      stopped = true
      wake()
      await running
      return killed
    },
  }
}
