import { minutes } from '@dineward/core/shared/clock.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listJobsCommand, runJobCommand } from '../../cli/jobs-command.ts'
import { runPayoutsCommand } from '../../cli/payouts-command.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { World } from '../../world.ts'
import {
  type Job,
  type JobServices,
  listJobs,
  reportJobs,
  runDueJobs,
  runJob,
  runJobWhenFree,
} from './jobs.service.ts'

const app = await createTestApp()
const { db } = app.database
const services: JobServices = {
  ...app.context(app.newPartner()),
  partners: app.partners,
  actor: { kind: 'system', name: 'ada' },
}

function newJob(run: Job['run'] = async () => 'done'): Job {
  return { name: crypto.randomUUID(), schedule: '30 * * * *', run }
}

const runsOf = (job: Job) =>
  db
    .selectFrom('jobRuns')
    .select(['trigger', 'startedAt', 'clockAt', 'result', 'error'])
    .where('name', '=', job.name)
    .orderBy('id')
    .execute()

describe('schedule', () => {
  test('a job that never ran, then one whose time has come -> run once each', async () => {
    const job = newJob()
    app.clock.set('2026-03-10T18:00:00Z')
    await runDueJobs(services, [job])
    app.clock.set('2026-03-10T18:29:59Z')
    await runDueJobs(services, [job])
    expect(await runsOf(job)).toHaveLength(1)
    expect((await listJobs(services, [job]))[0]?.nextAt).toEqual(new Date('2026-03-10T18:30:00Z'))
    // Five hours late: once.
    app.clock.set('2026-03-10T23:40:00Z')
    await runDueJobs(services, [job])
    await runDueJobs(services, [job])
    expect((await runsOf(job)).map(run => run.startedAt.toISOString())).toEqual([
      '2026-03-10T18:00:00.000Z',
      '2026-03-10T23:40:00.000Z',
    ])
  })

  test('the demo clock is set back -> due again', async () => {
    const job = newJob()
    app.clock.set('2026-03-10T18:00:00Z')
    await runDueJobs(services, [job])
    app.clock.set('2026-01-01T00:00:00Z')
    await runDueJobs(services, [job])
    expect(await runsOf(job)).toHaveLength(2)
  })

  test('a failure -> recorded, and the next job runs', async () => {
    const failing = newJob(() => Promise.reject(new Error('the bank is closed')))
    const other = newJob()
    await runDueJobs(services, [failing, other])
    expect(await runsOf(failing)).toMatchObject([{ result: null, error: 'the bank is closed' }])
    expect(await runsOf(other)).toMatchObject([{ trigger: 'schedule', result: 'done', error: null }])
    expect(await reportJobs(services, [failing, other])).toEqual([
      { name: failing.name, lastSuccessAt: null, overdueSeconds: 0 },
      { name: other.name, lastSuccessAt: app.clock.now(), overdueSeconds: 0 },
    ])
    app.clock.advance(minutes(120))
    const [report] = await reportJobs(services, [other])
    expect(report!.overdueSeconds).toBeGreaterThan(3_600)
  })
})

describe('several processes', () => {
  test('ten start a job at once -> one runs it', async () => {
    let [runs, refused] = [0, 0]
    const job = newJob(async () => {
      runs += 1
      await expect.poll(() => refused).toBe(9)
      return 'done'
    })
    const outcomes = await Promise.all(
      Array.from({ length: 10 }, async () => {
        const outcome = await runJob(services, job, { trigger: 'schedule' })
        if (outcome.state === 'running') refused += 1
        return outcome
      }),
    )
    expect(runs).toBe(1)
    expect(outcomes.filter(({ state }) => state === 'running')).toHaveLength(9)
  })

  test('killed in the middle -> run again once it is known to be dead', async () => {
    const job = newJob()
    const run = { name: job.name, trigger: 'schedule', startedAt: app.clock.now() } as const
    const seconds = (count: number) => sql<Date>`now() + make_interval(secs => ${count})`
    await db
      .insertInto('jobRuns')
      .values({ ...run, aliveUntil: seconds(30) })
      .execute()
    expect(await runJob(services, job, { trigger: 'schedule' })).toEqual({ state: 'running' })
    await db
      .updateTable('jobRuns')
      .set({ aliveUntil: seconds(-1) })
      .where('name', '=', job.name)
      .execute()
    expect(await runJob(services, job, { trigger: 'schedule' })).toEqual({ state: 'done', result: 'done' })
    expect(await runsOf(job)).toMatchObject([
      { error: 'the process ended before the job did' },
      { result: 'done' },
    ])
  })
})

describe('command', () => {
  const { clock, partners } = app
  const world = { database: app.database, clock, partners, gateways: services.gateways } as unknown as World
  const lines: string[] = []
  const caller = { cwd: '/', print: (line: string) => void lines.push(line), actor: services.actor }

  test('run --at: the job’s clock is that moment, the schedule stays, and the run is audited', async () => {
    const seen: Date[] = []
    const job = newJob(async ({ clock }) => `${seen.push(clock.now())}`)
    const at = new Date('2027-01-01T05:00:00Z')
    await runJob(services, job, { trigger: 'command', at })
    expect(seen).toEqual([at])
    const [state] = await listJobs(services, [job])
    expect(state).toMatchObject({ lastRun: { trigger: 'command', clockAt: at }, nextAt: clock.now() })
    expect(
      await db.selectFrom('auditLog').select(['action', 'actor']).where('subject', '=', job.name).execute(),
    ).toEqual([{ action: 'job.run', actor: 'ada' }])
  })

  test('run while the job runs -> waits for that run, then runs it again', async () => {
    let [starts, mayEnd] = [0, false]
    const job = newJob(async () => {
      starts += 1
      await expect.poll(() => mayEnd, { timeout: 20_000 }).toBe(true)
      return `run ${starts}`
    })
    const first = runJob(services, job, { trigger: 'schedule' })
    await expect.poll(() => starts).toBe(1)
    const second = runJobWhenFree(services, job, {
      trigger: 'command',
      atMostMs: minutes(1),
      waits: () => {
        mayEnd = true
      },
    })
    expect(await first).toEqual({ state: 'done', result: 'run 1' })
    expect(await second).toEqual({ state: 'done', result: 'run 2' })
  })

  test('run of a job that does not end -> given up, and the run goes on', async () => {
    const job = newJob()
    const run = { name: job.name, trigger: 'schedule', startedAt: clock.now() } as const
    await db
      .insertInto('jobRuns')
      .values({ ...run, aliveUntil: sql<Date>`now() + interval '1 hour'` })
      .execute()
    const said: string[] = []
    const waits = () => void said.push('waits')
    expect(await runJobWhenFree(services, job, { trigger: 'command', atMostMs: 600, waits })).toEqual({
      state: 'running',
    })
    expect(said).toEqual(['waits'])
    expect(await runsOf(job)).toMatchObject([{ trigger: 'schedule', result: null }])
  })

  test('payouts run while the job runs -> says that it waits, and exits with 0', async () => {
    const name = 'payouts'
    const run = { name, trigger: 'schedule', startedAt: clock.now() } as const
    await db
      .insertInto('jobRuns')
      .values({ ...run, aliveUntil: sql<Date>`now() + interval '1 hour'` })
      .execute()
    const command = runPayoutsCommand(world, [], caller)
    await expect.poll(() => lines).toContainEqual(expect.stringContaining('payouts is running. Waiting'))
    await db
      .updateTable('jobRuns')
      .set({ finishedAt: clock.now(), result: 'done' })
      .where('name', '=', name)
      .where('finishedAt', 'is', null)
      .execute()
    expect(await command).toBe(0)
  })

  test('list and run: every job by name; an unknown one and a bad time are refused', async () => {
    expect(await runJobCommand(world, ['delete-old-rows'], caller)).toBe(0)
    await listJobsCommand(world, [], caller)
    expect(lines.find(line => line.startsWith('delete-old-rows  '))).toMatch(/by command: .+ {2}next /)
    await expect(runJobCommand(world, ['lunch'], caller)).rejects.toThrow('There is no job "lunch"')
    await expect(runJobCommand(world, ['delete-old-rows', '--at', 'soon'], caller)).rejects.toThrow(
      'ISO time',
    )
  })
})

test('runs older than 90 days -> deleted, but the last of each job', async () => {
  const job = newJob()
  for (const at of ['2025-01-01', '2025-01-02'])
    await db
      .insertInto('jobRuns')
      .values({
        name: job.name,
        trigger: 'schedule',
        startedAt: at,
        finishedAt: at,
        result: at,
        aliveUntil: at,
      })
      .execute()
  await runJobCommand({ ...app, gateways: services.gateways } as unknown as World, ['delete-old-rows'], {
    cwd: '/',
    print: () => {},
    actor: services.actor,
  })
  expect((await runsOf(job)).map(({ result }) => result)).toEqual(['2025-01-02'])
})
