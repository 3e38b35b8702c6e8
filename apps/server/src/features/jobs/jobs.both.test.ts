import { minutes } from '@dineward/core/shared/clock.ts'
import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { listJobsCommand, runJobCommand } from '../../cli/commands/jobs-command.ts'
import { runPayoutsCommand } from '../../cli/commands/rewards/payouts-command.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { World } from '../../world.ts'
import { type Job, type JobServices, listJobs, listRuns, reportJobs } from './jobs.service.ts'
import { runJobNow } from './run-job.service.ts'

const app = await createTestApp()
const { db } = app.database
const services: JobServices & { database: typeof app.database } = {
  ...app.context(app.newPartner()),
  partners: app.partners,
  actor: { kind: 'system', name: 'ada' },
  database: app.database,
}
const soon = { atMostMs: minutes(1) }

function newJob(run: Job['run'] = async () => 'done'): Job {
  return { name: `job-${crypto.randomUUID()}`, schedule: '30 * * * *', run }
}

describe('runs', () => {
  test('a failure -> recorded and told; the next run goes well', async () => {
    const failures = [new Error('the bank is closed')]
    const job = newJob(async () => {
      for (const failure of failures.splice(0)) throw failure
      return 'done'
    })
    expect(await runJobNow(services, job, soon)).toEqual({ state: 'failed', error: 'the bank is closed' })
    expect((await listRuns(services, job.name))[0]).toMatchObject({
      result: null,
      error: 'the bank is closed',
    })
    expect(await runJobNow(services, job, soon)).toEqual({ state: 'done', result: 'done' })
    expect((await listRuns(services, job.name)).map(({ result, error }) => [result, error])).toEqual([
      ['done', null],
      [null, 'the bank is closed'],
    ])
  })

  test('the next run is counted from the last by schedule; a job that does not run is overdue', async () => {
    const job = newJob()
    await runJobNow(services, job, soon)
    await sql`
      update jobs.job set created_on = '2026-03-10T18:05:00Z', started_on = '2026-03-10T18:05:00Z', data = '{}'
      where name = ${job.name}`.execute(db)
    const [state] = await listJobs(services, [job])
    expect(state!.nextAt).toEqual(new Date('2026-03-10T18:30:00Z'))
    const [report] = await reportJobs(services, [job], new Date('2026-03-10T20:00:00Z'))
    expect(report).toMatchObject({ overdueSeconds: 5_400, lastSuccessAt: expect.any(Date) })
  })

  test('ten people start a job at once -> ten runs, one after the other', async () => {
    let [running, most, runs] = [0, 0, 0]
    const job = newJob(async () => {
      running += 1
      most = Math.max(most, running)
      await sql`select pg_sleep(0.02)`.execute(db)
      running -= 1
      runs += 1
      return 'done'
    })
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => runJobNow(services, job, soon)))
    expect(outcomes.map(({ state }) => state)).toEqual(Array(10).fill('done'))
    expect([most, runs]).toEqual([1, 10])
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
    await runJobNow(services, job, { ...soon, at, reason: 'The year has ended' })
    expect(seen).toEqual([at])
    const [state] = await listJobs(services, [job])
    expect(state!.lastRun).toMatchObject({ trigger: 'command', result: '1' })
    expect(
      await db
        .selectFrom('auditLog')
        .select(['action', 'actor', 'reason'])
        .where('subject', '=', job.name)
        .execute(),
    ).toEqual([{ action: 'job.run', actor: 'ada', reason: 'The year has ended' }])
  })

  test('run while the job runs elsewhere -> waits for that run, then runs it again', async () => {
    let [starts, mayEnd] = [0, false]
    const job = newJob(async () => {
      starts += 1
      await expect.poll(() => mayEnd, { timeout: 20_000 }).toBe(true)
      return `run ${starts}`
    })
    const first = runJobNow(services, job, soon)
    await expect.poll(() => starts).toBe(1)
    const waits = () => {
      mayEnd = true
    }
    expect(await runJobNow(services, job, { ...soon, waits })).toEqual({ state: 'done', result: 'run 2' })
    expect(await first).toEqual({ state: 'done', result: 'run 1' })
  })

  test('run of a job that does not end -> the answer says that it goes on', async () => {
    let mayEnd = false
    const job = newJob(async () => {
      await expect.poll(() => mayEnd, { timeout: 20_000 }).toBe(true)
      return 'done'
    })
    const first = runJobNow(services, job, soon)
    await expect.poll(async () => (await listRuns(services, job.name)).length).toBe(1)
    expect(await runJobNow(services, job, { atMostMs: 600 })).toEqual({ state: 'started' })
    mayEnd = true
    expect(await first).toEqual({ state: 'done', result: 'done' })
  })

  test('payouts run -> the job, with its outcome and exit code 0', async () => {
    expect(await runPayoutsCommand(world, [], caller)).toBe(0)
    expect(lines.at(-1)).toMatch(/^payouts: /)
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
