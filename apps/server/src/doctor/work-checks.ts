import { minutes } from '@dineward/core/shared/clock.ts'
import { sql } from 'kysely'
import { hasMonthAfter, waitingRows } from '../db/months.ts'
import type { Db } from '../db/open-database.ts'
import type { Env } from '../env/env.ts'
import { readQueueState } from '../features/card-events/queue-state.read.ts'
import { hasFailed, listJobs } from '../features/jobs/jobs.service.ts'
import { scheduledJobs } from '../features/jobs/scheduled.job.ts'
import { type Finding, ok, problem } from './finding.ts'

const late = { inboxMs: minutes(5), jobMs: minutes(15), backupMs: minutes(26 * 60) }

export async function checkQueues(db: Db, now: Date): Promise<Finding[]> {
  const state = await readQueueState(db, now)
  const findings: Finding[] = []
  if (state.inboxOldestSeconds * 1_000 > late.inboxMs)
    findings.push(
      problem(
        'queue',
        `Waiting card events: ${state.inboxEvents}, the oldest for ${Math.round(state.inboxOldestSeconds / 60)} minutes. Start a worker (ROLE=worker), or look in its log.`,
      ),
    )
  if (state.parkedEvents > 0)
    findings.push(
      problem('queue', `Parked card events: ${state.parkedEvents}.`, {
        subject: 'parkedEvents',
        command: 'Look with npm run inbox -- list, repair the cause, then npm run inbox -- retry ID.',
      }),
    )
  if (state.failedMails > 0)
    findings.push(
      problem('mails', `Mails given up: ${state.failedMails}.`, {
        subject: 'mails',
        command: 'Look with npm run mail -- list.',
      }),
    )
  if (state.failedTexts > 0)
    findings.push(
      problem('texts', `Texts given up: ${state.failedTexts}.`, {
        subject: 'texts',
        command: 'Look with npm run texts -- list.',
      }),
    )
  if (state.overduePayouts > 0)
    findings.push(
      problem('payouts', `Payouts without an answer for hours: ${state.overduePayouts}.`, {
        subject: 'payouts',
        command: 'Look with npm run call -- getConsolePayouts.',
      }),
    )
  return findings.length > 0 ? findings : [ok('queue', `waiting card events: ${state.inboxEvents}`)]
}

/** Rows are never refused for want of a partition, but what waits for one is deleted and searched more slowly. */
export async function checkMonths(db: Db, now: Date): Promise<Finding> {
  const waiting = await waitingRows(db)
  const remedy = {
    subject: 'jobs',
    job: 'months',
    command: 'Make them with npm run jobs -- run months.',
  } as const
  if (waiting.length > 0) {
    const months = Map.groupBy(waiting, ({ table }) => table)
    const rows = [...months].map(([table, some]) => {
      const all = some.map(({ month }) => month.slice(0, 7)).toSorted()
      const span = all.length === 1 ? `in ${all[0]}` : `from ${all[0]} to ${all.at(-1)}`
      return `${some.reduce((sum, one) => sum + one.rows, 0)} of ${table} ${span}`
    })
    return problem('months', `Rows wait for the partition of their month: ${rows.join(', ')}.`, remedy)
  }
  return (await hasMonthAfter(db, now))
    ? ok('months', 'the partitions of this month and the next are there')
    : problem('months', 'There is no partition for the next month.', remedy)
}

export async function checkJobs(db: Db, now: Date): Promise<Finding[]> {
  const states = await listJobs({ db }, scheduledJobs, now)
  const lateJobs = states.filter(({ nextAt }) => now.getTime() - nextAt.getTime() > late.jobMs)
  const failed = states.filter(hasFailed)
  const findings = failed.map(({ job, lastRun }) =>
    problem('jobs', `${job.name} failed: ${lastRun?.error}.`, {
      subject: 'jobs',
      job: job.name,
      command: `Repair that, then npm run jobs -- run ${job.name}.`,
    }),
  )
  if (lateJobs.length > 0)
    findings.push(
      problem(
        'jobs',
        `${lateJobs.map(({ job }) => job.name).join(', ')} should have run since ${lateJobs[0]!.nextAt.toISOString()}. Start a worker (ROLE=worker or all), or look in its log.`,
      ),
    )
  return findings.length > 0 ? findings : [ok('jobs', `${states.length} on time`)]
}

/** Backups of ours, or the write-ahead log that PostgreSQL archives. */
export async function checkBackups(db: Db, env: Pick<Env, 'production'>, now: Date): Promise<Finding> {
  const archive = await archiveState(db)
  if (archive?.failing)
    return problem(
      'backup',
      `PostgreSQL cannot archive its write-ahead log (last tried ${archive.failing.toISOString()}). Look at archive_command and the space at its target: the server's own disk fills up until it works.`,
    )
  const { rows } = await sql<{ at: Date | null }>`
    select max(at) as at from audit_log where action = 'backup.write'`.execute(db)
  const at = rows[0]!.at
  const age = at ? `the last of ${at.toISOString()}` : 'there is none'
  if (archive || !env.production) return ok('backup', archive ? `write-ahead logs are archived; ${age}` : age)
  return at && now.getTime() - at.getTime() < late.backupMs
    ? ok('backup', age)
    : problem(
        'backup',
        `No backup for a day: ${age}. Run npm run backup -- --to FOLDER every night, or archive write-ahead logs (docs/operating.md, Point in time).`,
      )
}

/** Null where the log is not archived. */
async function archiveState(db: Db): Promise<{ failing: Date | null } | null> {
  const { rows } = await sql<{ mode: string; failing: Date | null }>`
    select current_setting('archive_mode') as mode,
      (select last_failed_time from pg_stat_archiver
       where last_archived_time is null or last_failed_time > last_archived_time) as failing`.execute(db)
  const { mode, failing } = rows[0]!
  return mode === 'off' ? null : { failing }
}
