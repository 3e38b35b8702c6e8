import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createClock } from '../clock.ts'
import { lockOwner } from '../db/embedded/data-lock.ts'
import { type Database, type Db, openDatabase } from '../db/open-database.ts'
import { type Env, readEnv, socketDir } from '../env/env.ts'
import { secretsByVariable } from '../env/env-secrets.ts'
import type { Source } from '../env/env-values.ts'
import { loadPartners } from '../features/partner/load-partners.service.ts'
import { lookAgain, nothingSeen } from '../features/partner/partner-overrides.service.ts'
import type { PartnerRegistry } from '../features/partner/partner-registry.service.ts'
import { setOutgoingHosts } from '../gateways/outgoing-calls.ts'
import { databaseOptions, requireKnownPartners, requireRecaptchaSecrets, shippedRegistry } from '../world.ts'
import { type CheckedDatabase, checkDatabase, checkOthers, databaseDown } from './database-checks.ts'
import { type Finding, ok, problem, reasonOf } from './finding.ts'
import { checkBuild, checkRestore, checkSecrets } from './place-checks.ts'
import { checkSurroundings } from './surroundings.ts'
import { checkBackups, checkJobs, checkMonths, checkQueues } from './work-checks.ts'

export interface DoctorOptions {
  readonly root: string
  /** It is in milliseconds since 1970, by this machine. */
  readonly systemTime?: () => number
  readonly timeoutMs?: number
}

/** Everything that an operator may have to repair. It changes nothing, and works whatever is broken. */
export async function examine(source: Source, options: DoctorOptions): Promise<Finding[]> {
  const { root, systemTime = Date.now, timeoutMs = 3_000 } = options
  const given = readGiven(source)
  if ('findings' in given) return given.findings
  const { env } = given
  const { partners, findings } = await readPartners(env, root)
  const data = await examineData(env, { systemTime, partners })
  return [
    ...findings,
    await checkBuild(root),
    checkRestore(env),
    ...(await checkSecrets(env)),
    ...data,
    ...(await checkSurroundings(env, { partners: partners?.all() ?? [], systemTime, timeoutMs })),
  ]
}

function readGiven(source: Source): { env: Env } | { findings: Finding[] } {
  try {
    const env = readEnv(source)
    setOutgoingHosts(env.outgoingHosts)
    return { env }
  } catch (error) {
    // It is a sentence of ours already.
    const { message } = error as Error
    const [, ...problems] = message.split('\n')
    const sentences = problems.length > 0 ? problems.map(line => line.trim()) : [message]
    return { findings: sentences.map(says => problem('configuration', says)) }
  }
}

async function readPartners(
  env: Env,
  root: string,
): Promise<{ partners: PartnerRegistry | null; findings: Finding[] }> {
  try {
    const partners = shippedRegistry(env, await loadPartners(join(root, 'partners')))
    requireRecaptchaSecrets(env, partners.all())
    return { partners, findings: [ok('configuration', `${env.appEnv}, ${partners.all().length} partners`)] }
  } catch (error) {
    return { partners: null, findings: linesOf(error).map(says => problem('configuration', says)) }
  }
}

const linesOf = (error: unknown): string[] => reasonOf(error).split('\n')

interface Examined {
  readonly systemTime: () => number
  /** Those in the database are added. Null: the folders cannot be read. */
  readonly partners: PartnerRegistry | null
}

async function examineData(env: Env, examined: Examined): Promise<Finding[]> {
  if (!env.databaseUrl && !existsSync(join(env.dataDir, 'postgres')))
    return [ok('database', `none yet: the first start makes one in ${env.dataDir}`)]
  let database: Database
  try {
    database = await openExisting(env)
  } catch (error) {
    return [databaseDown(error)]
  }
  try {
    return await examineRows(database.db, env, examined)
  } finally {
    await database.close().catch(() => {})
  }
}

/** The embedded one of a running server over that server's socket. */
function openExisting(env: Env): Promise<Database> {
  const options = databaseOptions(env)
  if (env.databaseUrl || lockOwner(env.dataDir) === null) return openDatabase(options)
  const socket = encodeURIComponent(socketDir(env.dataDir))
  return openDatabase({ ...options, databaseUrl: `postgres://postgres@localhost/postgres?host=${socket}` })
}

async function examineRows(db: Db, env: Env, { systemTime, partners }: Examined): Promise<Finding[]> {
  const embedded = !env.databaseUrl
  let checked: CheckedDatabase
  try {
    checked = await checkDatabase(db, { embedded, production: env.production })
  } catch (error) {
    return [databaseDown(error)]
  }
  const { findings, isUsable } = checked
  if (!isUsable) return findings
  const now = env.demoNow ? createClock(env.demoNow).now() : new Date(systemTime())
  const checks = [
    () => checkOthers(db, { embedded, secrets: secretsByVariable(env.role, env.secrets), systemTime }),
    () => (partners ? checkStoredPartners(db, env, partners) : []),
    () => checkQueues(db, now),
    () => checkJobs(db, now),
    async () => [await checkMonths(db, now)],
    async () => [await checkBackups(db, env, now)],
  ]
  for (const check of checks)
    try {
      findings.push(...(await check()))
    } catch (error) {
      findings.push(
        problem(
          'database',
          `Its tables cannot be read (${reasonOf(error)}). Start the product once: it migrates the database.`,
        ),
      )
    }
  return findings
}

/** Programs made in the console, and what is changed of the others: read as a start reads them. */
async function checkStoredPartners(db: Db, env: Env, partners: PartnerRegistry): Promise<Finding[]> {
  const shipped = partners.all().length
  const refused: string[] = []
  const log = { error: (says: string) => void refused.push(says), info() {}, debug() {} }
  await lookAgain({ db, partners, log: log as Parameters<typeof lookAgain>[0]['log'] }, nothingSeen())
  const unmet: Finding[] = []
  for (const required of [requireRecaptchaSecrets, requireKnownPartners])
    try {
      required(env, partners.all())
    } catch (error) {
      unmet.push(...linesOf(error).map(says => problem('configuration', says)))
    }
  const added = partners.all().length - shipped
  const active = ok('programs', `${added} made in the console, and every changed setting is in force`)
  const change = 'Change it in the console, or with npm run settings.'
  const stored = refused.map(says => problem('programs', `${says.replace(/\.$/, '')}. ${change}`))
  return [...(stored.length > 0 ? stored : [active]), ...unmet]
}
