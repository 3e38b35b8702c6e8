import { CronExpressionParser } from 'cron-parser'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import type { ReadReplica } from '../../db/read-replica.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { type JobRun, selectJobs, selectRuns } from './jobs.repository.ts'

export type JobServices = Omit<Context, 'partner'> & {
  readonly partners: PartnerRegistry
  readonly replica?: ReadReplica | null
  /** It has no time limit of requests. */
  readonly longDb?: Db | null
}

export type { JobRun }

/** Jobs are idempotent: one may run at any time, late, or again after it was killed. */
export interface Job {
  readonly name: string
  /** The schedule is cron text, in UTC. */
  readonly schedule: string
  /**
   * Run by hand it takes two people: always, since the hour of the schedule matters, or at another time than now, since that
   * pays or promises early. Other jobs do once more what is done anyway.
   */
  readonly movesMoney?: 'always' | 'early'
  /** @returns a short text for operators, such as "3 members". */
  run(services: JobServices): Promise<string>
}

export interface JobState {
  readonly job: Job
  readonly lastRun: JobRun | null
  /** It is null before the first run. */
  readonly lastSuccessAt: Date | null
  /** In the past where it is late. */
  readonly nextAt: Date
}

/** Schedules follow real time, whatever the clock of a demo says. */
export async function listJobs(
  { db }: Pick<JobServices, 'db'>,
  jobs: readonly Job[],
  now = new Date(),
): Promise<JobState[]> {
  const stored = await selectJobs(
    db,
    jobs.map(({ name }) => name),
  )
  return jobs.map(job => {
    const { lastRun = null, lastSuccessAt = null, scheduledAt } = stored.get(job.name) ?? {}
    const options = { currentDate: scheduledAt ?? now, tz: 'UTC' }
    const nextAt = CronExpressionParser.parse(job.schedule, options).next().toDate()
    return { job, lastRun, lastSuccessAt, nextAt }
  })
}

export const hasFailed = ({ lastRun }: JobState): boolean => lastRun !== null && lastRun.error !== null

export function listRuns({ db }: Pick<JobServices, 'db'>, name: string): Promise<JobRun[]> {
  return selectRuns(db, name, 50)
}

export interface JobReport {
  readonly name: string
  /** It is null before the first success. */
  readonly lastSuccessAt: Date | null
  /** Since it should have run. */
  readonly overdueSeconds: number
}

/** Monitoring reads this. */
export async function reportJobs(
  services: Pick<JobServices, 'db'>,
  jobs: readonly Job[],
  now = new Date(),
): Promise<JobReport[]> {
  return (await listJobs(services, jobs, now)).map(({ job: { name }, lastSuccessAt, nextAt }) => ({
    name,
    lastSuccessAt,
    overdueSeconds: Math.max(0, (now.getTime() - nextAt.getTime()) / 1_000),
  }))
}
