import type { ListedJob, ListedJobRun } from '@dineward/core/console-system/jobs.contract.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext } from '../../context.ts'
import { type JobRun, type JobState, listJobs, listRuns, runJob } from '../jobs/jobs.service.ts'
import { scheduledJobs } from '../jobs/scheduled.job.ts'

/** A job that takes longer goes on after the answer. */
const answerWithinMs = 8_000
const lateMs = minutes(15)

export async function describeJobs(ctx: ConsoleContext): Promise<ListedJob[]> {
  return (await listJobs(ctx, scheduledJobs)).map(state => describe(state, ctx.clock.now()))
}

/** The newest first. @throws `not_found` */
export async function describeRuns(ctx: ConsoleContext, name: string): Promise<ListedJobRun[]> {
  return (await listRuns(ctx, jobNamed(name).name)).map(describeRun)
}

/** @throws `not_found` */
export async function runJobNow(ctx: ConsoleContext, { name, reason }: { name: string; reason: string }) {
  const running = runJob(ctx, jobNamed(name), { trigger: 'command', reason })
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<{ state: 'started' }>(resolve => {
    timer = setTimeout(() => resolve({ state: 'started' }), answerWithinMs)
  })
  // After the answer only the run's row tells its outcome.
  running.catch(error => ctx.log.error({ err: error, job: name }, 'job could not be run'))
  const outcome = await Promise.race([running, late]).finally(() => clearTimeout(timer))
  if (outcome.state === 'done') return { state: outcome.state, says: outcome.result }
  return { state: outcome.state, says: outcome.state === 'failed' ? outcome.error : null }
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
  ...{ id, trigger, result, error },
  startedAt: startedAt.toISOString(),
  finishedAt: finishedAt?.toISOString() ?? null,
})
