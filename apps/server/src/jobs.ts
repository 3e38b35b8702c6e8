import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { Database } from './db/open-database.ts'

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
  readonly runDueJobs: () => Promise<void>
  readonly runImports: () => Promise<unknown>
  readonly workFinanceRuns: () => Promise<unknown>
}

const inboxQueue = 'work-inbox'
const rewardQueue = 'announce-rewards'
const mailQueue = 'send-mails'
const jobQueue = 'run-due-jobs'
const importQueue = 'run-imports'
const financeQueue = 'work-finance-runs'
const queues = [inboxQueue, rewardQueue, mailQueue, jobQueue, importQueue, financeQueue]
/** When a failed event may be retried; after that, the check of every minute finds it. */
const tryAgainMs = 1_200

const wakePauseMs = 100

/**
 * A queue in the product's database. Inbox, outbox and due jobs are checked every minute, so a lost wake costs a minute.
 * @param handlers Null enqueues only: another process runs the jobs.
 */
export async function startJobs(
  database: Database,
  handlers: JobHandlers | null,
  log: FastifyBaseLogger,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: database.executeSql },
    schema: 'jobs',
    backend: database.embedded ? 'pglite' : 'postgres',
    maintenanceIntervalSeconds: 3_600,
    reindex: false,
    monitorVacuum: false,
    supervise: handlers !== null,
    schedule: handlers !== null,
  })
  const wakeInbox = waker(boss, inboxQueue, log)
  const wakeMails = waker(boss, mailQueue, log)
  const wakeImports = waker(boss, importQueue, log)
  const wakeFinance = waker(boss, financeQueue, log)

  boss.on('error', error => log.warn({ err: error }, 'job queue'))
  await boss.start()
  // "short": at most one job waits while one runs.
  for (const queue of queues) await boss.createQueue(queue, { policy: 'short', retryLimit: 0 })
  if (handlers) {
    const wakeRewards = waker(boss, rewardQueue, log)
    await runQueues(boss, handlers, { wakeInbox, wakeRewards, wakeMails })
    wakeInbox()
    waker(boss, jobQueue, log)()
  }
  return {
    ...{ wakeInbox, wakeMails, wakeImports, wakeFinance },
    stop: () => boss.stop({ graceful: true, timeout: 5_000 }),
  }
}

async function runQueues(
  boss: PgBoss,
  handlers: JobHandlers,
  wake: Pick<Jobs, 'wakeInbox' | 'wakeMails'> & { wakeRewards(): void },
): Promise<void> {
  async function processInbox(): Promise<void> {
    const { done, failed } = await handlers.processInbox()
    if (done > 0) wake.wakeRewards()
    if (failed > 0) setTimeout(wake.wakeInbox, tryAgainMs).unref()
  }
  /** Apart from the inbox, so that no card event waits for a message. */
  async function announceRewards(): Promise<void> {
    if ((await handlers.announceRewards()) > 0) wake.wakeMails()
  }

  await boss.work(inboxQueue, { pollingIntervalSeconds: 0.5 }, processInbox)
  await boss.work(rewardQueue, { pollingIntervalSeconds: 1 }, announceRewards)
  await boss.work(mailQueue, { pollingIntervalSeconds: 2 }, () => handlers.sendMails())
  await boss.work(jobQueue, { pollingIntervalSeconds: 5 }, () => handlers.runDueJobs())
  await boss.work(importQueue, { pollingIntervalSeconds: 2 }, () => handlers.runImports())
  await boss.work(financeQueue, { pollingIntervalSeconds: 2 }, () => handlers.workFinanceRuns())
  for (const queue of queues) await boss.schedule(queue, '* * * * *')
  // Of former versions; without a worker, its jobs would pile up.
  await boss.unschedule('hourly')
}

/** Enqueue at once, then at most every tenth of a second: a job for each card event would cost as much as the event. */
function waker(boss: PgBoss, queue: string, log: FastifyBaseLogger): () => void {
  let waking = false
  let wokenMeanwhile = false
  return function wake(): void {
    wokenMeanwhile = waking
    if (waking) return
    waking = true
    boss
      .send(queue)
      .catch(error => log.warn({ err: error, queue }, 'could not wake a queue'))
      .finally(() => {
        setTimeout(() => {
          waking = false
          // The job may have run before they were called.
          if (wokenMeanwhile) wake()
        }, wakePauseMs).unref()
      })
  }
}
