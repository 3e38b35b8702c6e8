import { execFile, execFileSync } from 'node:child_process'
import { appendFileSync, chownSync, existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** PostgreSQL does not run as root. */
const user = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

/** An installed PostgreSQL with its own programs, such as Debian's package postgresql. @returns null without one. */
export function installedPostgres(): string | null {
  try {
    const bin = execFileSync('pg_config', ['--bindir'], { encoding: 'utf8' }).trim()
    return ['initdb', 'pg_ctl', 'pg_basebackup'].every(name => existsSync(join(bin, name))) ? bin : null
  } catch {
    return null
  }
}

/** The folder belongs to the account that PostgreSQL runs as. */
export function ownFolder(folder: string): string {
  mkdirSync(folder)
  if (user.uid) chownSync(folder, user.uid, user.gid)
  return folder
}

/** To the last page of its disk. */
export function fillUp(file: string): void {
  for (let size = 1_048_576; size >= 4_096; ) {
    try {
      appendFileSync(file, Buffer.alloc(size))
    } catch {
      size /= 2
    }
  }
}

export interface Cluster {
  readonly data: string
  url(database: string): string
  program(name: string, ...args: string[]): Promise<string>
  start(settings?: Readonly<Record<string, string>>): Promise<void>
  /** It stops without a checkpoint, as after a power cut. */
  crash(): Promise<void>
}

export function clusterIn(folder: string, bin: string, port: number): Cluster {
  const data = join(ownFolder(folder), 'data')
  const env = { LC_ALL: 'C', PATH: process.env.PATH ?? '' }
  const program = async (name: string, ...args: string[]) =>
    (await run(join(bin, name), args, { ...user, env, cwd: folder })).stdout
  return {
    data,
    url: database => `postgres://postgres@127.0.0.1:${port}/${database}`,
    program,
    async start(settings = {}) {
      const all = { listen_addresses: '127.0.0.1', unix_socket_directories: folder, ...settings }
      const options = Object.entries(all).map(([name, value]) => `-c ${name}='${value}'`)
      const log = join(folder, 'log')
      await program(
        'pg_ctl',
        '-D',
        data,
        '-w',
        '-t',
        '120',
        '-l',
        log,
        '-o',
        `-p ${port} ${options.join(' ')}`,
        'start',
      )
    },
    async crash() {
      await program('pg_ctl', '-D', data, '-m', 'immediate', 'stop')
    },
  }
}
