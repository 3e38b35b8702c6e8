import { CronExpressionParser } from 'cron-parser'
import type { Context } from '../../context.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import {
  type JobRun,
  selectLastRuns,
  selectLastSuccesses,
  selectRuns,
  selectScheduledSince,
} from './jobs.repository.ts'

export type JobServices = Omit<Context, 'partner'> & { readonly partners: PartnerRegistry }

export type { JobRun }

/** Idempotent: it may run at any time, late, or again after it was killed. */
export interface Job {
  readonly name: string
  /** Cron text, in UTC. */
  readonly schedule: string
  /** @returns a short text for operators, such as "3 members". */
  run(services: JobServices): Promise<string>
}

export interface JobState {
  readonly job: Job
  readonly lastRun: JobRun | null
  readonly nextAt: Date
}

/** Schedules follow real time, whatever the clock of a demo says. */
export async function listJobs(
  { db }: Pick<JobServices, 'db'>,
  jobs: readonly Job[],
  now = new Date(),
): Promise<JobState[]> {
  const names = jobs.map(({ name }) => name)
  const shown = await selectLastRuns(db, names, { byCommand: true })
  const scheduled = await selectLastRuns(db, names, { byCommand: false })
  const since = await selectScheduledSince(db, names)
  return jobs.map(job => ({
    job,
    lastRun: shown.get(job.name) ?? null,
    nextAt: nextRunAt(job, scheduled.get(job.name)?.startedAt ?? since.get(job.name) ?? now),
  }))
}

export function listRuns({ db }: Pick<JobServices, 'db'>, name: string): Promise<JobRun[]> {
  return selectRuns(db, name, 50)
}

/** @returns when the last run of each job that failed ended. */
export async function failedJobs({ db }: Pick<JobServices, 'db'>, jobs: readonly Job[]): Promise<Date[]> {
  const runs = await selectLastRuns(
    db,
    jobs.map(({ name }) => name),
    { byCommand: true },
  )
  return [...runs.values()].flatMap(({ error, finishedAt }) =>
    error !== null && finishedAt ? [finishedAt] : [],
  )
}

export interface JobReport {
  readonly name: string
  /** Null before the first. */
  readonly lastSuccessAt: Date | null
  /** Since it should have run. */
  readonly overdueSeconds: number
}

/** For monitoring. */
export async function reportJobs(
  services: Pick<JobServices, 'db'>,
  jobs: readonly Job[],
  now = new Date(),
): Promise<JobReport[]> {
  const successes = await selectLastSuccesses(
    services.db,
    jobs.map(({ name }) => name),
  )
  return (await listJobs(services, jobs, now)).map(({ job: { name }, nextAt }) => ({
    name,
    lastSuccessAt: successes.find(success => success.name === name)?.finishedAt ?? null,
    overdueSeconds: Math.max(0, (now.getTime() - nextAt.getTime()) / 1_000),
  }))
}

const nextRunAt = (job: Job, last: Date): Date =>
  CronExpressionParser.parse(job.schedule, { currentDate: last, tz: 'UTC' }).next().toDate()
