import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { ensureProgram } from '../processes/debian-program.ts'
import { freePort } from '../processes/free-port.ts'

const example = fileURLToPath(new URL('../../../../../deploy/pgbouncer.ini', import.meta.url))

export interface Pooler {
  /** The address of a database behind it, such as another one of the same server. */
  behind(databaseUrl: string): string
  stop(): Promise<void>
}

interface PoolerSetup {
  /** The host of PostgreSQL, or the folder of its socket. */
  readonly host: string
  readonly port: number
  /** It replaces lines of `deploy/pgbouncer.ini`, or adds them. */
  readonly settings?: Readonly<Record<string, string>>
}

/** PgBouncer with `deploy/pgbouncer.ini` in front of every database of a server that trusts this machine. */
export async function startPooler({ host, port, settings = {} }: PoolerSetup): Promise<Pooler> {
  if (!ensureProgram('pgbouncer'))
    throw new Error('PgBouncer is missing: install it (Debian: pgbouncer), or run the tests as root.')
  const listenPort = await freePort()
  const folder = mkdtempSync(join(tmpdir(), 'dw-pooler-'))
  const file = join(folder, 'pgbouncer.ini')
  const users = join(folder, 'users')
  writeFileSync(users, ['postgres', 'dineward'].map(name => `"${name}" ""\n`).join(''))
  const here = {
    listen_port: String(listenPort),
    auth_type: 'trust',
    auth_file: users,
    server_tls_sslmode: 'disable',
  }
  writeFileSync(
    file,
    edited(readFileSync(example, 'utf8'), `* = host=${host} port=${port}`, { ...here, ...settings }),
  )
  // It refuses to run as root.
  const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}
  if (user.uid) for (const name of [folder, file, users]) chownSync(name, user.uid, user.gid)
  const child = spawn('pgbouncer', [file], { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  let said = ''
  child.stderr.on('data', chunk => {
    said = (said + chunk).slice(-2_000)
  })
  const stop = async () => {
    if (child.exitCode === null && child.kill('SIGKILL')) await once(child, 'exit')
    rmSync(folder, { recursive: true, force: true })
  }
  for (let left = 200; !(await listens(listenPort)); left--) {
    if (left > 0 && child.exitCode === null) await sleep(50)
    else {
      await stop()
      throw new Error(`PgBouncer did not start:\n${said}`)
    }
  }
  return {
    stop,
    behind(databaseUrl) {
      const { username, pathname } = new URL(databaseUrl)
      return `postgres://${username}@127.0.0.1:${listenPort}${pathname}`
    },
  }
}

function edited(text: string, database: string, settings: Readonly<Record<string, string>>): string {
  const withDatabase = text.replace(/^dineward = .*$/m, database)
  if (withDatabase === text) throw new Error('deploy/pgbouncer.ini names no database.')
  return Object.entries(settings).reduce((lines, [name, value]) => {
    const line = new RegExp(`^${name} = .*$`, 'm')
    return line.test(lines) ? lines.replace(line, `${name} = ${value}`) : `${lines}${name} = ${value}\n`
  }, withDatabase)
}

/** It answers to its console, whatever is behind it. */
async function listens(port: number): Promise<boolean> {
  const client = new pg.Client({ connectionString: `postgres://postgres@127.0.0.1:${port}/pgbouncer` })
  client.on('error', () => {})
  return client
    .connect()
    .then(
      () => true,
      error => error.code !== 'ECONNREFUSED',
    )
    .finally(() => client.end().catch(() => {}))
}
