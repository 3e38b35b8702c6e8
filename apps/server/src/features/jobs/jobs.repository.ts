import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

/* Runs are jobs in the tables of the queue (pg-boss), which writes them. */

export interface JobRun {
  readonly id: string
  readonly trigger: 'schedule' | 'command'
  readonly startedAt: Date
  /** Null while it runs. */
  readonly finishedAt: Date | null
  readonly result: string | null
  readonly error: string | null
}

export interface StoredJob {
  readonly lastRun: JobRun | null
  readonly lastSuccessAt: Date | null
  /** When a run by schedule last started, or since when the job is on the schedule; null where it is not. */
  readonly scheduledAt: Date | null
}

const hasFailed = sql`run.state in ('retry', 'failed')`
const runColumns = sql`
  run.id, coalesce(run.data ->> 'trigger', 'schedule') as trigger,
  coalesce(run.started_on, run.created_on) as started_at,
  case when ${hasFailed} then coalesce(run.completed_on, run.started_on, run.created_on)
    else run.completed_on end as finished_at,
  case when run.state = 'completed' then run.output ->> 'value' end as result,
  case when ${hasFailed} then left(coalesce(
    run.output ->> 'message', run.output -> 'value' ->> 'message', 'it did not end'), 500) end as error`

/** By name. A run with a clock of its own says nothing about the schedule. */
export async function selectJobs(db: Db, names: readonly string[]): Promise<Map<string, StoredJob>> {
  if (!(await hasQueues(db))) return new Map()
  const { rows } = await sql<JobRun & Omit<StoredJob, 'lastRun'> & { name: string }>`
    select job.name, ${runColumns},
      (select j.completed_on from jobs.job j where j.name = job.name and j.state = 'completed'
        order by j.created_on desc limit 1) as last_success_at,
      coalesce(
        (select coalesce(j.started_on, j.created_on) from jobs.job j
          where j.name = job.name and j.state <> 'created' and j.data ->> 'at' is null
          order by j.created_on desc limit 1),
        (select created_on from jobs.schedule where schedule.name = job.name)) as scheduled_at
    from unnest(${names}::text[]) as job (name)
    left join lateral (
      select * from jobs.job j where j.name = job.name and j.state <> 'created'
      order by j.created_on desc limit 1
    ) run on true`.execute(db)
  return new Map(
    rows.map(({ name, lastSuccessAt, scheduledAt, ...run }) => [
      name,
      { lastSuccessAt, scheduledAt, lastRun: run.id === null ? null : run },
    ]),
  )
}

/** The newest come first. */
export async function selectRuns(db: Db, name: string, limit: number): Promise<JobRun[]> {
  if (!(await hasQueues(db))) return []
  const { rows } = await sql<JobRun>`
    select ${runColumns} from jobs.job run
    where run.name = ${name} and run.state <> 'created' order by run.created_on desc limit ${limit}`.execute(
    db,
  )
  return rows
}

/** False until a process that runs jobs has started once, or `npm run migrate` has. */
async function hasQueues(db: Db): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select to_regclass('jobs.job') is not null as found`.execute(
    db,
  )
  return rows[0]!.found
}
