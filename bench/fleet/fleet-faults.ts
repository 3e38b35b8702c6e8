import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { senders } from '../faults/fault-load.ts'
import type { Outcome } from '../faults/fault-repair.ts'
import { killOften } from '../faults/killing.ts'
import type { Fleet } from './fleet.ts'
import { inStep, limitsHold } from './fleet-agreement.ts'
import { lostPrimary } from './fleet-failover.ts'
import { brokenReplica } from './fleet-replica.ts'
import { type Scene, shownFromMemory, statusOf, until, withFleet, withScene } from './fleet-scene.ts'
import { fullStandby } from './fleet-standby.ts'
import { migrateKilled, upgradeAndBack } from './fleet-upgrade.ts'
import { ask } from './fleet-visitors.ts'
import { watched } from './fleet-watch.ts'

/* `npm run faults fleet[-kill|-postgres|…]`: three servers and two workers on one PostgreSQL behind HAProxy. */

const kills = Number(process.env.KILLS ?? 50)
/** How long the database is away or stands still. */
const awayMs = Number(process.env.AWAY_SECONDS ?? 60) * 1_000

export const fleetFaults: Record<string, () => Promise<Outcome>> = {
  'fleet-kill': () => withScene(killAny),
  'fleet-stop': () => withScene(stopEach),
  'fleet-postgres': () => withScene(breakPostgres, { mayFail: true }),
  'fleet-away': () => withScene(databaseAway, { mayFail: true }),
  'fleet-slow': () => withScene(databaseFrozen, { mayFail: true }),
  'fleet-primary': lostPrimary,
  'fleet-replica': brokenReplica,
  'fleet-standby': fullStandby,
  'fleet-migrate': () => withFleet(migrateKilled),
  'fleet-upgrade': () => withScene(upgradeAndBack),
  'fleet-limits': () => withFleet(limitsHold),
  'fleet-step': inStep,
  'fleet-watch': () => withScene(watched),
}

/** This is fault 1, of five processes. */
const killAny = ({ fleet }: Scene): Promise<Outcome> =>
  killOften(kills, async () => {
    await sleep(100 + randomInt(1_200))
    const member = fleet.members[randomInt(fleet.members.length)]!
    return { kill: signal => member.process.kill(signal), start: () => fleet.start(member) }
  })

/** This is fault 10. */
async function stopEach({ fleet, load }: Scene): Promise<Outcome> {
  const took: number[] = []
  for (const member of [...fleet.members, ...fleet.webs]) {
    await sleep(1_500)
    const startedAt = performance.now()
    await member.process.kill('SIGTERM')
    took.push(performance.now() - startedAt)
    await fleet.start(member)
  }
  const slowest = Math.max(...took)
  const refused = [...load.acknowledged.statuses].filter(([status]) => status !== 200)
  return {
    notes: `stopped ${took.length} times, ended after ${slowest.toFixed(0)} ms at most`,
    problems: [
      ...(slowest > 10_000 ? [`ended after ${slowest.toFixed(0)} ms`] : []),
      ...refused.map(([status, count]) => `${count} events were answered ${status}`),
    ],
  }
}

/** This is fault 3. */
async function breakPostgres({ fleet, load }: Scene): Promise<Outcome> {
  for (let round = 0; round < 5; round++) {
    await sleep(1_500)
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid() order by random() limit ${1 + round * 4}`.execute(
      fleet.database.db,
    )
  }
  await fleet.postgres.crash()
  const ready = await until(async () => (await readyServers(fleet)) === fleet.members.length, 30_000)
  await sleep(1_500)
  const others = [...load.acknowledged.statuses].filter(([status]) => ![200, 503].includes(status))
  return {
    notes: `backends and postmaster killed, all ready again after ${ready?.toFixed(0)} ms`,
    problems: [
      ...(ready === null || ready > 5_000 ? ['the pools did not recover within 5 s'] : []),
      ...others.map(([status, count]) => `${count} events were answered ${status}`),
      ...fleet.members.filter(({ process }) => !process.isAlive()).map(({ port }) => `${port} ended`),
    ],
  }
}

/** This is fault 6. */
async function databaseAway({ fleet, load }: Scene): Promise<Outcome> {
  const problems: string[] = []
  await sleep(4_000)
  const [restarted] = fleet.webs
  await fleet.postgres.whileStopped(async () => {
    await sleep(2_000)
    await restarted!.process.kill('SIGKILL')
    const starting = fleet.start(restarted!)
    starting.catch(() => {})
    const startedAt = performance.now()
    while (performance.now() - startedAt < awayMs) {
      problems.push(...(await shownFromMemory(fleet)))
      await sleep(1_000)
    }
    if ((await statusOf(restarted!.port, '/healthz')) !== 200)
      problems.push('a process that starts without a database does not say that it runs')
    if ((await statusOf(restarted!.port, '/readyz')) !== 503)
      problems.push('a process that starts without a database says that it is ready')
    if ((await readyServers(fleet)) > 0) problems.push('a process is ready without a database')
  })
  const ready = await until(async () => (await readyServers(fleet)) === fleet.members.length, 30_000)
  if (ready === null) problems.push('not ready within 30 s of the database')
  await sleep(1_500)
  const { statuses } = load.acknowledged
  if (!statuses.has(503)) problems.push('no event was answered 503')
  // The killed process cuts what it is working on: one event of each sender.
  const cut = statuses.get(0) ?? 0
  if (cut > senders) problems.push(`${cut} events got no answer`)
  const others = [...statuses].filter(([status]) => ![0, 200, 503].includes(status))
  problems.push(...others.map(([status, count]) => `${count} events were answered ${status}`))
  return {
    notes: `away for ${awayMs / 1_000} s, pages and search served meanwhile, all ready again after ${ready?.toFixed(0)} ms`,
    problems: [...new Set(problems)],
  }
}

/** This is fault 5. */
async function databaseFrozen({ fleet, seats }: Scene): Promise<Outcome> {
  const problems: string[] = []
  await sleep(4_000)
  const before = await pagesPerSecond(fleet)
  let [meanwhile, slowest] = [0, 0]
  const [token] = [...seats[0]!.tokens.values()]
  await fleet.postgres.whileFrozen(async () => {
    await sleep(3_000)
    const api = [0, 1, 2].map(async n => {
      const startedAt = performance.now()
      const { status } = await ask(
        undefined,
        fleet.proxyPort,
        'skyward',
        `/api/Member?n=${n}`,
        `dw_session=${token}`,
        n,
      )
      slowest = Math.max(slowest, performance.now() - startedAt)
      if (status !== 503) problems.push(`an API call was answered ${status}`)
    })
    meanwhile = await pagesPerSecond(fleet)
    await Promise.all(api)
  })
  const ready = await until(async () => (await readyServers(fleet)) === fleet.members.length, 60_000)
  const ratio = meanwhile / before
  if (ratio < 0.5) problems.push('cached pages did not keep their pace')
  if (slowest > 25_000) problems.push(`an API call was answered after ${slowest.toFixed(0)} ms`)
  if (ready === null) problems.push('not ready within a minute of the database')
  return {
    notes: `cached pages at ${ratio.toFixed(2)}x of their pace, API calls 503 after ${slowest.toFixed(0)} ms at most, all ready again after ${ready?.toFixed(0)} ms`,
    problems,
  }
}

/** It measures three seconds of one reader, behind the proxy. */
async function pagesPerSecond({ proxyPort }: Fleet): Promise<number> {
  const startedAt = performance.now()
  let pages = 0
  while (performance.now() - startedAt < 3_000) {
    const { status } = await ask(undefined, proxyPort, 'skyward', '/', '', pages)
    if (status === 200) pages += 1
  }
  return pages / 3
}

async function readyServers({ members }: Fleet): Promise<number> {
  const statuses = await Promise.all(members.map(({ port }) => statusOf(port, '/readyz')))
  return statuses.filter(status => status === 200).length
}
