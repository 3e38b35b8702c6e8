import { setTimeout as sleep } from 'node:timers/promises'
import { type RawBuilder, sql } from 'kysely'
import { reasonOf, unreachable } from '../db/connection-error.ts'
import { askHost, hostsOf } from '../db/database-hosts.ts'
import { runtimeRoleProblem } from '../db/database-roles.ts'
import { newerMigrations } from '../db/migrate.ts'
import { readMigrationFiles } from '../db/migration-files.ts'
import type { Db } from '../db/open-database.ts'
import { poolerProblem } from '../db/pooler.ts'
import { notFollowed, type ReadReplica, tooFarBehind } from '../db/read-replica.ts'
import { recordedMigrations } from '../db/recorded-migrations.ts'
import { missingRights, readOnlyAdvice, type WriteAccess, writeAccessQuery } from '../db/write-access.ts'
import type { SecretValues } from '../features/servers/server-agreement.rules.ts'
import { disagreements } from '../features/servers/servers.service.ts'
import { type Finding, ok, problem } from './finding.ts'

/** What one process takes. */
const poolSize = 10
/** Behind a pooler one process takes one for notifications, and two for what takes long. */
const directConnections = 3
const clockToleranceMs = 30_000
const oldestServer = 150_000

export interface DatabaseCheckOptions {
  readonly embedded: boolean
  readonly secrets: SecretValues
  readonly systemTime: () => number
}

export interface CheckedDatabase {
  readonly findings: Finding[]
  /** A first start has migrated it, this build knows its schema, and this user may write to its tables. */
  readonly isUsable: boolean
}

export async function checkDatabase(
  db: Db,
  options: Pick<DatabaseCheckOptions, 'embedded'> & {
    readonly production: boolean
    readonly isPooled: boolean
  },
): Promise<CheckedDatabase> {
  const { rows } = await sql<{ version: string; number: number; hasTables: boolean }>`
    select current_setting('server_version') as version, current_setting('server_version_num')::int as number,
      to_regclass('kysely_migration') is not null as "hasTables"`.execute(db)
  const { version, number, hasTables } = rows[0]!
  const access = await readWriteAccess(db)
  const rights = missingRights(access)
  const migrations = rights ? problem('database', rights) : await checkMigrations(db)
  const findings = [
    number < oldestServer
      ? problem('database', `PostgreSQL ${version} is too old. Upgrade it to 18.`)
      : ok('database', `PostgreSQL ${version}${options.embedded ? ', embedded' : ''}`),
    ...(access.isReadOnly ? [problem('database', readOnlyAdvice)] : []),
    migrations,
  ]
  if (!options.embedded)
    findings.push(
      await checkRole(db, { user: access.user, production: options.production }),
      await checkEncryption(db),
      await checkConnections(db, options.isPooled ? directConnections : poolSize),
      ...(await checkStandby(db)),
    )
  return { findings, isUsable: hasTables && migrations.ok }
}

/** The hosts that an address lists, and what stands between. It needs no open database. */
export async function checkAddresses({
  databaseUrl,
  databaseDirectUrl,
  systemTime,
}: {
  readonly databaseUrl: string
  readonly databaseDirectUrl: string | null
  readonly systemTime: () => number
}): Promise<Finding[]> {
  const findings: Finding[] = []
  for (const [variable, address] of Object.entries({
    DATABASE_URL: databaseUrl,
    DATABASE_DIRECT_URL: databaseDirectUrl,
  }))
    if (address && hostsOf(address).length > 1)
      findings.push(...(await checkHosts(variable, hostsOf(address), systemTime)))
  try {
    const found = await poolerProblem({ databaseUrl, databaseDirectUrl })
    if (found) findings.push(problem('pooler', found))
    else if (databaseDirectUrl)
      findings.push(ok('pooler', 'it takes transactions, ends what hangs, and leads to the database itself'))
  } catch (error) {
    findings.push(databaseDown(error))
  }
  return findings
}

async function checkHosts(
  variable: string,
  addresses: readonly string[],
  systemTime: () => number,
): Promise<Finding[]> {
  const hosts = await Promise.all(addresses.map(askHost))
  const now = systemTime()
  const wrong = hosts.flatMap(({ name, clock, error }) => {
    if (error)
      return [
        `The host ${name} in ${variable} does not answer (${reasonOf(error)}), and cannot take over: start it, or look at its name.`,
      ]
    const secondsOff = Math.round(Math.abs(clock! - now) / 1_000)
    return secondsOff * 1_000 > clockToleranceMs
      ? [
          `The clock of the host ${name} in ${variable} is ${secondsOff} s off, which would be the time of all rows once it takes over: synchronize it (chrony).`,
        ]
      : []
  })
  const list = hosts.map(
    ({ name, takesWrites }) => `${name} ${takesWrites ? 'takes writes' : 'is a standby'}`,
  )
  return wrong.length > 0 ? wrong.map(says => problem('hosts', says)) : [ok('hosts', list.join(', '))]
}

async function readWriteAccess(db: Db): Promise<WriteAccess> {
  const query = sql.raw(writeAccessQuery) as RawBuilder<WriteAccess>
  return (await query.execute(db)).rows[0]!
}

export function databaseDown(error: unknown): Finding {
  return problem('database', unreachable(error, 'database', 'DATABASE_URL'))
}

async function checkMigrations(db: Db): Promise<Finding> {
  try {
    const files = await readMigrationFiles()
    const newer = await newerMigrations(db, files)
    if (newer.length > 0)
      return ok('migrations', `of a newer build that this one can work with: ${newer.join(', ')}`)
    const recorded = await recordedMigrations(db)
    const waiting = [...files.keys()].filter(name => !recorded.includes(name)).length
    return ok('migrations', waiting === 0 ? 'all applied' : `${waiting} are applied at the next start`)
  } catch (error) {
    return problem('migrations', reasonOf(error))
  }
}

async function checkRole(
  db: Db,
  { user, production }: { readonly user: string; readonly production: boolean },
): Promise<Finding> {
  const found = await runtimeRoleProblem(db, user)
  if (!found) return ok('roles', `"${user}" owns nothing, and cannot change what is append-only`)
  return production ? problem('roles', found) : ok('roles', found)
}

/** DATABASE_TLS has decided: whoever set it reads what that means. */
async function checkEncryption(db: Db): Promise<Finding> {
  const { rows } = await sql<{ version: string | null; from: string | null }>`
    select case when ssl then version end as version, host(client_addr) as "from"
    from pg_stat_activity left join pg_stat_ssl using (pid) where pid = pg_backend_pid()`.execute(db)
  const { version, from } = rows[0]!
  if (version) return ok('encryption', `connections to the database are encrypted (${version})`)
  return ok('encryption', `connections to the database are not encrypted (${from ?? 'a socket'})`)
}

/** Of the server, of this database and of this user, whichever is the least. */
async function checkConnections(db: Db, needed: number): Promise<Finding> {
  const { rows } = await sql<{ left: number; limit: number }>`
    with used as (
      select count(*) as everywhere, count(*) filter (where datname = current_database()) as here,
        count(*) filter (where usename = current_user) as mine
      from pg_stat_activity where datname is not null
    ), limits as (
      select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int as everywhere,
        (select datconnlimit from pg_database where datname = current_database()) as here,
        (select rolconnlimit from pg_roles where rolname = current_user) as mine
    )
    select least(limits.everywhere - used.everywhere,
        case when limits.here >= 0 then limits.here - used.here end,
        case when limits.mine >= 0 then limits.mine - used.mine end)::int as "left",
      least(limits.everywhere, nullif(limits.here, -1), nullif(limits.mine, -1)) as "limit"
    from used, limits`.execute(db)
  const { left, limit } = rows[0]!
  return left < needed
    ? problem(
        'connections',
        `Only ${Math.max(0, left)} of ${limit} connections are left, and a process takes up to ${needed}. Raise max_connections (or the limit of the database or user), or put a pooler in front.`,
      )
    : ok('connections', `${left} of ${limit} are left`)
}

/** A user sees what its own connections wait for; a commit waits for a moment only. */
async function checkStandby(db: Db): Promise<Finding[]> {
  const { rows } = await sql<{ names: string; waiting: number }>`
    select current_setting('synchronous_standby_names') as names, (
      select count(*)::int from pg_stat_activity
      where wait_event = 'SyncRep' and query_start < clock_timestamp() - interval '3 seconds'
    ) as waiting`.execute(db)
  const { names, waiting } = rows[0]!
  if (names === '') return []
  return waiting === 0
    ? [ok('standby', `commits wait for a synchronous standby (${names}), and it answers`)]
    : [
        problem(
          'standby',
          `${waiting} commits wait for a synchronous standby (synchronous_standby_names = ${names}), and writes are answered 503: look whether it runs, whether its disk is full, and at the network between. Nothing is lost meanwhile.`,
        ),
      ]
}

const catchUpMs = 3_000
/** One that follows is seen to do so when a process has reported. */
const followMs = 15_000

/** Null: there is none. */
export async function checkReplica(replica: ReadReplica | null, maxLagMs: number): Promise<Finding[]> {
  if (!replica) return []
  const name = 'read replica'
  try {
    await replica.start()
    const startedAt = performance.now()
    const isUnknown = () => !replica.state().isUsed && replica.state().problem === null
    while (isUnknown() && performance.now() < startedAt + catchUpMs) await sleep(100)
    while (replica.state().problem === notFollowed && performance.now() < startedAt + followMs)
      await sleep(100)
    const found = replica.state().problem
    if (found) return [problem(name, found)]
    if (!isUnknown()) return [ok(name, 'follows the primary')]
    const seconds = await replica.secondsSinceReplayed()
    if (seconds !== null && seconds * 1_000 <= maxLagMs)
      return [ok(name, `follows the primary, ${seconds} seconds behind`)]
    const behind = seconds === null ? '' : `About ${seconds} seconds. `
    return [problem(name, `${behind}${tooFarBehind}`)]
  } finally {
    await replica.close().catch(() => {})
  }
}

/** Clocks, and secrets of processes that run. */
export async function checkOthers(
  db: Db,
  { embedded, secrets, systemTime }: DatabaseCheckOptions,
): Promise<Finding[]> {
  if (embedded) return []
  const sentences = await disagreements(db, secrets, systemTime)
  return sentences.length > 0
    ? sentences.map(says => problem('agreement', says))
    : [ok('agreement', 'clocks and secrets are those of the database and of the running processes')]
}
