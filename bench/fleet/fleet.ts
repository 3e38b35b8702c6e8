import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
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
import { freePort } from '../../apps/server/src/testing/processes/free-port.ts'
import { metricsToken } from '../faults/fault-repair.ts'
import { startWorker, type Worker } from '../workers.ts'

/* Three servers, two workers and PostgreSQL behind HAProxy, as an operator would run them (docs/operating.md). */

const root = fileURLToPath(new URL('../../', import.meta.url))

export interface Member {
  readonly role: 'web' | 'worker'
  readonly port: number
  process: Worker
}

export interface Fleet {
  readonly postgres: NativePostgres
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

export async function startFleet(given: Record<string, string> = {}): Promise<Fleet> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-fleet-'))
  const postgres = await startPostgres()
  const closing: (() => unknown)[] = [
    () => postgres.stop(),
    () => rmSync(folder, { recursive: true, force: true }),
  ]
  const stop = async () => {
    process.off('SIGINT', interrupt).off('SIGTERM', interrupt)
    for (const close of closing.splice(0).reverse()) await close()
  }
  const interrupt = () => void stop().finally(() => process.exit(1))
  process.on('SIGINT', interrupt).on('SIGTERM', interrupt)
  try {
    const databaseUrl = await copyDatabase(postgres.url, 'fleet')
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
    const start = (role: Member['role'], port: number, build?: string) =>
      startWorker({ ...env, ROLE: role, PORT: String(port) }, build)
    const members: Member[] = []
    closing.push(() => Promise.all(members.map(({ process }) => process.kill('SIGKILL'))))
    for (const role of roles) {
      const port = await freePort()
      members.push({ role, port, process: await start(role, port) })
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
        member.process = await start(member.role, member.port, build)
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
  ensureProxy()
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
  let text = readFileSync(join(root, 'deploy/haproxy.cfg'), 'utf8')
  for (const [pattern, replacement] of edits) {
    const edited = text.replace(pattern, replacement)
    if (edited === text) throw new Error(`deploy/haproxy.cfg has no line for ${pattern}`)
    text = edited
  }
  const file = join(folder, 'haproxy.cfg')
  writeFileSync(file, text)
  const proxy = spawn('haproxy', ['-f', file, '-db'], { stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  proxy.stderr.on('data', chunk => {
    said = (said + chunk).slice(-2_000)
  })
  const address = `http://localhost:${port}/`
  for (let left = 200; left > 0; left--) {
    if (proxy.exitCode !== null) throw new Error(`haproxy ended: ${said}`)
    const answer = await fetch(address, { redirect: 'manual' }).catch(() => null)
    if (answer && answer.status < 500) return proxy
    await sleep(50)
  }
  proxy.kill('SIGKILL')
  throw new Error('haproxy did not answer within ten seconds')
}

function ensureProxy(): void {
  try {
    execFileSync('haproxy', ['-v'], { stdio: 'pipe' })
  } catch {
    if (process.getuid?.() !== 0) throw new Error('haproxy is missing: install it, or run this as root.')
    execFileSync('apt-get', ['install', '-y', '-qq', 'haproxy'], { stdio: 'pipe' })
  }
}
