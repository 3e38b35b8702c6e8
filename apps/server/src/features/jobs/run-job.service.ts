import { setTimeout as sleep } from 'node:timers/promises'
import type { PgBoss } from 'pg-boss'
import { ownsTables } from '../../db/database-roles.ts'
import type { Database } from '../../db/open-database.ts'
import { recordAudit } from '../staff/audit.service.ts'
import { createJobQueue, openQueues } from './job-queue.service.ts'
import type { Job, JobServices } from './jobs.service.ts'

export type QueueDatabase = Pick<Database, 'embedded' | 'executeSql' | 'backgroundDb'>

/** What a run was asked for with. */
export interface JobData {
  readonly trigger?: 'command'
  /** ISO time that the job takes for the present. */
  readonly at?: string | null
}

export type JobOutcome =
  | { readonly state: 'done'; readonly result: string }
  | { readonly state: 'failed'; readonly error: string }
  /** It runs, or waits for the run before it, and goes on. */
  | { readonly state: 'started' }

export interface RunOptions {
  readonly at?: Date | null
  readonly reason?: string
  /** How long to wait, in real time; then the outcome is `started`. */
  readonly atMostMs: number
  /** Called once, when another process is at the job. */
  readonly waits?: () => void
}

const touchEveryMs = 20_000
const askAgainMs = 250

/** @throws what the job throws, after it was logged. */
export async function runQueued(services: JobServices, job: Job, data: JobData | null): Promise<string> {
  const at = data?.at
  const clock = at ? { now: () => new Date(at) } : services.clock
  try {
    return await job.run({ ...services, clock, actor: { kind: 'system', name: job.name } })
  } catch (error) {
    services.log.error({ err: error, job: job.name }, 'job failed')
    throw error
  }
}

/**
 * Run a job for a person, here or in the process that gets it first, after the run that goes on: that one may not see what
 * its caller just wrote. The audit log says beforehand who wants it and why.
 */
export async function runJobNow(
  services: JobServices & { readonly database: QueueDatabase },
  job: Job,
  options: RunOptions,
): Promise<JobOutcome> {
  const { database, db, clock, actor } = services
  const { at = null, reason } = options
  const boss = openQueues(database, {
    ownsSchema: database.embedded || (await ownsTables(database.backgroundDb)),
    hasHandlers: false,
  })
  await boss.start()
  try {
    await createJobQueue(boss, job)
    const entry = { action: 'job.run', subject: job.name, partnerId: null, after: { at } } as const
    await db
      .transaction()
      .execute(trx => recordAudit({ db: trx, clock, actor }, { ...entry, ...(reason && { reason }) }))
    const data: JobData = { trigger: 'command', at: at?.toISOString() ?? null }
    // A person sees the failure and decides.
    const id = (await boss.send(job.name, data, { retryLimit: 0 }))!
    return await outcomeOf(boss, services, { job, id, ...options })
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function outcomeOf(
  boss: PgBoss,
  services: JobServices,
  { job, id, atMostMs, waits }: RunOptions & { readonly job: Job; readonly id: string },
): Promise<JobOutcome> {
  const endsAt = performance.now() + atMostMs
  let hasWaited = false
  while (performance.now() < endsAt) {
    const [queued] = await boss.fetch<JobData>(job.name)
    if (queued) await settle(boss, services, job, queued)
    const [mine] = await boss.findJobs<JobData>(job.name, { id })
    if (mine?.state === 'completed') return { state: 'done', result: textOf(mine.output) }
    if (mine?.state === 'failed') return { state: 'failed', error: textOf(mine.output) }
    if (queued) continue
    if (!hasWaited) waits?.()
    hasWaited = true
    await sleep(askAgainMs)
  }
  return { state: 'started' }
}

/** Run a job that was fetched by hand: `touch` tells the queue that this process lives. */
async function settle(
  boss: PgBoss,
  services: JobServices,
  job: Job,
  { id, data }: { readonly id: string; readonly data: JobData },
): Promise<void> {
  const touching = setInterval(() => boss.touch(job.name, id).catch(() => {}), touchEveryMs).unref()
  try {
    await boss.complete(job.name, id, { value: await runQueued(services, job, data) })
  } catch (error) {
    await boss.fail(job.name, id, {
      message: error instanceof Error ? error.message.slice(0, 500) : String(error),
    })
  } finally {
    clearInterval(touching)
  }
}

function textOf(output: object | null | undefined): string {
  const said = output as { readonly value?: string; readonly message?: string } | null | undefined
  return said?.value ?? said?.message ?? ''
}
