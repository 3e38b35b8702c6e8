import type { FastifyBaseLogger } from 'fastify'
import { PgBoss } from 'pg-boss'
import type { Database } from './db/open-database.ts'

export interface Jobs {
  /** Something new is in the inbox. Costs nothing when it is called often. */
  wakeInbox(): void
  /** Something new is in the outbox. */
  wakeMails(): void
  stop(): Promise<void>
}

export interface JobHandlers {
  /** Works off the inbox of network events until it is empty. Answers how many failed and wait for another try. */
  readonly processInbox: () => Promise<{ readonly failed: number }>
  /** Sends the mails that are due. */
  readonly sendMails: () => Promise<unknown>
  /** Once an hour: what time alone changes. */
  readonly hourly: () => Promise<void>
}

const inboxQueue = 'work-inbox'
const mailQueue = 'send-mails'
const hourlyQueue = 'hourly'
/** After this a failed event may be tried again; should it fail once more, the look of every minute finds it. */
const tryAgainMs = 1_200

/**
 * Work that happens behind the answers, on a queue in the product's own database. Events and mails are stored before
 * anyone is woken, so a wake that is lost costs a minute at most: inbox and outbox are looked at every minute anyway.
 */
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
  // "short": at most one waits while one works, however many wake it.
  for (const queue of [inboxQueue, mailQueue, hourlyQueue])
    await boss.createQueue(queue, { policy: 'short', retryLimit: 0 })
  await boss.work(inboxQueue, { pollingIntervalSeconds: 0.5 }, processInbox)
  await boss.work(mailQueue, { pollingIntervalSeconds: 5 }, () => handlers.sendMails())
  await boss.work(hourlyQueue, { pollingIntervalSeconds: 60 }, () => handlers.hourly())
  await boss.schedule(inboxQueue, '* * * * *')
  await boss.schedule(mailQueue, '* * * * *')
  await boss.schedule(hourlyQueue, '7 * * * *')

  wakeInbox()
  return { wakeInbox, wakeMails, stop: () => boss.stop({ graceful: true, timeout: 5_000 }) }
}

/** Asks for a job, once however often it is called while the asking is under way. */
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
        // The job may have been worked off before its sending was answered, too early for who called since.
        if (wokenMeanwhile) wake()
      })
  }
}
