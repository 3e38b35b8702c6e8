import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { gunzipSync } from 'node:zlib'
import { exportManifest } from '@dineward/core/exports/exports.contract.ts'
import { monthAfter } from '@dineward/core/reports/reports.rules.ts'
import { sql } from 'kysely'
import { createClock } from '../../apps/server/src/clock.ts'
import type { ConsoleContext } from '../../apps/server/src/context.ts'
import type { Db } from '../../apps/server/src/db/open-database.ts'
import { startRun } from '../../apps/server/src/features/console-finance/finance-runs.service.ts'
import { command } from '../faults/fault-load.ts'
import type { Fleet } from './fleet.ts'

type World = Pick<Fleet, 'database' | 'env' | 'dataDir'>

/** Two years of them are closed, one after the other, as long as there is time. */
const months = 24
const slug = 'harbor'
const exported = 'skyward'
const day = 86_400_000

export interface StaffWork {
  /** @returns what was done, and what was lost or done twice. */
  stop(): Promise<{ notes: string; problems: string[] }>
}

/** Months are closed and tables exported while the load runs, each one again where it was cut. */
export function startStaffWork(world: World): StaffWork {
  let isRunning = true
  const lanes = [keepClosing(world.database.db, () => isRunning), keepExporting(world, () => isRunning)]
  return {
    async stop() {
      isRunning = false
      const [, cut] = await Promise.all(lanes)
      const closings = await closingsOf(world.database.db)
      const exports = await exportsOf(world)
      const mails = await mailsOf(world.database.db)
      return {
        notes: `${closings.notes}; ${exports.notes}, ${cut} cut; ${mails.notes}`,
        problems: [...closings.problems, ...exports.problems, ...mails.problems],
      }
    },
  }
}

/** A worker finds what waits within a minute. */
async function keepClosing(db: Db, isRunning: () => boolean): Promise<number> {
  const ctx = {
    db,
    clock: createClock(null),
    actor: { email: 'bench@example.com' },
  } as unknown as ConsoleContext
  let month = new Date(Date.now() - (months + 2) * 30 * day).toISOString().slice(0, 7)
  for (; isRunning(); ) {
    await startRun(ctx, { kind: 'close', programs: [slug] }, { month, note: 'of the bench' }).catch(() => {})
    const isClosed = await db
      .selectFrom('closedPeriods')
      .select('month')
      .where('partnerId', '=', slug)
      .where('month', '=', month)
      .executeTakeFirst()
      .then(Boolean, () => false)
    if (isClosed) month = monthAfter(month)
    else await sleep(1_000)
  }
  return 0
}

/** @returns how many were cut: the next one continues. */
async function keepExporting(world: World, isRunning: () => boolean): Promise<number> {
  let cut = 0
  for (; isRunning(); await sleep(2_000)) {
    const { code } = await exportTables(world)
    cut += code === 0 ? 0 : 1
  }
  return cut
}

interface Seen {
  readonly notes: string
  readonly problems: readonly string[]
}

async function closingsOf(db: Db): Promise<Seen> {
  const { rows } = await sql<{ month: string; entries: number }>`
    select month, (select count(*)::int from audit_log
      where action = 'period.close' and subject = month and audit_log.partner_id = ${slug}) as entries
    from closed_periods where partner_id = ${slug} order by month`.execute(db)
  const failed = await db
    .selectFrom('financeRuns')
    .select(['month', 'error'])
    .where('error', 'is not', null)
    .execute()
  return {
    notes: `${rows.length} months closed`,
    problems: [
      ...(rows.length > 0 ? [] : ['no month was closed']),
      ...rows
        .filter(({ entries }) => entries !== 1)
        .map(({ month, entries }) => `${month} was closed ${entries} times`),
      // A run that is asked for in the moment that its month is closed finds that.
      ...failed
        .filter(({ error }) => error !== 'period_closed')
        .map(({ month, error }) => `closing ${month} ended with ${error}`),
    ],
  }
}

const exportTables = ({ env }: World) =>
  command(env, 'export', 'tables', '--partner', exported, '--tables', 'members,dines,entries')

/**
 * A receiver that reads all runs has each row once in each version, and all that the database had before the last one.
 * What commits while an older transaction is open is in a later run.
 */
async function exportsOf(world: World): Promise<Seen> {
  const { db } = world.database
  let read: ReturnType<typeof readRuns> = { runs: 0, versions: new Map(), problems: [] }
  let missing: string[] = []
  for (let tries = 5; tries > 0; tries--) {
    const before = await countRows(db)
    const { code, text } = await exportTables(world)
    if (code !== 0) return { notes: 'no export', problems: [`the last export: ${text}`] }
    read = readRuns(join(world.dataDir, 'exports', exported))
    missing = before.flatMap(([table, count]) => {
      const found = [...read.versions.keys()].filter(id => id.startsWith(`${table} `)).length
      return found < count ? [`${found} ${table} are exported, of ${count}`] : []
    })
    if (missing.length === 0) break
  }
  return {
    notes: `${read.runs} runs exported ${read.versions.size} rows`,
    problems: [...read.problems, ...missing],
  }
}

function countRows(db: Db): Promise<(readonly ['members' | 'dines', number])[]> {
  return Promise.all(
    (['members', 'dines'] as const).map(async table => {
      const { count } = await db
        .selectFrom(table)
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('partnerId', '=', exported)
        .executeTakeFirstOrThrow()
      return [table, Number(count)] as const
    }),
  )
}

function readRuns(folder: string) {
  const problems: string[] = []
  const versions = new Map<string, number>()
  const ends = new Map<string, string>()
  const runs = readdirSync(folder)
    .filter(name => !name.startsWith('.'))
    .toSorted()
  for (const [n, run] of runs.entries()) {
    const text = readFileSync(join(folder, run, 'manifest.json'), 'utf8')
    const manifest = exportManifest.parse(JSON.parse(text))
    if (manifest.run !== n + 1) problems.push(`run ${n + 1} of the export is number ${manifest.run}`)
    for (const { name, from, to, key, files } of manifest.tables) {
      if (from !== (ends.get(name) ?? null)) problems.push(`run ${run} of ${name} begins at ${from}`)
      ends.set(name, to)
      for (const row of files.flatMap(file => rowsIn(join(folder, run, file.name)))) {
        const id = `${name} ${key.map(column => row[column]).join(' ')}`
        const version = Number(row.row_version)
        if (version <= (versions.get(id) ?? -1)) problems.push(`exported twice: ${id}`)
        versions.set(id, version)
      }
    }
  }
  return { runs: runs.length, versions, problems }
}

const rowsIn = (file: string): Record<string, unknown>[] =>
  gunzipSync(readFileSync(file))
    .toString()
    .split('\n')
    .filter(Boolean)
    .map(line => JSON.parse(line))

/** The text says restaurant, day and amount, so that two of a member that are the same are about one dine. */
async function mailsOf(db: Db): Promise<Seen> {
  const { rows } = await sql<{ mails: number; texts: number; failed: number }>`
    select count(*)::int as mails, count(distinct (member_id, text_body))::int as texts,
      count(*) filter (where failed_at is not null)::int as failed
    from outgoing_mails where text_body <> ''`.execute(db)
  const { mails, texts, failed } = rows[0]!
  return {
    notes: `${mails} mails`,
    problems: [
      ...(mails === texts ? [] : [`${mails - texts} mails say what another one says`]),
      ...(failed === 0 ? [] : [`${failed} mails failed`]),
    ],
  }
}
