import { readFileSync } from 'node:fs'
import type { Health } from '@dineward/core/console-system/health.contract.ts'
import { sql } from 'kysely'
import type { ConsoleContext } from '../../context.ts'
import { recordedMigrations } from '../../db/recorded-migrations.ts'
import type { Finding } from '../../doctor/finding.ts'
import { checkBackups, checkJobs, checkMonths, checkQueues } from '../../doctor/work-checks.ts'
import { readQueueState } from '../card-events/queue-state.read.ts'
import { listServers } from '../servers/servers.service.ts'

const { version } = JSON.parse(readFileSync(new URL('../../../package.json', import.meta.url), 'utf8')) as {
  version: string
}

export interface HealthSources {
  readonly production: boolean
  readonly isReady: () => Promise<boolean>
  readonly checkSurroundings: () => Promise<readonly Finding[]>
}

/** What `npm run doctor` says of work and backups, from the database alone, so that a provider that is slow does not hold it up. */
export async function describeHealth(ctx: ConsoleContext, sources: HealthSources): Promise<Health> {
  const { db, clock } = ctx
  const now = clock.now()
  const findings: Finding[] = [
    ...(await checkQueues(db, now)),
    ...(await checkJobs(db, now)),
    await checkMonths(db, now),
    await checkBackups(db, sources, now),
  ]
  const processes = (await listServers(db)).map(({ name, role, startedAt, seenAt }) => ({
    name,
    role,
    startedAt: startedAt.toISOString(),
    seenAt: seenAt.toISOString(),
  }))
  return {
    isReady: await sources.isReady(),
    findings: findings.map(describeFinding),
    queues: await readQueueState(db, now),
    processes,
    versions: {
      build: version,
      node: process.version,
      database: await databaseVersion(ctx),
      lastMigration: (await recordedMigrations(db)).at(-1) ?? '',
    },
  }
}

/** Commands are for operators; the console has a page or a button for the subject. */
export const describeFinding = ({ check, ok, says, remedy }: Finding): Health['findings'][number] => ({
  check,
  ok,
  says,
  subject: remedy?.subject ?? null,
  job: remedy?.job ?? null,
})

async function databaseVersion({ db }: Pick<ConsoleContext, 'db'>): Promise<string> {
  const { rows } = await sql<{
    version: string
  }>`select current_setting('server_version') as version`.execute(db)
  return rows[0]!.version
}
