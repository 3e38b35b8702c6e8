import { type Insertable, type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { JobRunsTable } from './jobs.tables.ts'

export type JobRun = Selectable<JobRunsTable>

/** Three missed extensions. */
const aliveUntil = sql<Date>`now() + interval '1 minute'`

/** @returns null while another process runs the job: the unique index decides. */
export async function insertRun(
  db: Db,
  run: Pick<Insertable<JobRunsTable>, 'name' | 'trigger' | 'startedAt' | 'clockAt'>,
): Promise<number | null> {
  const row = await db
    .insertInto('jobRuns')
    .values({ ...run, finishedAt: null, result: null, error: null, aliveUntil })
    .onConflict(conflict => conflict.column('name').where('finishedAt', 'is', null).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Close the run of a process that was killed. */
export async function endDeadRun(db: Db, name: string, now: Date): Promise<void> {
  await db
    .updateTable('jobRuns')
    .set({ finishedAt: now, error: 'the process ended before the job did' })
    .where('name', '=', name)
    .where('finishedAt', 'is', null)
    .where('aliveUntil', '<', sql<Date>`now()`)
    .execute()
}

export async function extendRun(db: Db, id: number): Promise<void> {
  await db.updateTable('jobRuns').set({ aliveUntil }).where('id', '=', id).execute()
}

export async function finishRun(
  db: Db,
  id: number,
  outcome: { finishedAt: Date; result: string | null; error: string | null },
): Promise<void> {
  await db.updateTable('jobRuns').set(outcome).where('id', '=', id).where('finishedAt', 'is', null).execute()
}

/** By name. Runs with a clock of their own say nothing about the schedule. */
export async function selectLastRuns(
  db: Db,
  names: readonly string[],
  { byClock }: { byClock: boolean },
): Promise<Map<string, JobRun>> {
  const { rows } = await sql<JobRun>`
    select run.* from unnest(${names}::text[]) as job (name)
    cross join lateral (
      select * from job_runs r where r.name = job.name and (${byClock} or r.clock_at is null) order by id desc limit 1
    ) run`.execute(db)
  return new Map(rows.map(run => [run.name, run]))
}

/** The newest first. */
export function selectRuns(db: Db, name: string, limit: number): Promise<JobRun[]> {
  return db
    .selectFrom('jobRuns')
    .selectAll()
    .where('name', '=', name)
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
}

/** When each job last succeeded, for `/metrics`. */
export async function selectLastSuccesses(
  db: Db,
  names: readonly string[],
): Promise<{ name: string; finishedAt: Date }[]> {
  const { rows } = await sql<{ name: string; finishedAt: Date }>`
    select job.name, run.finished_at from unnest(${names}::text[]) as job (name)
    cross join lateral (
      select finished_at from job_runs r where r.name = job.name and result is not null order by id desc limit 1
    ) run`.execute(db)
  return rows
}
