import { AsyncLocalStorage } from 'node:async_hooks'
import { appendFileSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { FastifyInstance, InjectOptions } from 'fastify'
import { sql } from 'kysely'
import pg from 'pg'
import type { Database, Db } from '../../db/open-database.ts'
import { brokenCitusRules, type Placement, type Refusal } from '../access/citus-rules.ts'
import { bindingsOf } from '../access/partner-bindings.ts'
import { openOwner } from './owner-database.ts'

/**
 * Tables with a `partner_id` that are not a partner's: restaurants have one book of tables whatever the partner, and
 * staff run several programs.
 */
export const networkTables: readonly string[] = ['table_alerts', 'table_holds', 'table_slots', 'staff_roles']

/** On several machines each has a copy: they are read with the rows of every program, and written by staff only. */
export const copiedTables: readonly string[] = [
  'api_event_epoch',
  'merchants',
  'merchant_participations',
  'coming_terms',
  'former_participations',
]

interface Noted {
  /** It is the path of a member or visitor, who has one partner; null for jobs, commands, card networks and staff. */
  path: string | null
}

/** A key of the partner API says whose call it is. */
const findsPartner = /^select \* from "api_keys" where "id" = \$1$/

/** Statements of the product since they were last judged. */
const noted = new Map<string, Noted>()
interface Verdict {
  /** Tables that it reads without the partner. */
  readonly unbound: readonly string[]
  readonly refused: readonly Refusal[]
}
const verdicts = new Map<string, Verdict>()

interface Injected {
  readonly url: string
  /** It brings neither a session nor a key. */
  readonly isStranger: boolean
}

const requests = new AsyncLocalStorage<Injected>()
/** Tables that requests of strangers have inserted into since they were last judged, each with the first such path. */
const strangersTables = new Map<string, string>()
/** Sessions of members, staff and the console, and keys of the partner API. */
const accountKeys = /\bdw_(?:session|console|staff|emulation)=|\bBearer\b/
/** Card networks do not know partners; health is of all of them, and staff may work for several. */
const unscopedPaths = /^\/(hooks|metrics|readyz|api\/Console)\b/
let watched: Database | null = null

/** Notes what the product does in the database: in the requests that tests inject, and in what they call. */
export function watchStatements(app: FastifyInstance, database: Database): void {
  const inject = app.inject.bind(app)
  app.inject = ((options: InjectOptions | string) => {
    const { url, headers = {} } = typeof options === 'string' ? { url: options } : options
    const ofAccount = `${headers.cookie ?? ''} ${headers.authorization ?? ''}`
    // It begins when it is awaited.
    return requests.run(
      { url: String(url), isStranger: !accountKeys.test(ofAccount) },
      async () => await inject(options),
    )
  }) as typeof app.inject
  if (!watched) watchQueries()
  watched = database
}

/** Work that a process does beside its requests, though a request of the test waits for it. */
export const besideRequests = <Result>(work: () => Result): Result => requests.exit(work)

function watchQueries(): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first] = args
    note(typeof first === 'string' ? first : ((first as { text?: string }).text ?? ''))
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
}

const insertedTable = /\binsert into (?:"?\w+"?\.)?"?(\w+)"?/gi

function note(text: string): void {
  const { url = '', isStranger = false } = requests.getStore() ?? {}
  const [path = ''] = url.split('?')
  // Who signs what they send is no stranger.
  if (isStranger && !path.startsWith('/hooks'))
    for (const [, table] of text.matchAll(insertedTable))
      if (!strangersTables.has(table!)) strangersTables.set(table!, path)
  const verdict = verdicts.get(text)
  if (verdict?.unbound.length === 0 && verdict.refused.length === 0) return
  if (noted.get(text)?.path) return
  if (!/^\s*(select|with|insert|update|delete)\b/i.test(text) || findsPartner.test(text)) return
  if (path !== '' && !unscopedPaths.test(path)) noted.set(text, { path })
  else if (!noted.has(text) && isOfProduct()) noted.set(text, { path: null })
}

/** @returns whether a file of the product asked, and not a test. */
function isOfProduct(): boolean {
  const { prepareStackTrace, stackTraceLimit } = Error
  Error.stackTraceLimit = 100
  Error.prepareStackTrace = (_error, sites) => sites.map(site => site.getFileName() ?? '')
  const { stack } = new Error() as unknown as { stack: readonly string[] }
  Object.assign(Error, { prepareStackTrace, stackTraceLimit })
  const asking = stack.find(file => /\/apps\/server\/src\/(?!db\/|testing\/databases\/)/.test(file))
  return asking !== undefined && !/\.test\.ts|\/testing\/|-for-test\.ts/.test(asking)
}

/** Judges what was noted. @returns statements that docs/scale.md has to name, and those that must name their partner. */
export async function statementsAcrossPartners(): Promise<string[]> {
  if (!watched) return []
  // Restores are noted as well, which only the owner may do.
  const owner = await openOwner(watched.db)
  try {
    return await judgeNoted(owner)
  } finally {
    await owner.close()
  }
}

async function judgeNoted(owner: Database): Promise<string[]> {
  const judge = await judgeOf(owner)
  const listed = listedTables()
  const found: string[] = []
  for (const [text, { path }] of noted) {
    const verdict = verdicts.get(text) ?? (await judge(text))
    verdicts.set(text, verdict)
    const { unbound, refused } = verdict
    const statement = text.replace(/\s+/g, ' ')
    const line = `${path ?? 'not a member'}: ${unbound.join(', ')} in ${statement}`
    if (unbound.length > 0 && process.env.ACROSS_PARTNERS)
      appendFileSync(process.env.ACROSS_PARTNERS, `${line}\n`)
    if (unbound.length > 0 && (path !== null || !isListed(unbound, listed))) found.push(line)
    for (const { rule, tables } of refused)
      found.push(`Citus refuses ${rule} of ${tables.join(', ')} in ${statement}`)
  }
  noted.clear()
  return found
}

async function judgeOf(owner: Database): Promise<(text: string) => Promise<Verdict>> {
  const { rows } = await sql<{ name: string; volatility: 's' | 'v' }>`
    select proname as name, max(provolatile::text) as volatility from pg_proc
    where pronamespace in ('pg_catalog'::regnamespace, 'public'::regnamespace) and provolatile <> 'i'
    group by 1`.execute(owner.db)
  const volatilities = new Map(rows.map(({ name, volatility }) => [name, volatility]))
  // `at time zone` is stable for times without a date only, which no table has.
  volatilities.delete('timezone')
  const tables = await partnerTablesOf(owner.db)
  const ofPartners = new Set(tables)
  const placement: Placement = {
    distributed: new Set(tables.filter(name => !copiedTables.includes(name))),
    copied: new Set(copiedTables),
  }
  return async text => {
    const { unbound } = await bindingsOf(owner, text, ofPartners)
    const { reach } = await bindingsOf(owner, text, placement.distributed)
    return { unbound, refused: brokenCitusRules(text, { placement, volatilities, reach }) }
  }
}

/** Whether docs/scale.md lists statements that read exactly these tables, or a part of a row "any of". */
function isListed(unbound: readonly string[], listed: readonly ListedTables[]): boolean {
  return listed.some(
    ({ tables, isPartEnough }) =>
      (isPartEnough || tables.length === unbound.length) && unbound.every(name => tables.includes(name)),
  )
}

/** @returns what docs/scale.md has to name: tables whose rows come from requests without an account. */
export function unlistedTablesOfStrangers(listed: readonly string[] = tablesOfStrangers()): string[] {
  const found = [...strangersTables].map(([table, path]) => `${table}: ${path}`)
  const unlisted = [...strangersTables].flatMap(([table, path]) =>
    listed.includes(table) ? [] : `"What a stranger can cause" does not name ${table}, of ${path}`,
  )
  if (process.env.STRANGERS && found.length > 0)
    appendFileSync(process.env.STRANGERS, `${found.join('\n')}\n`)
  strangersTables.clear()
  return unlisted
}

/** It reads the first column of that list. */
export const tablesOfStrangers = (): string[] =>
  [...sectionOfScale('What a stranger can cause').matchAll(/^\|([^|]+)\|/gm)].flatMap(([, names]) =>
    [...names!.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
  )

function sectionOfScale(heading: string): string {
  const text = readFileSync(join(import.meta.dirname, '../../../../../docs/scale.md'), 'utf8')
  return text.split(`## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
}

export interface ListedTables {
  readonly tables: readonly string[]
  readonly isPartEnough: boolean
}

/**
 * It reads the second column of the list in docs/scale.md: tables of a statement; those of another one follow a
 * semicolon.
 */
export function listedTables(): ListedTables[] {
  return [...sectionOfScale('Statements that name no partner').matchAll(/^\|[^|]+\|([^|]+)\|/gm)]
    .flatMap(([, names]) => names!.split(';'))
    .map(names => ({
      tables: [...names.matchAll(/`(\w+)`/g)].map(([, name]) => name!),
      isPartEnough: names.includes('any of'),
    }))
    .filter(({ tables }) => tables.length > 0)
}

/** Tables whose rows belong to a partner each. */
export async function partnerTablesOf(db: Db): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'partner_id' and is_nullable = 'NO'
    order by 1`.execute(db)
  return rows.map(({ name }) => name).filter(name => !networkTables.includes(name))
}
