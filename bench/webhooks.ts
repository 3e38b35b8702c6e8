import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Partner } from '@dineward/core/partner/partner.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { type Database, openDatabase } from '../apps/server/src/db/open-database.ts'
import { createEndpoint, type EndpointContext } from '../apps/server/src/features/events/endpoints.service.ts'
import { recordEvents } from '../apps/server/src/features/events/record-events.service.ts'
import { loadPartners } from '../apps/server/src/features/partner/load-partners.service.ts'
import { demoWebhookReach } from '../apps/server/src/gateways/webhook-client.ts'
import { copyDatabase, startPostgres } from '../apps/server/src/testing/databases/native-postgres.ts'
import { closedEnvironment } from '../apps/server/src/testing/processes/child-process.ts'
import type { Figure } from './figure.ts'
import { newProgram } from './program.ts'

const perSecond = Number(process.env.EVENTS_PER_SECOND ?? 100)
const seconds = Number(process.env.SECONDS ?? 30)
const kills = Number(process.env.KILLS ?? 50)
const appSecret = 'app-secret-of-the-bench'
const sender = fileURLToPath(
  new URL('../apps/server/src/features/events/sender-process-for-test.ts', import.meta.url),
)

interface Scene {
  readonly database: Database
  readonly partner: Partner
  readonly memberIds: readonly string[]
  /** When each event arrived, each time. */
  readonly arrivals: ReadonlyMap<string, readonly number[]>
  readonly startSender: () => Promise<ReturnType<typeof spawn>>
}

/** Events of members, recorded at a steady pace, to one endpoint; then while the process that sends is killed. */
export async function webhookBudgets(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-webhooks-'))
  const postgres = await startPostgres()
  const arrivals = new Map<string, number[]>()
  const receiver = createServer((request, response) => {
    const id = String(request.headers['webhook-id'])
    arrivals.set(id, [...(arrivals.get(id) ?? []), Date.now()])
    request.resume().once('end', () => response.writeHead(204).end())
  }).listen(0, '127.0.0.1')
  let database: Database | null = null
  try {
    const databaseUrl = await copyDatabase(postgres.url, 'webhooks')
    database = await openDatabase({ databaseUrl, dataDir: folder, socketDir: folder })
    await migrate(database.db)
    const shipped = await loadPartners(fileURLToPath(new URL('../partners', import.meta.url)))
    const [partner] = shipped as [Partner]
    const { members } = await newProgram(database, partner, { members: 200, merchants: 1 })
    await createEndpoint(contextOf(database, partner), {
      url: `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/`,
    })
    const startSender = async () => {
      const env = closedEnvironment({ DATABASE_URL: databaseUrl, APP_SECRET: appSecret, LEASE_MS: '2000' })
      const child = spawn(process.execPath, [sender], { env, stdio: ['ignore', 'pipe', 'inherit'] })
      await once(child.stdout!, 'data')
      return child
    }
    const scene = {
      database,
      partner,
      memberIds: members.map(({ memberId }) => memberId),
      arrivals,
      startSender,
    }
    return [await sustained(scene), await killed(scene)]
  } finally {
    receiver.close()
    receiver.closeAllConnections()
    await database?.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function contextOf({ db }: Pick<Database, 'db'>, partner: Partner): EndpointContext {
  return {
    db,
    partner,
    clock: { now: () => new Date() },
    actor: { kind: 'partner', id: 'bench', name: 'bench', scopes: ['members:read'] },
    appSecrets: [appSecret],
    webhookReach: demoWebhookReach,
  } as unknown as EndpointContext
}

/** @returns when each event of this run happened, by id */
async function happen(
  { database: { db }, partner, memberIds }: Scene,
  count: number,
  perSecondNow: number,
): Promise<Map<string, number>> {
  const begun = Date.now()
  const before = new Date(begun - 1)
  const writing: Promise<unknown>[] = []
  for (let n = 0; n < count; n++) {
    const due = begun + (n * 1_000) / perSecondNow
    if (due > Date.now()) await sleep(due - Date.now())
    const id = memberIds[n % memberIds.length]!
    writing.push(
      db
        .transaction()
        .execute(async trx =>
          recordEvents({ db: trx, partner, clock: { now: () => new Date() } }, [
            { type: 'member.updated', id, memberId: id },
          ]),
        ),
    )
  }
  await Promise.all(writing)
  const rows = await db
    .selectFrom('apiEvents')
    .select(['id', 'occurredAt'])
    .where('occurredAt', '>=', before)
    .where('type', '=', 'member.updated')
    .execute()
  return new Map(rows.map(({ id, occurredAt }) => [id, occurredAt.getTime()]))
}

async function untilArrived(
  events: ReadonlyMap<string, number>,
  arrivals: Scene['arrivals'],
  withinMs: number,
): Promise<number> {
  const missing = () => [...events.keys()].filter(id => !arrivals.has(id)).length
  for (const ends = Date.now() + withinMs; missing() > 0 && Date.now() < ends; ) await sleep(50)
  return missing()
}

async function sustained(scene: Scene): Promise<Figure> {
  const child = await scene.startSender()
  const begun = Date.now()
  const events = await happen(scene, perSecond * seconds, perSecond)
  const missing = await untilArrived(events, scene.arrivals, 30_000)
  const lastAt = Math.max(...[...events.keys()].map(id => scene.arrivals.get(id)?.[0] ?? 0))
  child.kill('SIGKILL')
  const delays = [...events]
    .map(([id, at]) => (scene.arrivals.get(id)?.[0] ?? Infinity) - at)
    .toSorted((a, b) => a - b)
  const part = (share: number) => delays[Math.floor(delays.length * share)] ?? 0
  const rate = events.size / ((lastAt - begun) / 1_000)
  return {
    budget: 'webhook',
    what: `${perSecond} events a second for ${seconds} s to one endpoint, on two cores: 100 a second arrive`,
    measured: `${rate.toFixed(0)} a second, median ${part(0.5)} ms, p99 ${part(0.99)} ms, ${missing} missing`,
    isMet: missing === 0 && rate >= perSecond * 0.95,
  }
}

async function killed(scene: Scene): Promise<Figure> {
  let child = await scene.startSender()
  const going = happen(scene, kills * 40, 40)
  for (let kill = 0; kill < kills; kill++) {
    await sleep(200 + Math.random() * 1_000)
    child.kill('SIGKILL')
    await once(child, 'exit')
    child = await scene.startSender()
  }
  const events = await going
  const missing = await untilArrived(events, scene.arrivals, 60_000)
  child.kill('SIGKILL')
  const repeated = [...events.keys()].filter(id => (scene.arrivals.get(id)?.length ?? 0) > 1).length
  return {
    budget: 'webhook',
    what: `the process that sends is killed ${kills} times while ${events.size} events go out: none is lost`,
    measured: `${missing} lost, ${repeated} sent more than once`,
    isMet: missing === 0 && events.size === kills * 40,
  }
}
