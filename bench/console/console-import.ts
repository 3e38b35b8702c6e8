import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Db } from '../../apps/server/src/db/open-database.ts'
import { readEnv } from '../../apps/server/src/env/env.ts'
import { runImports } from '../../apps/server/src/features/merchant-import/run-imports.service.ts'
import { copyDatabase, startPostgres } from '../../apps/server/src/testing/databases/native-postgres.ts'
import { openWorld, type World } from '../../apps/server/src/world.ts'
import type { Figure } from '../figure.ts'
import { type App, openApp } from '../in-process-app.ts'
import { consoleHost, signedInToProgram } from './console-staff.ts'

/*
 * A file of 100,000 restaurants with mistakes of every kind is uploaded, read, approved by a second person, stopped
 * half-way, gone on with and reported.
 */

const rows = 100_000
const leastRowsPerSecond = 500
/** Reading the counts of 100,000 rows takes a share of what is measured. */
const lookEveryMs = 1_000
/** One line of the report counts the others. */
const listedRefusals = 1_000

const header =
  'id,name,street,city,state,zipCode,latitude,longitude,timezone,cuisines,hours,mid,benefitDays,website,leftOn'

/** Every tenth row, in turns: what it says instead, and the rest of the row stays. */
const mistakes: readonly ((fields: string[], n: number) => void)[] = [
  fields => fields.splice(0, 1, ''),
  fields => fields.splice(0, 1, 'two words'),
  fields => fields.splice(1, 1, ''),
  fields => fields.splice(4, 1, 'New York'),
  fields => fields.splice(5, 1, '123'),
  fields => fields.splice(6, 1, '91.5'),
  fields => fields.splice(7, 1, 'west'),
  fields => fields.splice(8, 1, 'America/Nowhere'),
  fields => fields.splice(10, 1, 'Mon 25:00-26:00'),
  fields => fields.splice(12, 1, 'Someday'),
  fields => fields.splice(13, 1, 'javascript:alert(1)'),
  fields => fields.splice(14, 1, '2026-02-30'),
  fields => void fields.pop(),
  // The id, and then the MID, is that of the row before.
  (fields, n) => fields.splice(0, 1, `r${n - 1}`),
  (fields, n) => fields.splice(11, 1, `mid${n - 1}`),
  // A quotation mark that is not closed, and one within a field.
  fields => fields.splice(1, 1, '"Casa'),
  fields => fields.splice(1, 1, '12" Casa'),
  // Formulas are text, and are quoted in the report.
  fields => fields.splice(1, 1, '"=HYPERLINK(""http://evil.example"",""Casa"")"'),
]

function fileOf(count: number): Buffer {
  const lines = Array.from({ length: count }, (_, n) => {
    const fields = [
      `r${n}`,
      `Casa ${n}`,
      `${n} Bleecker St`,
      'New York',
      'NY',
      '10012',
      (40.5 + (n % 1000) / 2000).toFixed(4),
      (-74.2 + (n % 777) / 2000).toFixed(4),
      'America/New_York',
      'Pizza|Italian',
      'Mon-Thu 17:00-22:00|Sat 11:00-23:00',
      `mid${n}`,
      'Mon|Tue',
      '',
      '',
    ]
    if (n % 10 === 9) mistakes[Math.floor(n / 10) % mistakes.length]!(fields, n)
    return fields.join(',')
  })
  return Buffer.from(`${[header, ...lines].join('\n')}\n`)
}

export async function consoleImportBudgets(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-console-import-'))
  const postgres = await startPostgres()
  const DATABASE_URL = await copyDatabase(postgres.url, 'imports')
  const world = await openWorld(readEnv({ DATA_DIR: folder, DATABASE_URL }), { mayTakeLong: true })
  const app = await openApp(world, folder, { console: { hosts: [consoleHost], needsSecondFactor: false } })
  try {
    return await importAll(
      world,
      await callerOf(app, await signedInToProgram(world, 'harbor')),
      await callerOf(app, await signedInToProgram(world, 'harbor', 'second')),
    )
  } finally {
    await app.close()
    await world.database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

interface Run {
  readonly id: string
  readonly state: string
  readonly counts: Readonly<Record<'added' | 'updated' | 'unchanged' | 'refused' | 'applied', number>>
}
type Call = (method: 'GET' | 'POST', path: string, payload?: Buffer | string) => Promise<string>

async function callerOf(app: App, token: string): Promise<Call> {
  const headers = { host: consoleHost, cookie: `dw_console=${token}` }
  const csrf = await app.inject({ url: '/api/CSRF', headers })
  const cookies = csrf.cookies.map(({ name, value }) => `; ${name}=${value}`).join('')
  const sent = {
    host: consoleHost,
    cookie: headers.cookie + cookies,
    'x-xsrf-token': csrf.json().csrfToken as string,
  }
  return async (method, path, payload) => {
    const url = `/api/Console/${path}`
    const type = typeof payload === 'string' ? 'application/json' : 'text/csv'
    const answer = await app.inject({
      method,
      url,
      headers: payload ? { ...sent, 'content-type': type } : sent,
      ...(payload && { payload }),
    })
    if (answer.statusCode >= 300) throw new Error(`${url} answered ${answer.statusCode}: ${answer.body}`)
    return answer.body
  }
}

/** New restaurants bring terms, so that the import waits for a second person each time. */
async function applyApproved(call: Call, second: Call, id: string): Promise<void> {
  const { approvalId } = JSON.parse(await call('POST', `RestaurantImports/${id}/Apply`)) as {
    approvalId: string
  }
  const at = `Approvals/${approvalId}`
  const { approval } = JSON.parse(await second('GET', at)) as { approval: { digest: string } }
  await second('POST', `${at}/Approve`, JSON.stringify({ digest: approval.digest }))
}

async function importAll(
  { database: { db }, clock, partners }: World,
  call: Call,
  second: Call,
): Promise<Figure[]> {
  const services = { db, clock, partners, actor: { kind: 'system', name: 'imports' } as const }
  const work = () => runImports(services as unknown as Parameters<typeof runImports>[0])
  const runOf = (body: string) => (JSON.parse(body) as { run: Run }).run
  const { id } = runOf(
    await call('POST', 'RestaurantImports?partner=harbor&fileName=restaurants.csv', fileOf(rows)),
  )
  const show = async () => runOf(await call('GET', `RestaurantImports/${id}`))
  const readMs = await timed(work)
  const read = await show()

  await applyApproved(call, second, id)
  let appliedMs = await timed(async () => {
    let isApplying = true
    const applying = work().finally(() => {
      isApplying = false
    })
    while (isApplying && (await show()).counts.applied < read.counts.added / 2) await sleep(lookEveryMs)
    if (isApplying) await call('POST', `RestaurantImports/${id}/Stop`)
    await applying
  })
  const stopped = await show()
  await applyApproved(call, second, id)
  appliedMs += await timed(work)
  const done = await show()
  const report = await call('GET', `RestaurantImports/${id}/Report`)
  const lines = report.trimEnd().split('\r\n').length - 1
  const formulas = report.split('\r\n').filter(line => /(^|,)"?[=+@-]/.test(line)).length
  const perSecond = (ms: number) => Math.round(rows / (ms / 1_000))
  const { added, refused, applied } = done.counts
  return [
    {
      budget: 'console',
      what: `${rows.toLocaleString('en-US')} restaurants with mistakes read: at least ${leastRowsPerSecond} rows/s, each row in the report or counted there`,
      measured: `${(readMs / 1_000).toFixed(1)} s, ${perSecond(readMs)} rows/s, ${added} new, ${refused} refused`,
      isMet:
        perSecond(readMs) >= leastRowsPerSecond &&
        added + refused === rows &&
        lines === added + listedRefusals + 1 &&
        formulas === 0,
    },
    {
      budget: 'console',
      what: `applied, stopped half-way and gone on with: at least ${leastRowsPerSecond} rows/s, none lost or twice`,
      measured: `${(appliedMs / 1_000).toFixed(1)} s, ${perSecond(appliedMs)} rows/s, stopped at ${stopped.counts.applied} of ${applied}`,
      isMet:
        perSecond(appliedMs) >= leastRowsPerSecond &&
        stopped.state === 'stopped' &&
        stopped.counts.applied < applied &&
        done.state === 'applied' &&
        applied === added &&
        (await countOf(db)) === added,
    },
  ]
}

async function countOf(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('merchants')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(count)
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const startedAt = performance.now()
  await work()
  return performance.now() - startedAt
}
