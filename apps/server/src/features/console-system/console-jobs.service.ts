import type { ListedJob, ListedJobRun } from '@dineward/core/console-system/jobs.contract.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext } from '../../context.ts'
import { type JobRun, type JobState, listJobs, listRuns } from '../jobs/jobs.service.ts'
import { type QueueDatabase, runJobNow as run } from '../jobs/run-job.service.ts'
import { scheduledJobs } from '../jobs/scheduled.job.ts'

/** A job that takes longer goes on after the answer. */
const answerWithinMs = 8_000
const lateMs = minutes(15)

export async function describeJobs(ctx: ConsoleContext): Promise<ListedJob[]> {
  return (await listJobs(ctx, scheduledJobs)).map(state => describe(state, new Date()))
}

/** The newest come first. @throws `not_found` */
export async function describeRuns(ctx: ConsoleContext, name: string): Promise<ListedJobRun[]> {
  return (await listRuns(ctx, jobNamed(name).name)).map(describeRun)
}

/** @throws `not_found` */
export async function runJobNow(
  ctx: ConsoleContext,
  {
    name,
    reason,
    database,
  }: { readonly name: string; readonly reason: string; readonly database: QueueDatabase },
) {
  const outcome = await run({ ...ctx, database }, jobNamed(name), { reason, atMostMs: answerWithinMs })
  if (outcome.state === 'started') return { state: outcome.state, says: null }
  return { state: outcome.state, says: outcome.state === 'done' ? outcome.result : outcome.error }
}

function jobNamed(name: string) {
  const job = scheduledJobs.find(one => one.name === name)
  if (!job) throw new AppError('not_found')
  return job
}

const describe = ({ job, lastRun, nextAt }: JobState, now: Date): ListedJob => ({
  name: job.name,
  schedule: job.schedule,
  lastRun: lastRun && describeRun(lastRun),
  nextAt: nextAt.toISOString(),
  isLate: now.getTime() - nextAt.getTime() > lateMs,
})

const describeRun = ({ id, trigger, startedAt, finishedAt, result, error }: JobRun): ListedJobRun => ({
  id,
  trigger,
  result,
  error,
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
})
