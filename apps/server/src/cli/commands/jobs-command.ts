import { parseArgs } from 'node:util'
import { postJobRun } from '@dineward/core/console-system/jobs.contract.ts'
import { minutes } from '@dineward/core/shared/clock.ts'
import { waitsByHand } from '../../features/console-system/console-jobs.service.ts'
import { type JobState, listJobs } from '../../features/jobs/jobs.service.ts'
import { runJobNow } from '../../features/jobs/run-job.service.ts'
import { scheduledJobs } from '../../features/jobs/scheduled.job.ts'
import { callConsole, commandServices } from '../command-context.ts'
import type { Command } from '../control.ts'

/** More than any job takes, and than it takes to find out that a process was killed. */
const waitMs = minutes(10)

export const usage =
  'npm run jobs -- list\nnpm run jobs -- run NAME [--at 2026-03-01T19:30:00Z]\n' +
  '  What moves money before the schedule would waits for another person, who approves it in the console.'

export const listJobsCommand: Command = async ({ database }, args, { print }) => {
  if (args.length > 0) throw new Error(usage)
  for (const state of await listJobs({ db: database.db }, scheduledJobs)) print(lineOf(state))
  return 0
}

/** Exit code 1 when it failed, or when another run of it did not end. */
export const runJobCommand: Command = async (world, args, caller) => {
  const { print } = caller
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { at: { type: 'string' } },
  })
  const [name] = positionals
  if (!name || positionals.length > 1) throw new Error(usage)
  const job = scheduledJobs.find(one => one.name === name)
  if (!job)
    throw new Error(`There is no job "${name}". There are: ${scheduledJobs.map(one => one.name).join(', ')}.`)
  const at = values.at === undefined ? null : new Date(values.at)
  if (at && Number.isNaN(at.getTime()))
    throw new Error(`--at is "${values.at}"; it is an ISO time.\n${usage}`)

  // Outside production, the time of a job may be tried.
  if (waitsByHand(job, values.at) && (at === null || world.env.production)) {
    const body = { reason: 'Asked for with npm run jobs -- run.', ...(at && { at: at.toISOString() }) }
    await callConsole(world, caller, postJobRun, { params: { name }, body })
    return 0
  }
  const services = { ...commandServices(world, caller), database: world.database }
  const outcome = await runJobNow(services, job, {
    at,
    atMostMs: waitMs,
    waits: () => print(`${name} is running. Waiting for it to end, then running it again.`),
  })
  if (outcome.state === 'started')
    print(`${name} did not end within 10 minutes, and goes on. See npm run jobs -- list.`)
  else print(outcome.state === 'done' ? `${name}: ${outcome.result}` : `${name} failed: ${outcome.error}`)
  return outcome.state === 'done' ? 0 : 1
}

function lineOf({ job, lastRun, nextAt }: JobState): string {
  const last = lastRun
    ? `last ${lastRun.startedAt.toISOString()} by ${lastRun.trigger}: ${resultOf(lastRun)}`
    : 'never ran'
  return `${job.name}  (${job.schedule})  ${last}  next ${nextAt.toISOString()}`
}

function resultOf({ finishedAt, result, error }: NonNullable<JobState['lastRun']>): string {
  if (!finishedAt) return 'running'
  return error === null ? (result ?? '') : `failed, ${error}`
}
