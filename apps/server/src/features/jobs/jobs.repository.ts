import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/* Runs are jobs in the tables of the queue (pg-boss), which writes them. */

export interface JobRun {
  readonly id: string
  readonly trigger: 'schedule' | 'command'
  readonly startedAt: Date
  /** Null while it runs or waits. */
  readonly finishedAt: Date | null
  readonly result: string | null
  readonly error: string | null
}

const runColumns = sql`
  run.id, coalesce(run.data ->> 'trigger', 'schedule') as trigger, coalesce(run.started_on, run.created_on) as started_at,
  case when run.state in ('retry', 'failed') then coalesce(run.completed_on, run.started_on, run.created_on) else run.completed_on end as finished_at,
  case when run.state = 'completed' then run.output ->> 'value' end as result,
  case when run.state in ('retry', 'failed') then coalesce(run.output ->> 'message', run.output -> 'value' ->> 'message', 'it did not end') end as error`

/** By name. Those by schedule only: runs with a clock of their own say nothing about the schedule. */
export async function selectLastRuns(
  db: Db,
  names: readonly string[],
  { byCommand }: { readonly byCommand: boolean },
): Promise<Map<string, JobRun>> {
  if (!(await hasQueues(db))) return new Map()
  const { rows } = await sql<JobRun & { name: string }>`
    select job.name, ${runColumns} from unnest(${names}::text[]) as job (name)
    cross join lateral (
      select * from jobs.job j
      where j.name = job.name and j.state <> 'created' and (${byCommand} or j.data ->> 'at' is null)
      order by j.created_on desc limit 1
    ) run`.execute(db)
  return new Map(rows.map(({ name, ...run }) => [name, run]))
}

/** The newest first. */
export async function selectRuns(db: Db, name: string, limit: number): Promise<JobRun[]> {
  if (!(await hasQueues(db))) return []
  const { rows } = await sql<JobRun>`
    select ${runColumns} from jobs.job run
    where run.name = ${name} and run.state <> 'created' order by run.created_on desc limit ${limit}`.execute(
    db,
  )
  return rows
}

/** When each job last succeeded, for `/metrics`. */
export async function selectLastSuccesses(
  db: Db,
  names: readonly string[],
): Promise<{ name: string; finishedAt: Date }[]> {
  if (!(await hasQueues(db))) return []
  const { rows } = await sql<{ name: string; finishedAt: Date }>`
    select job.name, run.completed_on as finished_at from unnest(${names}::text[]) as job (name)
    cross join lateral (
      select completed_on from jobs.job j
      where j.name = job.name and j.state = 'completed' order by j.completed_on desc limit 1
    ) run`.execute(db)
  return rows
}

/** Since when each job is on the schedule. */
export async function selectScheduledSince(db: Db, names: readonly string[]): Promise<Map<string, Date>> {
  if (!(await hasQueues(db))) return new Map()
  const { rows } = await sql<{ name: string; createdOn: Date }>`
    select name, created_on from jobs.schedule where name = any(${names}::text[])`.execute(db)
  return new Map(rows.map(({ name, createdOn }) => [name, createdOn]))
}

/** False until a process that runs jobs has started once, or `npm run migrate` has. */
async function hasQueues(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('jobs.job') is not null as found`.execute(
    db,
  )
  return rows[0]!.found
}
