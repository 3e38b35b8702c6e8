import type { ListedJob, ListedJobRun } from '@dineward/core/console-system/jobs.contract.ts'
import { formatReward } from '@dineward/core/partner/partner-questions.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { AppError } from '@dineward/core/shared/errors.ts'
import type { ConsoleContext } from '../../context.ts'
import { programContext } from '../../http/serve-console.ts'
import type { MeasuredEffect } from '../approvals/approvals.service.ts'
import { type Job, type JobRun, type JobState, listJobs, listRuns } from '../jobs/jobs.service.ts'
import { type QueueDatabase, runJobNow as run } from '../jobs/run-job.service.ts'
import { scheduledJobs } from '../jobs/scheduled.job.ts'
import { type MovedDines, moveDinesToVersion } from '../rewards/rule-versions.service.ts'

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
  { name, reason, at, database }: AskedRun & { readonly reason: string; readonly database: QueueDatabase },
) {
  const options = { reason, at: at === undefined ? null : new Date(at), atMostMs: answerWithinMs }
  const outcome = await run({ ...ctx, database }, jobNamed(name), options)
  if (outcome.state === 'started') return { state: outcome.state, says: null }
  return { state: outcome.state, says: outcome.state === 'done' ? outcome.result : outcome.error }
}

interface AskedRun {
  readonly name: string
  readonly at?: string | undefined
}

/** @returns null for what the schedule does anyway. @throws `not_found` */
export async function measureRun(
  ctx: ConsoleContext,
  { name, at }: AskedRun,
): Promise<MeasuredEffect | null> {
  const job = jobNamed(name)
  if (!waitsByHand(job, at)) return null
  const [state] = await listJobs(ctx, [job])
  const time = (one: Date | null | undefined) => one?.toISOString() ?? null
  return {
    partner: null,
    amount: null,
    title: `Run the job ${name}`,
    lines: [
      { label: 'Last run', before: time(state!.lastRun?.startedAt), after: 'when it is approved' },
      { label: 'It takes this for the present', before: null, after: at ?? 'the present' },
    ],
    warnings: at === undefined ? [] : ['At another time it pays, promises or forfeits what is not due now.'],
  }
}

/** Also of a command. */
export const waitsByHand = ({ movesMoney }: Job, at: string | undefined): boolean =>
  movesMoney === 'always' || (movesMoney === 'early' && at !== undefined)

/** @returns null where every dine is of this version. @throws `validation_failed` for an unknown version, `not_found` */
export async function measureRedecision(
  ctx: ConsoleContext,
  { partner: slug, version }: Redecision,
): Promise<MeasuredEffect | null> {
  const { partner } = programContext(ctx, slug)
  const { dines, members, changed, units } = await redecide(ctx, { partner: slug, version }, true)
  if (dines === 0) return null
  const line = (label: string, after: string) => ({ label, before: null, after })
  return {
    partner: slug,
    amount: null,
    title: `Decide dines by version ${version} of the rules`,
    lines: [
      line('Dines', String(dines)),
      line('Members', String(members)),
      line('Dines that change', String(changed)),
      line('Members have more, in sum', formatReward(partner, units)),
    ],
    warnings: [],
  }
}

interface Redecision {
  readonly partner: string
  readonly version: number
}

/** @throws as `measureRedecision` */
export async function redecide(
  { actor, db, clock, partners }: ConsoleContext,
  { partner, version }: Redecision,
  dryRun = false,
): Promise<MovedDines> {
  const move = { partnerId: partner, version, dryRun, report: () => {} }
  return moveDinesToVersion({ actor, db, clock, partners }, move)
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
