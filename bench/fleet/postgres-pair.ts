import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { startPooler } from '../../apps/server/src/testing/databases/pooler.ts'
import { freePort } from '../../apps/server/src/testing/processes/free-port.ts'
import { type Cluster, clusterIn, fillUp, installedPostgres, ownFolder } from '../faults/server-binaries.ts'
import { type FleetDatabase, runHaproxy } from './fleet.ts'
import { until } from './fleet-scene.ts'

interface Node extends Cluster {
  readonly port: number
}

/** A primary and its synchronous standby, of an installed PostgreSQL. The bench does what Patroni does elsewhere. */
export interface PostgresPair {
  /** Kill -9 all processes of the primary. */
  kill(): void
  promote(): Promise<void>
  /** What was the primary becomes the standby. @returns how */
  rejoin(): Promise<'rewound' | 'copied'>
  untilSynchronous(): Promise<void>
  /** Null where it was not asked for. */
  readonly replica: ReadReplicaNode | null
  /** The standby's log has a small disk of its own meanwhile. @param work is given what fills it up. */
  withSmallDisk(work: (fillUp: () => void) => Promise<void>): Promise<void>
}

/** A third server, which follows whichever of the two takes writes. */
export interface ReadReplicaNode {
  readonly url: string
  crash(): Promise<void>
  start(): Promise<void>
  ask(statement: string): Promise<void>
  /** After a failover it is copied where it had more of the log than the standby. @returns how it follows */
  untilFollows(): Promise<'followed' | 'copied'>
}

const name = 'fleet'
const pairName = 'pair'

/**
 * Servers 1 and 2 and worker 2 reach it through PgBouncer and HAProxy, the others by a list of both hosts. A commit is as
 * safe as the disk of both: `fsync` stays on, as everything that an operator would leave on.
 */
export async function startPair({ hasReplica = false } = {}): Promise<FleetDatabase<PostgresPair>> {
  const bin = installedPostgres()
  if (!bin) throw new Error('PostgreSQL with its programs is missing: install it (Debian: postgresql).')
  const folder = mkdtempSync(join(tmpdir(), 'dw-pair-'))
  if (process.getuid?.() === 0) execFileSync('chmod', ['755', folder])
  const nodes: Node[] = []
  for (const n of [1, 2]) {
    const port = await freePort()
    nodes.push({ ...clusterIn(join(folder, `node-${n}`), bin, port), port })
  }
  const port = await freePort()
  const reader = hasReplica ? { ...clusterIn(join(folder, 'reader'), bin, port), port } : null
  const pair = new Pair(nodes, reader)
  const closing: (() => unknown)[] = [
    () => rmSync(folder, { recursive: true, force: true }),
    () => pair.stop(),
  ]
  const stop = async () => {
    for (const close of closing.splice(0).reverse()) await close()
  }
  try {
    await pair.start()
    const checks = await Promise.all(nodes.map(node => serveHealth(() => pair.leader === node)))
    closing.push(() => checks.map(({ server }) => server.close()))
    const front = await freePort()
    const { proxy } = runHaproxy(ownFolder(join(folder, 'haproxy')), 'haproxy-postgres.cfg', [
      [/bind 127\.0\.0\.1:5000/, `bind 127.0.0.1:${front}`],
      ...nodes.map(
        ({ port }, n) =>
          [
            new RegExp(`server db-${n + 1} \\S+ check port 8008`),
            `server db-${n + 1} 127.0.0.1:${port} check port ${checks[n]!.port}`,
          ] as const,
      ),
    ])
    closing.push(() => proxy.kill('SIGKILL'))
    const pooler = await startPooler({ host: '127.0.0.1', port: front })
    closing.push(() => pooler.stop())
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
    const databaseUrl = `postgres://postgres@${hosts}/${name}?target_session_attrs=read-write`
    const pooled = { DATABASE_URL: pooler.behind(nodes[0]!.url(name)), DATABASE_DIRECT_URL: databaseUrl }
    const read: Record<string, string> = reader ? { DATABASE_READ_URL: reader.url(name) } : {}
    const envOf = (n: number) => ({ ...read, ...([0, 1, 4].includes(n) ? pooled : {}) })
    return { postgres: pair, databaseUrl, envOf, stop }
  } catch (error) {
    await stop()
    throw error
  }
}

class Pair implements PostgresPair {
  readonly #nodes: readonly Node[]
  #primary: Node
  /** It is null from a kill until the standby is promoted. */
  leader: Node | null = null

  readonly #reader: Node | null

  constructor(nodes: readonly Node[], reader: Node | null) {
    this.#nodes = nodes
    this.#primary = nodes[0]!
    this.#reader = reader
  }

  get replica(): ReadReplicaNode | null {
    const reader = this.#reader
    return (
      reader && {
        url: reader.url(name),
        crash: () => reader.crash(),
        start: () => this.#startReader(reader),
        ask: async statement => void (await ask(reader.url('postgres'), statement)),
        untilFollows: () => this.#untilReaderFollows(reader),
      }
    )
  }

  get #standby(): Node {
    return this.#nodes.find(node => node !== this.#primary)!
  }

  async start(): Promise<void> {
    const { data, program } = this.#primary
    await program('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '-E', 'UTF8', '--data-checksums')
    await this.#primary.start(settings)
    // In the file, where pg_rewind's own recovery finds it too.
    await this.#ask(`alter system set wal_keep_size = '1GB'`)
    await this.#ask(`create database ${name}`)
    await this.#ask(`alter role postgres in database ${name} set statement_timeout = '15s'`)
    await this.#copy(this.#standby)
    await this.#follow(this.#standby)
    this.leader = this.#primary
    if (!this.#reader) return
    await this.#copy(this.#reader)
    await this.#startReader(this.#reader)
  }

  kill(): void {
    this.leader = null
    const pid = pidOf(this.#primary)
    const children = execFileSync('ps', ['-o', 'pid=', '--ppid', String(pid)], { encoding: 'utf8' })
    for (const one of [pid, ...children.split('\n').filter(Boolean).map(Number)])
      try {
        process.kill(one, 'SIGKILL')
      } catch {
        // It ended with its parent.
      }
    // A dead process that is still listed would look like one that holds these.
    const { data, port } = this.#primary
    for (const lock of [join(data, 'postmaster.pid'), join(data, '..', `.s.PGSQL.${port}.lock`)])
      rmSync(lock, { force: true })
  }

  async promote(): Promise<void> {
    const { data, program } = this.#standby
    await program('pg_ctl', '-D', data, '-w', '-t', '60', 'promote')
    this.#primary = this.#standby
    this.leader = this.#primary
  }

  async rejoin(): Promise<'rewound' | 'copied'> {
    const node = this.#standby
    // Until then the new primary's control file names the timeline before.
    await this.#ask('checkpoint')
    const rewound = await node
      .program('pg_rewind', '-D', node.data, '--source-server', this.#primary.url('postgres'))
      .then(
        () => true,
        () => false,
      )
    if (!rewound) {
      rmSync(node.data, { recursive: true, force: true })
      await this.#copy(node)
    }
    await this.#follow(node)
    return rewound ? 'rewound' : 'copied'
  }

  async untilSynchronous(): Promise<void> {
    const isSo = async () =>
      (await this.#ask(
        `select 1 from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`,
      ).catch(() => 0)) > 0
    if ((await until(isSo, 60_000)) === null) throw new Error('the standby does not follow')
  }

  async withSmallDisk(work: (fillUp: () => void) => Promise<void>): Promise<void> {
    const node = this.#standby
    const [log, disk] = [join(node.data, 'pg_wal'), join(node.data, '..', 'small')]
    await node.crash()
    ownFolder(disk)
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=256m,mode=0777', 'tmpfs', disk])
    try {
      execFileSync('cp', ['-a', log, disk])
      rmSync(log, { recursive: true })
      symlinkSync(join(disk, 'pg_wal'), log)
      await this.#follow(node)
      await work(() => fillUp(join(disk, 'filler')))
      rmSync(join(disk, 'filler'))
      // It ended when it could not write.
      await node.crash().catch(() => {})
      await this.#follow(node)
      await node.crash()
      rmSync(log)
      execFileSync('cp', ['-a', join(disk, 'pg_wal'), node.data])
      await this.#follow(node)
    } finally {
      execFileSync('umount', ['-l', disk])
    }
  }

  async stop(): Promise<void> {
    for (const node of [...this.#nodes, ...(this.#reader ? [this.#reader] : [])])
      await node.crash().catch(() => {})
  }

  async #copy(node: Node): Promise<void> {
    await node.program('pg_basebackup', '-D', node.data, '-c', 'fast', '-d', this.#primary.url('postgres'))
  }

  /** From then on a commit waits until the standby has it; a standby that is promoted has no one to wait for. */
  async #follow(node: Node): Promise<void> {
    writeFileSync(join(node.data, 'standby.signal'), '')
    const source = `host=127.0.0.1 port=${this.#primary.port} user=postgres application_name=${pairName}`
    await node.start({ ...settings, primary_conninfo: source })
    await this.#ask(`alter system set synchronous_standby_names = '${pairName}'`)
    await this.#ask('select pg_reload_conf()')
    await this.untilSynchronous()
  }

  async #startReader(node: Node): Promise<void> {
    writeFileSync(join(node.data, 'standby.signal'), '')
    const ports = this.#nodes.map(({ port }) => port).join()
    const source = `host=127.0.0.1,127.0.0.1 port=${ports} user=postgres target_session_attrs=read-write`
    await node.start({ ...settings, primary_conninfo: source })
  }

  async #untilReaderFollows(node: Node): Promise<'followed' | 'copied'> {
    // One that was ahead streams for a moment too, until it finds that it cannot go on.
    const table = `of_the_primary_at_${node.port}_${Date.now()}`
    await this.#ask(`create table ${table} ()`)
    const hasTable = async () =>
      (await ask(node.url('postgres'), `select 1 where to_regclass('${table}') is not null`).catch(() => 0)) >
      0
    const follows = async () => (await until(hasTable, 20_000)) !== null
    if (await follows()) return 'followed'
    await node.crash().catch(() => {})
    rmSync(node.data, { recursive: true, force: true })
    await this.#copy(node)
    await this.#startReader(node)
    if (!(await follows())) throw new Error('the read replica does not follow')
    return 'copied'
  }

  /** @returns how many rows the primary answers. */
  #ask(statement: string): Promise<number> {
    return ask(this.#primary.url('postgres'), statement)
  }
}

async function ask(url: string, statement: string): Promise<number> {
  const client = new pg.Client(url)
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rowCount ?? 0
  } finally {
    await client.end()
  }
}

const settings = { max_connections: '200' }

function pidOf({ data }: Node): number {
  const file = join(data, 'postmaster.pid')
  if (!existsSync(file)) throw new Error('the primary does not run')
  return Number(readFileSync(file, 'utf8').split('\n', 1)[0])
}

/** It answers as Patroni does for its server. */
async function serveHealth(isPrimary: () => boolean) {
  const server = createServer((_, answer) => void answer.writeHead(isPrimary() ? 200 : 503).end())
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return { server, port: (server.address() as { port: number }).port }
}
