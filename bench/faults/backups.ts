import { execFileSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { type Database, openDatabase } from '../../apps/server/src/db/open-database.ts'
import { freePort } from '../../apps/server/src/testing/processes/free-port.ts'
import { startWorker } from '../workers.ts'
import { command, type FaultLoad, seatsIn, startLoad } from './fault-load.ts'
import type { Outcome } from './fault-repair.ts'
import { type Cluster, clusterIn, installedPostgres, ownFolder } from './server-binaries.ts'

/*
 * Fault 14 makes a backup under load, restores and compares it; then it restores a moment that only the write-ahead log
 * knows.
 */

/** They lie between the base backup and the moment that is restored. */
const logSeconds = Number(process.env.LOG_SECONDS ?? 20)

export async function backUpUnderLoad(): Promise<Outcome | string> {
  const bin = installedPostgres()
  if (!bin) return 'pg_config names no PostgreSQL with pg_basebackup: install it (apt-get install postgresql)'
  const folder = mkdtempSync(join(tmpdir(), 'dw-backups-'))
  execFileSync('chmod', ['711', folder])
  const cluster = clusterIn(join(folder, 'first'), bin, await freePort())
  const second = clusterIn(join(folder, 'second'), bin, await freePort())
  try {
    return await onClusters(folder, cluster, second)
  } finally {
    for (const one of [cluster, second]) await one.crash().catch(() => {})
    rmSync(folder, { recursive: true, force: true })
  }
}

async function onClusters(folder: string, cluster: Cluster, second: Cluster): Promise<Outcome> {
  await cluster.program(
    'initdb',
    '-D',
    cluster.data,
    '-U',
    'postgres',
    '-A',
    'trust',
    '--no-sync',
    '-E',
    'UTF8',
  )
  const archive = ownFolder(join(folder, 'archive'))
  await cluster.start({
    archive_mode: 'on',
    archive_command: `test ! -f ${archive}/%f && cp %p ${archive}/%f`,
    archive_timeout: '60',
  })
  for (const name of ['dineward', 'restored'])
    await cluster.program('createdb', '--maintenance-db', cluster.url('postgres'), name)
  const port = await freePort()
  const env = {
    DATABASE_URL: cluster.url('dineward'),
    DATA_DIR: join(folder, 'data'),
    PORT: String(port),
    CARD_FRAME_PORT: String(await freePort()),
    LOG_LEVEL: 'error',
  }
  const seats = await using(env.DATABASE_URL, async database => {
    await migrate(database.db)
    return seatsIn(database)
  })
  const worker = await startWorker(env)
  const load = startLoad(port, seats, env)
  try {
    await sleep(3_000)
    const logical = await backUp(folder, env, load, cluster)
    const full = await onFullDisk(env)
    const base = performance.now()
    await second.program('pg_basebackup', '-D', second.data, '-c', 'fast', '-d', cluster.url('postgres'))
    const baseMs = performance.now() - base
    const late = await loadForLog(port, env)
    await worker.kill('SIGTERM')
    const moment = await restoreMoment(folder, { env, cluster, second, archive })
    return {
      notes: [
        logical.notes,
        `base backup in ${seconds(baseMs)}, then ${late} events in ${logSeconds} s from the log`,
        moment.notes,
      ].join('; '),
      problems: [...logical.problems, ...moment.problems, ...full],
    }
  } finally {
    load.abandon()
    await worker.kill('SIGKILL')
  }
}

/** New members each ten seconds, since those of a load run out of dines. @returns acknowledged events. */
async function loadForLog(port: number, env: Record<string, string>): Promise<number> {
  const until = performance.now() + logSeconds * 1_000
  let events = 0
  while (performance.now() < until) {
    const load = startLoad(port, await using(env.DATABASE_URL!, seatsIn), env)
    await sleep(Math.min(10_000, until - performance.now()))
    await load.stop()
    events += load.acknowledged.events.length
  }
  return events
}

async function backUp(
  folder: string,
  env: Record<string, string>,
  load: FaultLoad,
  cluster: Cluster,
): Promise<Outcome> {
  const { acknowledged } = load
  const backup = join(folder, 'backup')
  const known = acknowledged.dines.map(({ transactionId }) => transactionId)
  const [first, startedAt] = [acknowledged.events.length, performance.now()]
  await must(env, 'backup', 'write', '--to', backup)
  const tookMs = performance.now() - startedAt
  const meanwhile = acknowledged.events.length - first
  if (meanwhile === 0) throw new Error('the product acknowledged nothing while the backup ran')
  await load.stop()
  const checkedAt = performance.now()
  await must(env, 'restore', 'run', '--check', '--from', backup)
  const checkMs = performance.now() - checkedAt
  const restored = { ...env, DATABASE_URL: cluster.url('restored'), DATA_DIR: join(folder, 'restored') }
  await must(restored, 'restore', 'run', '--from', backup)
  await must(restored, 'ledger', 'check')
  await must(restored, 'backup', 'write', '--to', join(folder, 'again'))
  const problems = differences(backup, join(folder, 'again'))
  const missing = await using(restored.DATABASE_URL, async ({ db }) => {
    const rows = await db.selectFrom('cardEvents').select('transactionId').distinct().execute()
    const found = new Set(rows.map(({ transactionId }) => transactionId))
    return known.filter(id => !found.has(id)).length
  })
  if (missing > 0) problems.push(`${missing} events that were acknowledged before are not in the backup`)
  const { tables } = manifestOf(backup)
  const rows = tables.reduce((sum, table) => sum + table.rows, 0)
  return {
    notes: `${rows} rows backed up in ${seconds(tookMs)} while ${meanwhile} events were acknowledged, checked in ${seconds(checkMs)}, restored with the same hashes`,
    problems,
  }
}

/** A mistake is made after the moment; the server is lost with everything that is not in the archive. */
async function restoreMoment(
  folder: string,
  {
    env,
    cluster,
    second,
    archive,
  }: { env: Record<string, string>; cluster: Cluster; second: Cluster; archive: string },
): Promise<Outcome> {
  await must(env, 'backup', 'write', '--to', join(folder, 'moment'))
  const moment = await using(env.DATABASE_URL!, async ({ db }) => {
    // The backup notes itself after its snapshot: the moment is one without that note.
    const { rows } = await sql<{ at: string }>`
      select (max(at) - interval '1 millisecond')::text as at from audit_log where action = 'backup.write'`.execute(
      db,
    )
    await sleep(50)
    await sql`update members set last_name = 'Mistake'`.execute(db)
    const lost = await sql<{ file: string }>`select pg_walfile_name(pg_switch_wal()) as file`.execute(db)
    for (let left = 300; !readdirSync(archive).includes(lost.rows[0]!.file); left--) {
      if (left === 0) throw new Error('the write-ahead log was not archived within 30 s')
      await sleep(100)
    }
    return rows[0]!.at
  })
  await cluster.crash()
  const startedAt = performance.now()
  writeFileSync(join(second.data, 'recovery.signal'), '')
  await second.start({
    restore_command: `cp ${archive}/%f %p`,
    recovery_target_time: moment,
    recovery_target_action: 'promote',
    archive_mode: 'off',
  })
  const restored = { ...env, DATABASE_URL: second.url('dineward'), DATA_DIR: join(folder, 'moment-data') }
  await using(restored.DATABASE_URL, async ({ db }) => {
    for (let left = 600; ; left--) {
      const { rows } = await sql<{ waits: boolean }>`select pg_is_in_recovery() as waits`.execute(db)
      if (!rows[0]!.waits) return
      if (left === 0) throw new Error('the server was still recovering after a minute')
      await sleep(100)
    }
  })
  const tookMs = performance.now() - startedAt
  await must(restored, 'ledger', 'check')
  await must(restored, 'backup', 'write', '--to', join(folder, 'moment-again'))
  const problems = differences(join(folder, 'moment'), join(folder, 'moment-again'))
  return {
    notes: `the moment before a mistake restored from the log in ${seconds(tookMs)} with the same hashes`,
    problems,
  }
}

/** Only root can run it: others cannot mount a small file system. */
async function onFullDisk(env: Record<string, string>): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-full-'))
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=64k', 'tmpfs', folder], { stdio: 'pipe' })
  } catch {
    rmSync(folder, { recursive: true })
    return []
  }
  try {
    const { code, text } = await command(env, 'backup', 'write', '--to', join(folder, 'backup'))
    const isSaid = code === 1 && text.includes('There is not enough space at')
    const isEmpty = readdirSync(join(folder, 'backup')).length === 0
    const doctor = await command({ ...env, DATA_DIR: folder }, 'doctor')
    const isFound = /PROBLEM disk +Only 0.0 GB/.test(doctor.text)
    return isSaid && isEmpty && isFound
      ? []
      : [`a full disk: said ${isSaid}, nothing kept ${isEmpty}, doctor ${isFound}`]
  } finally {
    execFileSync('umount', ['-l', folder])
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Tables {
  readonly tables: readonly { readonly name: string; readonly rows: number; readonly hash: string }[]
}

const manifestOf = (backup: string): Tables =>
  JSON.parse(readFileSync(join(backup, 'manifest.json'), 'utf8')).manifest

/** Not in the write-ahead log, so empty after a crash: limits count again. */
const unlogged = 'rate_limits'

function differences(one: string, other: string): string[] {
  const others = new Map(manifestOf(other).tables.map(({ name, hash }) => [name, hash]))
  return manifestOf(one)
    .tables.filter(({ name, hash }) => name !== unlogged && others.get(name) !== hash)
    .map(({ name }) => `${name} is not the same after it was restored`)
}

async function must(env: Record<string, string>, ...args: string[]): Promise<void> {
  const { code, text } = await command(env, ...args)
  if (code !== 0) throw new Error(`${args.join(' ')} ended with ${code}: ${text.trim()}`)
}

async function using<T>(databaseUrl: string, work: (database: Database) => Promise<T>): Promise<T> {
  const database = await openDatabase({ databaseUrl, dataDir: '', socketDir: '' })
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const seconds = (ms: number): string => `${(ms / 1_000).toFixed(1)} s`
