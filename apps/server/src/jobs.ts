import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { Database } from './db/open-database.ts'

export interface Jobs {
  /** Cheap to call often. */
  wakeInbox(): void
  wakeMails(): void
  stop(): Promise<void>
}

export interface JobHandlers {
  /** @returns how many failed and wait for a retry. */
  readonly processInbox: () => Promise<{ readonly failed: number }>
  readonly sendMails: () => Promise<unknown>
  readonly runDueJobs: () => Promise<void>
}

const inboxQueue = 'work-inbox'
const mailQueue = 'send-mails'
const jobQueue = 'run-due-jobs'
/** When a failed event may be retried; after that, the check of every minute finds it. */
const tryAgainMs = 1_200

/** A queue in the product's database. Inbox, outbox and due jobs are checked every minute, so a lost wake costs a minute. */
export async function startJobs(
  database: Database,
  handlers: JobHandlers,
  log: FastifyBaseLogger,
): Promise<Jobs> {
  const boss = new PgBoss({
    db: { executeSql: database.executeSql },
    schema: 'jobs',
    backend: database.embedded ? 'pglite' : 'postgres',
    maintenanceIntervalSeconds: 3_600,
    reindex: false,
    monitorVacuum: false,
  })
  const wakeInbox = waker(boss, inboxQueue, log)
  const wakeMails = waker(boss, mailQueue, log)

  async function processInbox(): Promise<void> {
    const { failed } = await handlers.processInbox()
    if (failed > 0) setTimeout(wakeInbox, tryAgainMs).unref()
  }

  boss.on('error', error => log.warn({ err: error }, 'job queue'))
  await boss.start()
  // "short": at most one job waits while one runs.
  for (const queue of [inboxQueue, mailQueue, jobQueue])
    await boss.createQueue(queue, { policy: 'short', retryLimit: 0 })
  await boss.work(inboxQueue, { pollingIntervalSeconds: 0.5 }, processInbox)
  await boss.work(mailQueue, { pollingIntervalSeconds: 5 }, () => handlers.sendMails())
  await boss.work(jobQueue, { pollingIntervalSeconds: 5 }, () => handlers.runDueJobs())
  await boss.schedule(inboxQueue, '* * * * *')
  await boss.schedule(mailQueue, '* * * * *')
  await boss.schedule(jobQueue, '* * * * *')
  // Of former versions; without a worker, its jobs would pile up.
  await boss.unschedule('hourly')

  wakeInbox()
  waker(boss, jobQueue, log)()
  return { wakeInbox, wakeMails, stop: () => boss.stop({ graceful: true, timeout: 5_000 }) }
}

/** Enqueue once for concurrent calls. */
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
        waking = false
        // The job may have run before `send` returned, too early for later callers.
        if (wokenMeanwhile) wake()
      })
  }
}
