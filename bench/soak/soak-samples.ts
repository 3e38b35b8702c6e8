import { readdirSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Db } from '../../apps/server/src/db/open-database.ts'
import { metricsToken } from '../faults/fault-load.ts'

/** What is measured at one time: names of lines and their values. */
export type Sample = ReadonlyMap<string, number>

/** Lines of a process: how `/metrics` names them, and what the value is multiplied with. */
const processLines: Readonly<Record<string, readonly [metric: string, times: number]>> = {
  'RSS MB': ['process_resident_memory_bytes', 2 ** -20],
  'heap with what V8 keeps MB': ['nodejs_heap_size_total_bytes', 2 ** -20],
  'heap MB': ['nodejs_heap_size_used_bytes', 2 ** -20],
  'external MB': ['nodejs_external_memory_bytes', 2 ** -20],
  'array buffers MB': ['nodejs_array_buffers_bytes', 2 ** -20],
  'page cache MB': ['page_cache_bytes', 2 ** -20],
  'open files': ['process_open_fds', 1],
  handles: ['nodejs_active_handles_total', 1],
  timers: ['nodejs_active_resources{type="Timeout"}', 1],
  connections: ['nodejs_active_resources{type="TCPSocketWrap"}', 1],
  'database connections': ['db_pool_connections', 1],
  'event loop ms, 99 of 100': ['nodejs_eventloop_lag_p99_seconds', 1_000],
}

const answerWithinMs = 15_000

/**
 * A line that a process does not have now, such as connections while there are none, is 0.
 * @returns null where it does not answer: a machine that is busy with other work may keep it waiting
 */
export async function sampleProcess(port: number): Promise<Sample | null> {
  const headers = { authorization: `Bearer ${metricsToken}`, connection: 'close' }
  const answer = fetch(`http://127.0.0.1:${port}/metrics`, {
    headers,
    signal: AbortSignal.timeout(answerWithinMs),
  })
  const text = await answer.then(response => response.text()).catch(() => null)
  if (text === null) return null
  const values = new Map(
    text.split('\n').map(line => {
      const end = line.lastIndexOf(' ')
      return [line.slice(0, end), Number(line.slice(end))]
    }),
  )
  return new Map(
    Object.entries(processLines).map(([line, [metric, times]]) => [line, (values.get(metric) ?? 0) * times]),
  )
}

/** The files of each folder of the data folder, and the files beside them. */
export function sampleFiles(dataDir: string): Sample {
  const counts = new Map<string, number>()
  for (const entry of readdirSync(dataDir, { withFileTypes: true })) {
    const count = entry.isDirectory() ? filesIn(join(dataDir, entry.name)) : 1
    counts.set(`files in ${entry.isDirectory() ? entry.name : 'the folder itself'}`, count)
  }
  return counts
}

function filesIn(folder: string): number {
  try {
    return readdirSync(folder, { recursive: true }).filter(name =>
      statSync(join(folder, String(name))).isFile(),
    ).length
  } catch {
    // A file was removed meanwhile.
    return 0
  }
}

/** The rows of every table, the queue's too. */
export async function sampleRows(db: Db): Promise<Sample> {
  const { rows: tables } = await sql<{ schema: string; name: string }>`
    select relnamespace::regnamespace::text as schema, relname as name from pg_class
    where relkind in ('r', 'p') and not relispartition
      and relnamespace in ('public'::regnamespace, 'jobs'::regnamespace)`.execute(db)
  const counts = tables.map(
    ({ schema, name }) =>
      sql`select ${schema === 'public' ? name : `${schema}.${name}`}::text as name, count(*)::int as rows
        from ${sql.table(`${schema}.${name}`)}`,
  )
  const { rows } = await sql<{ name: string; rows: number }>`${sql.join(counts, sql` union all `)}`.execute(
    db,
  )
  return new Map(rows.map(({ name, rows: count }) => [name, count]))
}
