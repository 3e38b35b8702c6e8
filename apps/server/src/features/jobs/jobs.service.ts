import { setTimeout as sleep } from 'node:timers/promises'
import { CronExpressionParser } from 'cron-parser'
import type { Context } from '../../context.ts'
import type { Db } from '../../db/open-database.ts'
import type { PartnerRegistry } from '../partner/partner-registry.service.ts'
import { writeAudited } from '../staff/audit.service.ts'
import {
  endDeadRun,
  extendRun,
  finishRun,
  insertRun,
  type JobRun,
  selectLastRuns,
  selectLastSuccesses,
  selectRuns,
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

export type JobOutcome =
  | { readonly state: 'done'; readonly result: string }
  | { readonly state: 'failed'; readonly error: string }
  /** In another process, or started by someone else. */
  | { readonly state: 'running' }

export interface JobState {
  readonly job: Job
  readonly lastRun: JobRun | null
  readonly nextAt: Date
}

export interface RunOptions {
  readonly trigger: 'schedule' | 'command'
  /** What the job takes for the present. */
  readonly at?: Date | null
  readonly reason?: string
}

const extendEveryMs = 20_000
const askAgainMs = 250

/** Those whose time has come, one after the other. One that was due while no process ran is late, not lost. */
export async function runDueJobs(services: JobServices, jobs: readonly Job[]): Promise<void> {
  const lastRuns = await selectLastRuns(services.db, namesOf(jobs), { byClock: false })
  for (const job of jobs) {
    const now = services.clock.now()
    if (nextRunAt(job, lastRuns.get(job.name) ?? null, now) > now) continue
    await runJob({ ...services, actor: { kind: 'system', name: job.name } }, job, { trigger: 'schedule' })
  }
}

export async function runJob(
  services: JobServices,
  job: Job,
  { trigger, at = null, reason }: RunOptions,
): Promise<JobOutcome> {
  const { db, clock, actor } = services
  await endDeadRun(db, job.name, clock.now())
  const id = await writeAudited(
    trigger === 'command' ? { db, clock, actor } : { db, clock },
    trx => insertRun(trx, { name: job.name, trigger, startedAt: clock.now(), clockAt: at }),
    started =>
      started === null
        ? []
        : [
            {
              action: 'job.run',
              subject: job.name,
              partnerId: null,
              after: { at },
              ...(reason && { reason }),
            },
          ],
  )
  if (id === null) return { state: 'running' }
  const extending = setInterval(() => extendRun(db, id).catch(() => {}), extendEveryMs).unref()
  const outcome = await outcomeOf(at ? { ...services, clock: { now: () => at } } : services, job)
  clearInterval(extending)
  await finishRun(db, id, {
    finishedAt: clock.now(),
    result: outcome.state === 'done' ? outcome.result : null,
    error: outcome.state === 'failed' ? outcome.error : null,
  })
  return outcome
}

/**
 * After the run that another one began, if there is one, since that may not see what its caller just wrote.
 * @param atMostMs of the wall clock; then the outcome is `running`.
 * @param waits called once, when there is something to wait for.
 */
export async function runJobWhenFree(
  services: JobServices,
  job: Job,
  { atMostMs, waits, ...options }: RunOptions & { readonly atMostMs: number; readonly waits: () => void },
): Promise<JobOutcome> {
  const endsAt = performance.now() + atMostMs
  let outcome = await runJob(services, job, options)
  if (outcome.state === 'running') waits()
  while (outcome.state === 'running' && performance.now() < endsAt) {
    await sleep(askAgainMs)
    outcome = await runJob(services, job, options)
  }
  return outcome
}

/** For data that says a job has run: it is next due by its schedule. */
export async function recordPastRun(db: Db, name: string, at: Date): Promise<void> {
  const id = await insertRun(db, { name, trigger: 'schedule', startedAt: at, clockAt: null })
  if (id !== null) await finishRun(db, id, { finishedAt: at, result: 'done', error: null })
}

export async function listJobs(
  { db, clock }: Pick<JobServices, 'db' | 'clock'>,
  jobs: readonly Job[],
): Promise<JobState[]> {
  const shown = await selectLastRuns(db, namesOf(jobs), { byClock: true })
  const scheduled = await selectLastRuns(db, namesOf(jobs), { byClock: false })
  return jobs.map(job => ({
    job,
    lastRun: shown.get(job.name) ?? null,
    nextAt: nextRunAt(job, scheduled.get(job.name) ?? null, clock.now()),
  }))
}

export function listRuns({ db }: Pick<JobServices, 'db'>, name: string): Promise<JobRun[]> {
  return selectRuns(db, name, 50)
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
  services: Pick<JobServices, 'db' | 'clock'>,
  jobs: readonly Job[],
): Promise<JobReport[]> {
  const successes = await selectLastSuccesses(services.db, namesOf(jobs))
  const now = services.clock.now()
  return (await listJobs(services, jobs)).map(({ job: { name }, nextAt }) => ({
    name,
    lastSuccessAt: successes.find(success => success.name === name)?.finishedAt ?? null,
    overdueSeconds: Math.max(0, (now.getTime() - nextAt.getTime()) / 1_000),
  }))
}

/** At once where it never ran, or where the demo clock was set back. */
function nextRunAt(job: Job, last: JobRun | null, now: Date): Date {
  if (!last || last.startedAt > now) return now
  return CronExpressionParser.parse(job.schedule, { currentDate: last.startedAt, tz: 'UTC' }).next().toDate()
}

async function outcomeOf(services: JobServices, job: Job): Promise<JobOutcome> {
  try {
    return { state: 'done', result: await job.run(services) }
  } catch (error) {
    services.log.error({ err: error, job: job.name }, 'job failed, running it again when it is due')
    return { state: 'failed', error: (error instanceof Error ? error.message : String(error)).slice(0, 500) }
  }
}

const namesOf = (jobs: readonly Job[]): string[] => jobs.map(({ name }) => name)
