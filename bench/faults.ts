import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { type Database, openDatabase } from '../apps/server/src/db/open-database.ts'
import {
  copyDatabase,
  type NativePostgres,
  startPostgres,
} from '../apps/server/src/testing/databases/native-postgres.ts'
import { freePort } from '../apps/server/src/testing/processes/free-port.ts'
import { readWanted } from '../scripts/wanted-names.ts'
import { backUpUnderLoad } from './faults/backups.ts'
import { type Cut, startCuttingProxy } from './faults/cutting-proxy.ts'
import { problemsAfter } from './faults/fault-checks.ts'
import { command, type FaultLoad, metricsToken, seatsIn, startLoad } from './faults/fault-load.ts'
import { type Outcome, repair } from './faults/fault-repair.ts'
import { killOften } from './faults/killing.ts'
import { fillUp } from './faults/server-binaries.ts'
import { fleetFaults } from './fleet/fleet-faults.ts'
import { startWorker, type Worker } from './workers.ts'

/*
 * `npm run faults [kill|disk|postgres|commit|backup|fleet]`: what the product loses or doubles when it breaks while card
 * events, claims, settlement and payouts run. After each, all events arrive again (fault 11), and the books are compared.
 */

const kills = Number(process.env.KILLS ?? 20)
const cutsOfEach = Number(process.env.CUTS ?? 8)
/** It is the size of a data folder that runs full. */
const diskMegabytes = 400

interface Scene {
  readonly env: Record<string, string>
  readonly load: FaultLoad
  worker: Worker
  restart(): Promise<number>
}

const faults: Record<string, () => Promise<Outcome | string>> = {
  kill: () => withScene({}, killScene),
  disk: fillDisk,
  postgres: () =>
    withPostgres(async postgres => withScene(await onServer(postgres, 0), breakPostgres(postgres))),
  commit: () => withPostgres(cutAtCommits),
  backup: backUpUnderLoad,
  ...fleetFaults,
}

const names = Object.keys(faults)
const wanted = readWanted([...new Set([...names, ...names.map(name => name.split('-')[0]!)])])
/** Those of many processes take minutes each: by name, or `fleet` for all of them. */
const isWanted = (name: string) => {
  const group = name.split('-')[0]!
  return wanted.length === 0 ? group !== 'fleet' : wanted.includes(name) || wanted.includes(group)
}
let [passed, failed] = [0, 0]
for (const [name, run] of Object.entries(faults)) {
  if (!isWanted(name)) continue
  const outcome = await run().catch((error: unknown) => ({ notes: '', problems: [String(error)] }))
  if (typeof outcome === 'string') {
    console.log(`${name.padEnd(16)}skipped  ${outcome}`)
    continue
  }
  const isPassed = outcome.problems.length === 0
  if (isPassed) passed += 1
  else failed += 1
  console.log(`${name.padEnd(16)}${isPassed ? 'passed' : 'FAILED'}   ${outcome.notes}`)
  for (const problem of outcome.problems.slice(0, 20)) console.log(`  ${problem}`)
}
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed > 0 ? 1 : 0

/** This is fault 1. */
function killScene(scene: Scene): Promise<Outcome> {
  return killOften(kills, async () => {
    await sleep(150 + Math.random() * 1_500)
    return { kill: signal => scene.worker.kill(signal), start: () => scene.restart() }
  })
}

/** This is fault 7. */
async function fillDisk(): Promise<Outcome | string> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${diskMegabytes}m`, 'tmpfs', folder], { stdio: 'pipe' })
  } catch (error) {
    rmSync(folder, { recursive: true, force: true })
    return `a small file system cannot be mounted here: ${String(error).split('\n')[0]}`
  }
  try {
    return await withScene({ DATA_DIR: folder }, async scene => {
      await sleep(2_000)
      fillUp(join(folder, 'filler'))
      for (let left = 600; left > 0 && scene.worker.isAlive(); left--) await sleep(100)
      const isEnded = !scene.worker.isAlive()
      const isClear = /the database cannot go on/.test(scene.worker.output())
      await scene.worker.kill('SIGKILL')
      rmSync(join(folder, 'filler'))
      await scene.restart()
      await sleep(1_000)
      return {
        notes: 'full, emptied, started again',
        problems: isEnded && isClear ? [] : [`a full disk: ended ${isEnded}, said why ${isClear}`],
      }
    })
  } finally {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

/** This is fault 3. */
function breakPostgres(postgres: NativePostgres) {
  return async ({ load, worker, env }: Scene): Promise<Outcome> => {
    const problems: string[] = []
    for (let round = 0; round < 5; round++) {
      await sleep(1_500)
      const database = await openDatabase({ databaseUrl: env.DATABASE_URL!, dataDir: '', socketDir: '' })
      await sql`
        select pg_terminate_backend(pid) from pg_stat_activity
        where datname = current_database() and pid <> pg_backend_pid() order by random() limit ${1 + round * 2}`.execute(
        database.db,
      )
      await database.close()
    }
    await postgres.crash()
    const startedAt = performance.now()
    while ((await statusOf(worker)) !== 200) {
      await sleep(50)
      if (performance.now() - startedAt > 30_000) return { notes: '', problems: ['not ready within 30 s'] }
    }
    const recoveredMs = performance.now() - startedAt
    await sleep(1_500)
    // The status is 0 for an event that was refused before anything was accepted.
    const others = [...load.acknowledged.statuses].filter(([status]) => ![200, 503].includes(status))
    for (const [status, count] of others) problems.push(`${count} events were answered ${status}`)
    if (!worker.isAlive()) problems.push('the product ended')
    return {
      notes: `backends and postmaster killed, ready again after ${recoveredMs.toFixed(0)} ms`,
      problems,
    }
  }
}

/** This is fault 4. */
async function cutAtCommits(postgres: NativePostgres): Promise<Outcome> {
  const { url } = postgres
  const proxy = await startCuttingProxy(Number(new URL(url).port))
  try {
    return (await withScene(await onServer(postgres, proxy.port), async () => {
      let cuts = 0
      for (const cut of Array.from({ length: cutsOfEach }, (): Cut[] => [
        'before',
        'inside',
        'after',
      ]).flat()) {
        await Promise.race([proxy.cutAtCommit(cut).then(() => cuts++), sleep(10_000)])
        await sleep(200)
      }
      return {
        notes: `${cuts} connections cut before, inside and after a commit`,
        problems: cuts < cutsOfEach * 2 ? ['too few cuts'] : [],
      }
    })) as Outcome
  } finally {
    proxy.close()
  }
}

async function withPostgres<T>(work: (postgres: NativePostgres) => Promise<T>): Promise<T> {
  const postgres = await startPostgres()
  try {
    return await work(postgres)
  } finally {
    await postgres.stop()
  }
}

/** @param proxyPort 0: none. */
async function onServer({ url }: NativePostgres, proxyPort: number): Promise<Record<string, string>> {
  const name = `f${Date.now()}`
  const direct = await copyDatabase(url, name)
  return {
    DATABASE_URL: proxyPort ? `postgres://postgres@127.0.0.1:${proxyPort}/${name}` : direct,
    DIRECT_URL: direct,
  }
}

/** Seed, start, break under load, repair, and compare. */
async function withScene(
  given: Record<string, string>,
  breakIt: (scene: Scene) => Promise<Outcome>,
): Promise<Outcome> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-faults-'))
  const { DIRECT_URL: directUrl = null, ...rest } = given
  const port = await freePort()
  const env = {
    DATA_DIR: folder,
    ...rest,
    PORT: String(port),
    CARD_FRAME_PORT: String(await freePort()),
    METRICS_TOKEN: metricsToken,
    LOG_LEVEL: 'error',
  }
  const open = () =>
    openDatabase({ databaseUrl: directUrl, dataDir: env.DATA_DIR, socketDir: join(folder, 'check') })
  let [worker, load]: [Worker | null, FaultLoad | null] = [null, null]
  try {
    const seats = await using(open, async database => {
      await migrate(database.db)
      return seatsIn(database)
    })
    worker = await startWorker(env)
    await command(env, 'sandbox', 'payouts', '--delay', '0')
    load = startLoad(port, seats, env)
    const scene: Scene = {
      env,
      worker,
      load,
      async restart() {
        for (;;) {
          const startedAt = performance.now()
          try {
            worker = await startWorker(env)
            scene.worker = worker
            return performance.now() - startedAt
          } catch (error) {
            // A command that found no product has opened the data folder itself.
            if (!String(error).includes('in use by another process')) throw error
          }
        }
      },
    }
    const outcome = await breakIt(scene)
    await load.stop()
    const problems = [...outcome.problems, ...(await repair({ env, load, port, metricsPort: port }))]
    await scene.worker.kill('SIGTERM')
    const { acknowledged } = load
    problems.push(...(await using(open, database => problemsAfter(database, acknowledged, env.DATA_DIR))))
    const counts = `${acknowledged.events.length} events, ${acknowledged.claimIds.length} claims acknowledged`
    const answers = [...acknowledged.statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
    return { notes: `${outcome.notes}; ${counts}; answers ${answers}`, problems }
  } finally {
    load?.abandon()
    await worker?.kill('SIGKILL')
    // A command of the load may still be writing; its files must not hide what went wrong.
    rmSync(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 })
  }
}

async function using<T>(open: () => Promise<Database>, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await open()
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

function statusOf({ port }: Worker): Promise<number> {
  return fetch(`http://localhost:${port}/readyz`).then(
    ({ status }) => status,
    () => 0,
  )
}
