import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { CompiledQuery } from 'kysely'
import pg from 'pg'
import type { Db } from '../../apps/server/src/db/open-database.ts'
import { readEnv } from '../../apps/server/src/env/env.ts'
import { copyDatabase, startPostgres } from '../../apps/server/src/testing/databases/native-postgres.ts'
import { openWorld, root } from '../../apps/server/src/world.ts'
import type { Figure } from '../figure.ts'
import { type App, openApp } from '../in-process-app.ts'
import { newProgram } from '../program.ts'
import { median } from '../start.ts'
import { filledTables, fillLists, listedRows } from './console-rows.ts'
import { scrollingBudget } from './console-scrolling.ts'
import { consoleHost, signedInToProgram } from './console-staff.ts'

/* What staff wait for with 10,000 rows in every list: milliseconds, statements, and tables that are read whole. */

const budgetMs = 100
const calls = 15

/** `{member}` is one with all of the program's dines. */
const lists: Readonly<Record<string, string>> = {
  'dines of a member': '/api/Console/Members/{member}/Transactions',
  'a member': '/api/Console/Members/{member}',
  'open claims': '/api/Console/Claims?state=open',
  'answered claims': '/api/Console/Claims?state=answered',
  'requests that wait': '/api/Console/Approvals',
  'requests that were decided': '/api/Console/Approvals?state=decided',
  adjustments: '/api/Console/Adjustments',
  exceptions: '/api/Console/Finance/Exceptions',
  payouts: '/api/Console/Finance/Payouts',
  'payouts in error': '/api/Console/Finance/Payouts?status=error',
  accruals: '/api/Console/Finance/Accruals',
  restaurants: '/api/Console/Restaurants',
  'restaurants without a photo': '/api/Console/Restaurants?missing=photo',
  'restaurants of a city': '/api/Console/Restaurants?city=city%2077',
  'restaurants by words': '/api/Console/Restaurants?query=restaurant%20ab',
  'audit log': '/api/Console/Audit',
  'audit log of a person': '/api/Console/Audit?actor=staff3',
  'audit log of an action': '/api/Console/Audit?action=setting.set',
  'parked events': '/api/Console/System/Inbox',
  'kinds of parked events': '/api/Console/System/Inbox/Kinds',
  'mails given up': '/api/Console/System/Messages?kind=mail&state=failed',
  'mails that wait': '/api/Console/System/Messages?kind=mail&state=waiting',
  'counts of messages': '/api/Console/System/Messages/Counts',
  'exchange files': '/api/Console/System/Files',
  'what waits': '/api/Console/Overview',
}

export async function consoleListBudgets(): Promise<Figure[]> {
  watchStatements()
  const folder = mkdtempSync(join(tmpdir(), 'dw-lists-'))
  const postgres = await startPostgres()
  const DATABASE_URL = await copyDatabase(postgres.url, 'lists')
  const world = await openWorld(readEnv({ DATA_DIR: folder, DATABASE_URL }), { mayTakeLong: true })
  const app = await openApp(world, folder, {
    console: { hosts: [consoleHost], needsSecondFactor: false },
    consoleSite: { dir: join(root, 'apps/console/dist') },
  })
  try {
    const { database } = world
    const of = async (slug: string) => ({
      slug,
      program: await newProgram(database, { slug }, { members: 1, merchants: 1 }),
    })
    const [listed, other] = [await of('harbor'), await of('skyward')]
    await fillLists(database.db, { listed, other })
    addFiles(folder)
    const token = await signedInToProgram(world, listed.slug)
    const member = listed.program.members[0]!.memberId
    const figures: Figure[] = []
    for (const [what, path] of Object.entries(lists))
      figures.push(
        await measure(what, { app, db: database.db, token, path: path.replace('{member}', member) }),
      )
    return [...figures, await scrollingBudget(app, token)]
  } finally {
    await app.close()
    await world.database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

function addFiles(dataDir: string): void {
  const done = join(dataDir, 'exchange/harbor/done')
  mkdirSync(done, { recursive: true })
  for (let n = 1; n <= listedRows; n++) writeFileSync(join(done, `accruals-${n}.csv`), '')
}

interface ListCall {
  readonly app: App
  readonly db: Db
  readonly token: string
  readonly path: string
}

async function measure(what: string, { app, db, token, path }: ListCall): Promise<Figure> {
  const call = async () => {
    const answer = await app.inject({
      url: path,
      headers: { host: consoleHost, cookie: `dw_console=${token}` },
    })
    if (answer.statusCode !== 200) throw new Error(`${path} answered ${answer.statusCode}: ${answer.body}`)
  }
  const statements = await recorded(call)
  const times: number[] = []
  for (let n = 0; n < calls; n++) {
    const startedAt = performance.now()
    await call()
    times.push(performance.now() - startedAt)
  }
  const ms = median(times)
  const whole = await readWhole(db, statements)
  const reads = whole.length === 0 ? 'by indexes' : `reads all of ${whole.join(', ')}`
  return {
    budget: 'console',
    what: `${what}, with ${listedRows.toLocaleString('en-US')} rows: at most ${budgetMs} ms, the median of ${calls}`,
    measured: `${ms.toFixed(1)} ms, ${statements.length} statements, ${reads}`,
    isMet: ms <= budgetMs,
  }
}

interface Statement {
  readonly text: string
  readonly values: readonly unknown[]
}

let recording: Statement[] | null = null

/** Call it before the pool opens, whose connections keep what they call. */
function watchStatements(): void {
  const query = pg.Client.prototype.query as (...args: unknown[]) => unknown
  pg.Client.prototype.query = function (this: pg.Client, ...args: unknown[]) {
    const [first, second] = args
    const { text, values } =
      typeof first === 'string' ? { text: first, values: second } : (first as Statement)
    recording?.push({ text, values: Array.isArray(values) ? values : [] })
    return query.apply(this, args)
  } as typeof pg.Client.prototype.query
}

async function recorded(work: () => Promise<void>): Promise<Statement[]> {
  recording = []
  await work()
  const statements = recording
  recording = null
  return statements.filter(({ text }) => /^\s*(select|with)/i.test(text))
}

interface Plan {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Plan[]
}

/** @returns those of the tables with many rows that PostgreSQL reads from end to end. */
async function readWhole(db: Db, statements: readonly Statement[]): Promise<string[]> {
  const found = new Set<string>()
  const visit = (plan: Plan) => {
    const table = plan['Relation Name']
    if (plan['Node Type'] === 'Seq Scan' && filledTables.some(one => one === table)) found.add(table!)
    for (const part of plan.Plans ?? []) visit(part)
  }
  for (const { text, values } of statements) {
    const { rows } = await db.executeQuery<Record<string, { Plan: Plan }[]>>(
      CompiledQuery.raw(`explain (format json) ${text}`, [...values]),
    )
    for (const [{ Plan: plan }] of rows.flatMap(row => Object.values(row)) as [[{ Plan: Plan }]]) visit(plan)
  }
  return [...found].toSorted()
}
