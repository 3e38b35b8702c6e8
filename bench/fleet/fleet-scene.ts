import type { NativePostgres } from '../../apps/server/src/testing/databases/native-postgres.ts'
import { problemsAfter } from '../faults/fault-checks.ts'
import { command, type FaultLoad, type Seat, seatsIn, startLoad } from '../faults/fault-load.ts'
import { type Outcome, repair } from '../faults/fault-repair.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { ask, startVisitors, type Visitors, type Visits } from './fleet-visitors.ts'

export interface Scene<Postgres = NativePostgres> {
  readonly fleet: Fleet<Postgres>
  readonly seats: readonly Seat[]
  readonly load: FaultLoad
  readonly visitors: Visitors
}

/** Each partner has so many; their dines last for minutes. */
const membersOfEach = 300

interface SceneOptions {
  readonly env?: Record<string, string>
  /** Whether visitors may be told to come again, such as while there is no database. */
  readonly mayFail?: boolean
}

/** Break it while people read and cards, claims, settlement and payouts run; then repair, and compare the books. */
export async function withScene(
  breakIt: (scene: Scene) => Promise<Outcome>,
  { env = {}, mayFail = false }: SceneOptions = {},
): Promise<Outcome> {
  return withSceneOn(await startFleet(env), breakIt, mayFail)
}

/** The fleet is stopped at the end. */
export async function withSceneOn<Postgres>(
  fleet: Fleet<Postgres>,
  breakIt: (scene: Scene<Postgres>) => Promise<Outcome>,
  mayFail: boolean,
): Promise<Outcome> {
  let [load, visitors]: [FaultLoad | null, Visitors | null] = [null, null]
  try {
    const seats = await seatsIn(fleet.database, membersOfEach)
    await command(fleet.env, 'sandbox', 'payouts', '--delay', '0')
    const ports = fleet.members.map(({ port }) => port)
    load = startLoad(fleet.proxyPort, seats, fleet.env, ports)
    visitors = startVisitors(fleet.proxyPort, seats)
    const outcome = await breakIt({ fleet, seats, load, visitors })
    const visits = await visitors.stop()
    await load.stop()
    const { acknowledged } = load
    const metricsPort = fleet.members.find(({ role }) => role === 'worker')!.port
    const problems = [
      ...outcome.problems,
      ...(mayFail ? visits.failed.filter(one => !one.includes(' twice: ')) : visits.failed),
      ...visits.missing.map(file => `missing: ${file}`),
      ...(await repair({ env: fleet.env, load, port: fleet.proxyPort, metricsPort })),
      ...(await problemsAfter(fleet.database, acknowledged, fleet.dataDir)),
    ]
    return { notes: `${outcome.notes}; ${countsOf(visits, load)}`, problems }
  } finally {
    load?.abandon()
    await visitors?.stop()
    await fleet.stop()
  }
}

export async function withFleet(
  work: (fleet: Fleet) => Promise<Outcome>,
  env: Record<string, string> = {},
): Promise<Outcome> {
  const fleet = await startFleet(env)
  try {
    return await work(fleet)
  } finally {
    await fleet.stop()
  }
}

function countsOf(visits: Visits, { acknowledged }: FaultLoad): string {
  const answers = [...acknowledged.statuses].map(([status, count]) => `${count} x ${status}`).join(', ')
  return [
    `${visits.requests} requests of visitors, ${visits.retried} sent twice, ${visits.failed.length} failed`,
    `${visits.files.size} files of pages, ${visits.missing.length} missing`,
    `${acknowledged.events.length} events (${answers}), ${acknowledged.claimIds.length} claims acknowledged`,
  ].join('; ')
}

export async function until(
  isSo: () => boolean | Promise<boolean>,
  withinMs: number,
): Promise<number | null> {
  const startedAt = performance.now()
  for (;;) {
    if (await isSo()) return performance.now() - startedAt
    if (performance.now() - startedAt > withinMs) return null
    await new Promise(resolve => setTimeout(resolve, 20))
  }
}

export function statusOf(port: number, path: string, init: RequestInit = {}): Promise<number> {
  return fetch(`http://127.0.0.1:${port}${path}`, { signal: AbortSignal.timeout(60_000), ...init }).then(
    async answer => {
      await answer.arrayBuffer()
      return answer.status
    },
    () => 0,
  )
}

const cachedPaths = ['/', '/search', '/api/v2/Merchants/Search?latitude=40.7&longitude=-74']

/** @returns what is not served although no database answers. */
export async function shownFromMemory({ proxyPort }: Pick<Fleet, 'proxyPort'>): Promise<string[]> {
  const problems: string[] = []
  for (const [n, path] of cachedPaths.entries()) {
    const { status } = await ask(undefined, proxyPort, 'skyward', path, '', n)
    if (status !== 200) problems.push(`without a database ${path} is answered ${status}`)
  }
  return problems
}
