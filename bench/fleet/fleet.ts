import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { type Database, openDatabase } from '../../apps/server/src/db/open-database.ts'
import {
  copyDatabase,
  type NativePostgres,
  startPostgres,
} from '../../apps/server/src/testing/databases/native-postgres.ts'
import { ensureProgram } from '../../apps/server/src/testing/processes/debian-program.ts'
import { freePort } from '../../apps/server/src/testing/processes/free-port.ts'
import { metricsToken } from '../faults/fault-load.ts'
import { startWorker, type Worker } from '../workers.ts'

/* Three servers and two workers behind HAProxy on PostgreSQL, as an operator would run them (docs/operating.md). */

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Member {
  readonly role: 'web' | 'worker'
  readonly n: number
  readonly port: number
  process: Worker
}

export interface Fleet<Postgres = NativePostgres> {
  readonly postgres: Postgres
  readonly databaseUrl: string
  readonly database: Database
  /** All processes have it, like a shared volume. */
  readonly dataDir: string
  readonly env: Record<string, string>
  readonly proxyPort: number
  readonly members: Member[]
  readonly webs: Member[]
  /** @param build a folder with another build of the product. @returns milliseconds until it is ready. */
  start(member: Member, build?: string): Promise<number>
  stop(): Promise<void>
}

/** What the processes of a fleet have as their database. */
export interface FleetDatabase<Postgres> {
  readonly postgres: Postgres
  /** It is that of commands, and of checks. */
  readonly databaseUrl: string
  /** Processes may reach it in different ways. */
  envOf(member: number): Record<string, string>
  stop(): Promise<unknown>
}

export async function startFleet(given: Record<string, string> = {}): Promise<Fleet> {
  const postgres = await startPostgres()
  const databaseUrl = await copyDatabase(postgres.url, 'fleet')
  return startFleetOn({ postgres, databaseUrl, envOf: () => ({}), stop: () => postgres.stop() }, given)
}

export async function startFleetOn<Postgres>(
  { postgres, databaseUrl, envOf, stop: stopPostgres }: FleetDatabase<Postgres>,
  given: Record<string, string>,
): Promise<Fleet<Postgres>> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-fleet-'))
  const closing: (() => unknown)[] = [stopPostgres, () => rmSync(folder, { recursive: true, force: true })]
  const stop = async () => {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    for (const close of closing.splice(0).reverse()) await close()
  }
  const interrupt = () => void stop().finally(() => process.exit(1))
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    const database = await openDatabase({ databaseUrl, dataDir: folder, socketDir: folder })
    closing.push(() => database.close())
    await migrate(database.db)
    const proxyPort = await freePort()
    const env = {
      DATABASE_URL: databaseUrl,
      DATA_DIR: folder,
      PUBLIC_URL: `http://localhost:${proxyPort}`,
      HOST: '127.0.0.1',
      TRUST_PROXY: '1',
      METRICS_TOKEN: metricsToken,
      LOG_LEVEL: 'error',
      ...given,
    }
    const roles = ['web', 'web', 'web', 'worker', 'worker'] as const
    const members: Member[] = []
    const start = ({ role, port, n }: Omit<Member, 'process'>, build?: string) =>
      startWorker({ ...env, ...envOf(n), ROLE: role, PORT: String(port) }, build)
    closing.push(() => Promise.all(members.map(({ process }) => process.kill('SIGKILL'))))
    for (const [n, role] of roles.entries()) {
      const member = { role, n, port: await freePort() }
      members.push({ ...member, process: await start(member) })
    }
    const webs = members.filter(({ role }) => role === 'web')
    const proxy = await startProxy(folder, proxyPort, webs)
    closing.push(() => proxy.kill('SIGKILL'))
    return {
      postgres,
      databaseUrl,
      database,
      dataDir: folder,
      env,
      proxyPort,
      members,
      webs,
      stop,
      async start(member, build) {
        const startedAt = performance.now()
        member.process = await start(member, build)
        return performance.now() - startedAt
      },
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** It runs with `deploy/haproxy.cfg`: other ports, no certificate, and clients that say who they are. */
async function startProxy(folder: string, port: number, webs: readonly Member[]): Promise<ChildProcess> {
  const edits: [RegExp, string][] = [
    [/^ +bind :80\n/m, ''],
    [/^( +)bind :443 .*$/m, `$1bind 127.0.0.1:${port}`],
    [/^ +http-request redirect scheme .*\n +http-request deny deny_status 403 unless .*\n/m, ''],
    [
      /^( +)http-request set-header X-Forwarded-For %\[src\]$/m,
      '$&\n$1http-request set-header X-Forwarded-For %[req.hdr(x-client)] if { req.hdr(x-client) -m found }',
    ],
    ...webs.map((web, index): [RegExp, string] => [
      new RegExp(`(server web-${index + 1}) \\S+`, 'g'),
      `$1 127.0.0.1:${web.port}`,
    ]),
  ]
  const { proxy, said } = runHaproxy(folder, 'haproxy.cfg', edits)
  const address = `http://localhost:${port}/`
  for (let left = 200; left > 0; left--) {
    if (proxy.exitCode !== null) throw new Error(`haproxy ended: ${said()}`)
    const answer = await fetch(address, { redirect: 'manual' }).catch(() => null)
    if (answer && answer.status < 500) return proxy
    await sleep(50)
  }
  proxy.kill('SIGKILL')
  throw new Error('haproxy did not answer within ten seconds')
}

/** It runs a file of `deploy/` in which other addresses are written. */
export function runHaproxy(folder: string, name: string, edits: readonly (readonly [RegExp, string])[]) {
  if (!ensureProgram('haproxy')) throw new Error('haproxy is missing: install it, or run this as root.')
  let text = readFileSync(join(root, 'deploy', name), 'utf8')
  for (const [pattern, replacement] of edits) {
    const edited = text.replace(pattern, replacement)
    if (edited === text) throw new Error(`deploy/${name} has no line for ${pattern}`)
    text = edited
  }
  const file = join(folder, name)
  writeFileSync(file, text)
  const proxy = spawn('haproxy', ['-f', file, '-db'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  proxy.stderr.on('data', chunk => {
    said = (said + chunk).slice(-2_000)
  })
  return { proxy, said: () => said }
}
