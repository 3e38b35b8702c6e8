import { setTimeout as sleep } from 'node:timers/promises'
import { createClock } from '../../apps/server/src/clock.ts'
import type { Db } from '../../apps/server/src/db/open-database.ts'
import { readFigures, unstatedMs } from '../../apps/server/src/features/reports/read-figures.service.ts'
import { openReplica } from '../../apps/server/src/world.ts'
import type { Outcome } from '../faults/fault-repair.ts'
import { type Fleet, startFleetOn } from './fleet.ts'
import { type Scene, until, withSceneOn } from './fleet-scene.ts'
import { type PostgresPair, type ReadReplicaNode, startPair } from './postgres-pair.ts'

const maxLagSeconds = 10
const pauseSeconds = Number(process.env.PAUSE_SECONDS ?? 60)
const backWithinMs = 60_000

/** This is fault 35: the read replica is stopped, paused, far behind, and then the primary is lost. */
export async function brokenReplica(): Promise<Outcome> {
  const env = { DATABASE_READ_MAX_LAG: String(maxLagSeconds) }
  return withSceneOn(await startFleetOn(await startPair({ hasReplica: true }), env), breakReplica, true)
}

async function breakReplica({ fleet }: Scene<PostgresPair>): Promise<Outcome> {
  const pair = fleet.postgres
  const replica = pair.replica!
  const reader = await startReader(fleet, replica)
  const problems: string[] = []
  const times: string[] = []
  const phase = async (what: string, work: () => Promise<unknown>, mend: () => Promise<unknown>) => {
    await work()
    const mendedAt = performance.now()
    const how = await mend()
    const back = await until(() => isUsedByAll(fleet), backWithinMs)
    if (back === null) problems.push(`${what}: not read again within ${backWithinMs / 1_000} s`)
    const tookMs = performance.now() - mendedAt
    times.push(
      `${what} ${reader.counts()}, read again after ${(tookMs / 1_000).toFixed(1)} s${how ? ` (${how})` : ''}`,
    )
  }
  try {
    await phase(
      'at first',
      () => sleep(5_000),
      async () => {},
    )
    await phase(
      'stopped',
      async () => {
        await replica.crash()
        await sleep(8_000)
      },
      () => replica.start(),
    )
    const setting = async (statement: string) => {
      await replica.ask(statement)
      await replica.ask('select pg_reload_conf()')
    }
    await phase(
      'paused',
      async () => {
        await replica.ask('select pg_wal_replay_pause()')
        await sleep(pauseSeconds * 1_000)
      },
      () => replica.ask('select pg_wal_replay_resume()'),
    )
    await phase(
      'far behind',
      async () => {
        await setting(`alter system set recovery_min_apply_delay = '1h'`)
        await sleep(2 * maxLagSeconds * 1_000)
      },
      () => setting('alter system reset recovery_min_apply_delay'),
    )
    await phase(
      'after a failover',
      async () => {
        pair.kill()
        await sleep(1_000)
        await pair.promote()
      },
      () => replica.untilFollows(),
    )
    await pair.rejoin()
  } finally {
    problems.push(...(await reader.stop()))
  }
  return { notes: times.join('; '), problems }
}

interface Sample {
  readonly from: number
  readonly to: number
  readonly entries: number
}

/**
 * It reads as reports do, and knows from the primary what there was at every moment: figures have at least what was there
 * when they say they are of, and at most what is there now.
 */
async function startReader({ database }: Fleet<PostgresPair>, { url }: ReadReplicaNode) {
  const { db } = database
  const replica = (await openReplica(
    { databaseReadUrl: url, databaseReadMaxLagMs: maxLagSeconds * 1_000 },
    database,
  ))!
  await replica.start()
  const services = { db, clock: createClock(null), replica }
  const samples: Sample[] = []
  const wrong: string[] = []
  let [isRunning, fromReplica, fromPrimary, stated] = [true, 0, 0, 0]
  const count = async (from: Db) =>
    Number(
      (
        await from
          .selectFrom('ledgerEntries')
          .select(({ fn }) => fn.countAll().as('entries'))
          .executeTakeFirstOrThrow()
      ).entries,
    )
  const keepSampling = async () => {
    for (; isRunning; await sleep(200)) {
      const from = performance.now()
      const entries = await count(db).catch(() => null)
      if (entries !== null) samples.push({ from, to: performance.now(), entries })
    }
  }
  const keepReading = async () => {
    for (; isRunning; await sleep(100)) {
      const [from, at] = [performance.now(), Date.now()]
      const read = await readFigures(services, { reader: 'bench' }, async of => ({
        isReplica: of !== db,
        entries: await count(of),
      })).catch(() => null)
      if (read === null) continue
      const to = performance.now()
      const { isReplica, entries } = read.value
      if (isReplica) fromReplica += 1
      else fromPrimary += 1
      if (read.asOf) stated += 1
      const ageMs = read.asOf ? at - read.asOf.getTime() : isReplica ? unstatedMs : 0
      const atLeast = Math.max(
        0,
        ...samples.filter(sample => sample.to <= from - ageMs).map(sample => sample.entries),
      )
      if (entries < atLeast)
        wrong.push(`${entries} entries were read, and there were ${atLeast} ${ageMs.toFixed(0)} ms before`)
      await sleep(300)
      const atMost = samples.find(sample => sample.from >= to)?.entries
      if (atMost !== undefined && entries > atMost)
        wrong.push(`${entries} entries were read, and later there were ${atMost}`)
    }
  }
  const lanes = [keepSampling(), keepReading()]
  return {
    counts() {
      const text = `${fromReplica} reads of the replica (${stated} said how old), ${fromPrimary} of the primary`
      ;[fromReplica, fromPrimary, stated] = [0, 0, 0]
      return text
    },
    async stop(): Promise<string[]> {
      isRunning = false
      await Promise.all(lanes)
      await replica.close()
      return wrong
    },
  }
}

async function isUsedByAll({ members }: Fleet<PostgresPair>): Promise<boolean> {
  const said = await Promise.all(
    members.map(({ port }) =>
      fetch(`http://127.0.0.1:${port}/readyz`).then(
        answer => answer.json() as Promise<{ replica?: string }>,
        () => null,
      ),
    ),
  )
  return said.every(one => one?.replica === 'used')
}
