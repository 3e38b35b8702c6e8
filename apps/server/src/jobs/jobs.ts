import type { FastifyBaseLogger } from 'fastify'
import type { PgBoss } from 'pg-boss'
import { ownsTables } from '../db/database-roles.ts'
import type { Database } from '../db/open-database.ts'
import { createJobQueue, longRunning, openQueues, shortRunning } from '../features/jobs/job-queue.service.ts'
import type { Job, JobServices } from '../features/jobs/jobs.service.ts'
import { type JobData, runQueued } from '../features/jobs/run-job.service.ts'
import { scheduledJobs } from '../features/jobs/scheduled.job.ts'
import { onceAMinute } from './once-a-minute.ts'

export interface Jobs {
  /** Cheap to call often. */
  wakeInbox(): void
  wakeMails(): void
  wakeImports(): void
  wakeFinance(): void
  stop(): Promise<void>
}

export interface JobHandlers {
  /** @returns how many events are done, and how many failed and wait for a retry. */
  readonly processInbox: () => Promise<{ readonly done: number; readonly failed: number }>
  /** @returns how many messages it has queued. */
  readonly announceRewards: () => Promise<number>
  readonly sendMails: () => Promise<unknown>
  readonly runImports: () => Promise<unknown>
  readonly workFinanceRuns: () => Promise<unknown>
  readonly scheduled: readonly Job[]
  readonly services: JobServices
}

const inboxQueue = 'work-inbox'
const rewardQueue = 'announce-rewards'
const mailQueue = 'send-mails'
const importQueue = 'run-imports'
const financeQueue = 'work-finance-runs'
/** When a failed event may be retried; after that, the check of every minute finds it. */
const tryAgainMs = 1_200

const wakePauseMs = 100

/** These hold on a server, where other processes wake queues too. */
const pollingSeconds = {
  [inboxQueue]: 0.5,
  [rewardQueue]: 1,
  [mailQueue]: 2,
  [importQueue]: 2,
  [financeQueue]: 2,
}
type Queue = keyof typeof pollingSeconds
const queues = Object.keys(pollingSeconds) as Queue[]
/** Files and checks that take hours have one worker at a time. */
const longQueues: readonly Queue[] = [importQueue, financeQueue]
/** The embedded database belongs to one process, which knows of its wakes and runs their jobs at once. */
const embeddedPollingSeconds = 5
/** Nothing waits for a job of the schedule. */
const schedulePollingSeconds = 15

/**
 * A queue in the product's database. Inbox, outbox and due jobs are checked every minute, so a lost wake costs a minute.
 * @param handlers Null enqueues only: another process runs the jobs.
 */
export async function startJobs(
  database: Database,
  handlers: JobHandlers | null,
  log: FastifyBaseLogger,
  scheduleSeconds = schedulePollingSeconds,
): Promise<Jobs> {
  const ownsSchema = database.embedded || (await ownsTables(database.backgroundDb))
  const boss = openQueues(database, { ownsSchema, hasHandlers: handlers !== null })
  const workers = new Map<Queue, string>()
  const waking = (queue: Queue) =>
    waker(async () => {
      await boss.send(queue).catch(error => log.warn({ err: error, queue }, 'could not wake a queue'))
      const worker = workers.get(queue)
      if (database.embedded && worker) boss.notifyWorker(worker)
    })
  const wakeInbox = waking(inboxQueue)
  const wakeMails = waking(mailQueue)
  const wakeImports = waking(importQueue)
  const wakeFinance = waking(financeQueue)

  boss.on(
    'error',
    onceAMinute(error => log.warn({ err: error }, 'job queue')),
  )
  try {
    await boss.start()
    await createQueues(boss, handlers?.scheduled)
    if (handlers) await workQueues(handlers)
  } catch (error) {
    // What it has begun would go on beside the next attempt.
    await boss.stop({ graceful: false }).catch(() => {})
    throw error
  }
  if (handlers) wakeInbox()
  return {
    wakeInbox,
    wakeMails,
    wakeImports,
    wakeFinance,
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }

  async function workQueues(given: JobHandlers): Promise<void> {
    const wakeRewards = waking(rewardQueue)
    const run = toRun(given, { wakeInbox, wakeRewards, wakeMails })
    for (const queue of queues) {
      const pollingIntervalSeconds = database.embedded ? embeddedPollingSeconds : pollingSeconds[queue]
      workers.set(
        queue,
        await boss.work(queue, { pollingIntervalSeconds }, () => logged(queue, run[queue]())),
      )
    }
    for (const queue of queues) await boss.schedule(queue, '* * * * *')
    for (const job of given.scheduled) await followSchedule(job, given.services)
  }

  /** The queue keeps what is thrown, where operators do not look for it. */
  async function logged(queue: Queue, work: Promise<unknown>): Promise<void> {
    await work.catch((error: unknown) => {
      log.error({ err: error, queue }, 'work failed, trying again within a minute')
      throw error
    })
  }

  /** What came due while no process ran is run once, late. */
  async function followSchedule(job: Job, services: JobServices): Promise<void> {
    await boss.schedule(job.name, job.schedule, {}, { missed: 'once' })
    await boss.work<JobData>(job.name, { pollingIntervalSeconds: scheduleSeconds }, async ([queued]) =>
      runQueued(services, job, queued!.data),
    )
  }
}

/** The owner of the tables calls it, before a process starts whose user may not create any. */
export async function installQueues(database: Pick<Database, 'embedded' | 'executeSql'>): Promise<void> {
  const boss = openQueues(database, { ownsSchema: true, hasHandlers: false })
  try {
    await boss.start()
    await createQueues(boss)
  } finally {
    await boss.stop({ graceful: false })
  }
}

async function createQueues(boss: PgBoss, scheduled: readonly Job[] = scheduledJobs): Promise<void> {
  for (const queue of queues)
    await boss.createQueue(queue, longQueues.includes(queue) ? longRunning : shortRunning)
  for (const job of scheduled) await createJobQueue(boss, job)
}

function toRun(
  handlers: JobHandlers,
  wake: Pick<Jobs, 'wakeInbox' | 'wakeMails'> & { wakeRewards(): void },
): Readonly<Record<Queue, () => Promise<unknown>>> {
  return {
    async [inboxQueue]() {
      const { done, failed } = await handlers.processInbox()
      if (done > 0) wake.wakeRewards()
      if (failed > 0) setTimeout(wake.wakeInbox, tryAgainMs).unref()
    },
    /** Apart from the inbox, so that no card event waits for a message. */
    async [rewardQueue]() {
      if ((await handlers.announceRewards()) > 0) wake.wakeMails()
    },
    [mailQueue]: () => handlers.sendMails(),
    [importQueue]: () => handlers.runImports(),
    [financeQueue]: () => handlers.workFinanceRuns(),
  }
}

/**
 * It enqueues at once, then at most every tenth of a second: a job for each card event would cost as much as the event.
 */
function waker(send: () => Promise<void>): () => void {
  let waking = false
  let wokenMeanwhile = false
  return function wake(): void {
    wokenMeanwhile = waking
    if (waking) return
    waking = true
    void send().finally(() => {
      setTimeout(() => {
        waking = false
        // The job may have run before they were called.
        if (wokenMeanwhile) wake()
      }, wakePauseMs).unref()
    })
  }
}
