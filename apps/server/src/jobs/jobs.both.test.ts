import { setTimeout as sleep } from 'node:timers/promises'
import { minutes } from '@dineward/core/shared/clock.ts'
import { sql } from 'kysely'
import { afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { Database } from '../db/open-database.ts'
import { newCardNetwork } from '../features/card-events/card-network-for-test.ts'
import { processInbox } from '../features/card-events/inbox.service.ts'
import { openQueues } from '../features/jobs/job-queue.service.ts'
import { type Job, type JobServices, listJobs, listRuns } from '../features/jobs/jobs.service.ts'
import { longTest } from '../testing/long-test.ts'
import { createTestApp, type TestApp } from '../testing/test-app.ts'
import { type JobHandlers, type Jobs, startJobs } from './jobs.ts'

let app: TestApp
let jobs: Jobs | null = null

beforeAll(async () => {
  app = await createTestApp({ wakeInbox: () => jobs?.wakeInbox() }, { ownDatabase: true })
})

afterEach(async () => {
  await jobs?.stop()
  jobs = null
})

/** Well below the minute after which the inbox is looked at without being woken. */
const soon = { timeout: 30_000, interval: 50 }

const allWell = { done: 0, failed: 0 }
const idle: Omit<JobHandlers, 'services'> = {
  processInbox: async () => allWell,
  announceRewards: async () => 0,
  sendMails: async () => {},
  runImports: async () => {},
  workFinanceRuns: async () => {},
  scheduled: [],
}

async function start(handlers: Partial<JobHandlers>, database: Database = app.database): Promise<Jobs> {
  const services: JobServices = {
    ...app.context(app.newPartner()),
    partners: app.partners,
    actor: { kind: 'system', name: 'jobs' },
  }
  return startJobs(database, { ...idle, services, ...handlers }, app.app.log, 1)
}

const workForReal = () => processInbox({ db: app.database.db, clock: app.clock, partners: app.partners })

async function waitingEvents(): Promise<number> {
  const rows = await app.database.db
    .selectFrom('cardEvents')
    .select('id')
    .where('status', '=', 'received')
    .execute()
  return rows.length
}

/** The database, but the answer to a job that is sent takes its time: the job is there long before. */
function slowToAnswer(milliseconds: number): Database {
  return {
    ...app.database,
    async executeSql(text, values) {
      const result = await app.database.executeSql(text, values)
      const isSending = /insert into/i.test(text) && JSON.stringify(values ?? []).includes('work-inbox')
      if (isSending) await sleep(milliseconds)
      return result
    },
  }
}

describe('the inbox', () => {
  test(
    'a burst of events is worked off to the last one without waiting for the minute',
    longTest,
    async () => {
      jobs = await start({ processInbox: workForReal })
      const network = await newCardNetwork(app)
      for (let sent = 0; sent < 40; sent++)
        expect((await network.send('transaction.clearing')).statusCode).toBe(200)
      await expect.poll(waitingEvents, soon).toBe(0)
      expect((await network.activity()).length).toBeGreaterThan(0)
    },
  )

  test('what arrives while a wake is on its way is not forgotten', async () => {
    const inbox: string[] = ['first']
    const worked: string[] = []
    const work = async () => {
      worked.push(...inbox.splice(0))
      return allWell
    }
    jobs = await start({ processInbox: work }, slowToAnswer(1_500))
    await expect.poll(() => worked, soon).toEqual(['first'])
    // The first wake has been worked off; that it was sent is not known yet.
    inbox.push('second')
    jobs.wakeInbox()
    await expect.poll(() => worked, soon).toEqual(['first', 'second'])
  })

  test('after a kill, a start works off at once what had been received, though a job still counts as running', async () => {
    const { promise: neverEnding, resolve: endOfKilled } = Promise.withResolvers<typeof allWell>()
    let begun = 0
    const killed = await start({
      processInbox: () => {
        begun++
        return neverEnding
      },
    })
    await expect.poll(() => begun, soon).toBe(1)
    await (await newCardNetwork(app)).send('transaction.clearing')
    expect(await waitingEvents()).toBe(1)
    jobs = await start({ processInbox: workForReal })
    await expect.poll(waitingEvents, soon).toBe(0)
    endOfKilled(allWell)
    await killed.stop()
  })
})

test('card events are done -> what they have earned is announced and sent, without waiting for the minute', async () => {
  const events = ['clearing']
  const outbox: string[] = []
  const sent: string[] = []
  jobs = await start({
    processInbox: async () => ({ done: events.splice(0).length, failed: 0 }),
    announceRewards: async () => (events.length === 0 ? outbox.push('earned') : 0),
    sendMails: async () => sent.push(...outbox.splice(0)),
  })
  await expect.poll(() => sent).toContain('earned')
})

test('what failed is tried again after a second, not after a minute', async () => {
  const results = [{ done: 0, failed: 1 }]
  let tries = 0
  jobs = await start({
    processInbox: async () => {
      tries++
      return results.shift() ?? allWell
    },
  })
  await expect.poll(() => tries, soon).toBe(2)
})

test('stopping waits for the work at hand, and none begins after it', async () => {
  let [begun, finished] = [0, 0]
  const { promise: released, resolve: release } = Promise.withResolvers<void>()
  const stopping = await start({
    processInbox: async () => {
      begun++
      await released
      finished++
      return allWell
    },
  })
  await expect.poll(() => begun, soon).toBe(1)
  stopping.wakeInbox()
  const stopped = stopping.stop().then(() => finished)
  await sleep(500)
  release()
  expect(await stopped).toBe(1)
  expect(begun).toBe(1)
  await sleep(1_000)
  expect(begun).toBe(1)
})

test('a process that serves visitors only: what it wakes is run by the one that runs jobs', async () => {
  let runs = 0
  jobs = await startJobs(app.database, null, app.app.log)
  jobs.wakeMails()
  await sleep(200)
  const worker = await start({ sendMails: async () => runs++ })
  await expect.poll(() => runs).toBeGreaterThan(0)
  await worker.stop()
})

describe('a job of the schedule', () => {
  const newJob = (run: Job['run'] = async () => '2 members', schedule = '0 0 1 1 *'): Job => ({
    name: `job-${crypto.randomUUID()}`,
    schedule,
    run,
  })
  const insertJob = (job: Job, columns: Record<string, unknown>) => {
    const row = { name: job.name, policy: 'singleton', retry_limit: 3, retry_delay: 0, ...columns }
    return sql`insert into jobs.job (${sql.join(Object.keys(row).map(name => sql.ref(name)))})
      values (${sql.join(Object.values(row))})`.execute(app.database.db)
  }
  const outcomesOf = async (job: Job) =>
    (await listRuns(app.database, job.name)).map(({ result, error }) => result ?? error)
  const withinAMinute = { timeout: 60_000 }

  test('run by the process that works -> its failure is tried again, and its runs are listed', async () => {
    const failures = ['the bank is closed']
    const job = newJob(async () => {
      for (const failure of failures.splice(0)) throw new Error(failure)
      return '2 members'
    })
    jobs = await start({ scheduled: [job] })
    await insertJob(job, {})
    await expect.poll(() => outcomesOf(job), withinAMinute).toEqual(['2 members'])
    expect(failures).toEqual([])
    const [state] = await listJobs(app.database, [job])
    expect(state).toMatchObject({ lastRun: { trigger: 'schedule', result: '2 members', error: null } })
  })

  test('its process was killed -> run again once it is known to be dead', async () => {
    const job = newJob()
    jobs = await start({ scheduled: [job] })
    const long = new Date(Date.now() - minutes(5))
    await insertJob(job, { state: 'active', started_on: long, heartbeat_on: long, heartbeat_seconds: 60 })
    const boss = openQueues(app.database, { ownsSchema: false, hasHandlers: false })
    await boss.start()
    await boss.supervise(job.name)
    await boss.stop({ graceful: false })
    await expect.poll(() => outcomesOf(job), withinAMinute).toEqual(['2 members'])
  })

  test('came due while no process ran -> run once, late', longTest, async () => {
    const halfAnHourAgo = (new Date().getUTCMinutes() + 30) % 60
    const job = newJob(undefined, `${halfAnHourAgo} * * * *`)
    await (await start({ scheduled: [job] })).stop()
    await sql`update jobs.schedule set created_on = now() - interval '1 day'`.execute(app.database.db)
    await sql`update jobs.version set cron_on = now() - interval '3 hours'`.execute(app.database.db)
    jobs = await start({ scheduled: [job] })
    await expect.poll(() => outcomesOf(job), withinAMinute).toEqual(['2 members'])
  })
})

test('a year of runs -> the last ones are read by an index', async () => {
  jobs = await start({})
  await sql`insert into jobs.job (name, state, created_on, completed_on)
    select 'payouts', 'completed', now() - make_interval(mins => minute), now()
    from generate_series(1, 20000) as minute`.execute(app.database.db)
  await sql`analyze jobs.job`.execute(app.database.db)
  const { rows } = await sql<Record<string, string>>`
    explain select * from jobs.job where name = 'payouts' and state <> 'created'
    order by created_on desc limit 1`.execute(app.database.db)
  const plan = rows.map(row => Object.values(row)[0]).join('\n')
  expect(plan).toMatch(/Index Scan Backward using \w+/)
  expect(plan).not.toContain('Sort')
})
