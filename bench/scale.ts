import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { monthAfter } from '@dineward/core/reports/reports.rules.ts'
import { days } from '@dineward/core/shared/clock.ts'
import { sql } from 'kysely'
import { writeBackup } from '../apps/server/src/backup/write-backup.ts'
import type { ConsoleContext, Context, MemberContext } from '../apps/server/src/context.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { makeMonths } from '../apps/server/src/db/months.ts'
import { type Database, openDatabase } from '../apps/server/src/db/open-database.ts'
import { creditBalance, listDinesAndCredits } from '../apps/server/src/features/activity/activity.service.ts'
import { dineSummary } from '../apps/server/src/features/activity/rewards-year.service.ts'
import { insertEvents } from '../apps/server/src/features/card-events/inbox.repository.ts'
import { processInbox } from '../apps/server/src/features/card-events/inbox.service.ts'
import { listPostings, readBridge } from '../apps/server/src/features/console-finance/drill-down.service.ts'
import { readInsight } from '../apps/server/src/features/console-insight/console-insight.service.ts'
import { eraseMember } from '../apps/server/src/features/leaving/erasure.service.ts'
import { postEntries, rewardEntries } from '../apps/server/src/features/ledger/ledger.service.ts'
import { findLedgerProblems } from '../apps/server/src/features/ledger/ledger-checks.read.ts'
import { addUpRewards } from '../apps/server/src/features/ledger/reward-totals.service.ts'
import { loadPartners } from '../apps/server/src/features/partner/load-partners.service.ts'
import { createPartnerRegistry } from '../apps/server/src/features/partner/partner-registry.service.ts'
import { runPayouts } from '../apps/server/src/features/payouts/payouts.service.ts'
import { closePeriod } from '../apps/server/src/features/reports/close-period.service.ts'
import { merchantStatements } from '../apps/server/src/features/reports/merchant-statement.service.ts'
import { partnerStatement } from '../apps/server/src/features/reports/partner-statement.service.ts'
import { sandboxPayoutProvider } from '../apps/server/src/gateways/payouts/sandbox-payout-provider.ts'
import { copyDatabase, startPostgres } from '../apps/server/src/testing/databases/native-postgres.ts'
import { Copier, copiedId, differences, type MemberRows, rowsOfMember } from './copied-rows.ts'
import { inboxRowOf, newProgram, type Program, reportOf } from './program.ts'
import { median } from './start.ts'

/*
 * `node bench/scale.ts [MEMBERS] [DINES]` has a hundredth, a tenth and all of the members, so many dines each, on one PostgreSQL, and
 * prints what each kind of work takes and how it grows (docs/scale.md). The engine takes the dines of a sample, through the inbox;
 * the others are copies of its rows. Two members of the sample do the same: what the engine wrote of one is compared with a copy
 * of the other, column by column. `LIMIT_MINUTES` leaves out what has not begun by then.
 */

const [members = 100_000, dinesEach = 10] = process.argv.slice(2).map(Number)
const limitMs = Number(process.env.LIMIT_MINUTES ?? 240) * 60_000
const beganAt = performance.now()
const restaurants = 200
/** The last one does what the first does. */
const sample = 25
/** The sample's dines are of the months before this one. */
const months = 20
const start = new Date(Date.UTC(new Date().getUTCFullYear(), new Date().getUTCMonth() - months, 1))
/** It writes little more than the rows, and nothing else meanwhile: nothing here outlives the run. */
const loading = [
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=4GB',
  'checkpoint_timeout=1h',
  'autovacuum=off',
]

const folder = mkdtempSync(join(tmpdir(), 'dw-scale-'))
const postgres = await startPostgres(loading)
const databaseUrl = await copyDatabase(postgres.url, 'scale')
const database = await openDatabase({ databaseUrl, dataDir: folder, socketDir: folder, mayTakeLong: true })
const { db, preparedDb } = database
let now = new Date()
const clock = { now: () => now }
const partners = createPartnerRegistry(
  await loadPartners(new URL('../partners/', import.meta.url).pathname),
  { defaultSlug: 'harbor', byHostNames: false },
)
const partner = partners.bySlug('harbor')!
/** Milliseconds of each kind of work, at each size. */
const figures = new Map<string, number[]>()
const sizes = [members / 100, members / 10, members].map(Math.round)
try {
  await migrate(db)
  await makeMonths(db, now, start)
  const program = await newProgram(database, partner, { members: sample, merchants: restaurants })
  const models = await playSample(program)
  const copier = new Copier(models)
  let before = models.length
  await copier.write(db, 1, before)
  await compareCopies(program, models)
  for (const size of sizes) {
    const startedAt = performance.now()
    if (size > before) await copier.write(db, before + 1, size)
    before = Math.max(before, size)
    await sql`vacuum (freeze, analyze)`.execute(db)
    console.log(
      `\n${size} members, ${size * dinesEach} dines, written in ${((performance.now() - startedAt) / 1_000).toFixed(1)} s, ${await gigabytes()} GB`,
    )
    await measure(database, program, { size, models })
  }
  printGrowth()
  await printTables()
} finally {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** Each dine is authorized, then cleared with the tip two days later, when the clock says so. */
async function playSample(program: Program): Promise<MemberRows[]> {
  const events = program.members.flatMap((member, at) =>
    Array.from({ length: dinesEach }, (_, n) => {
      const like = at === sample - 1 ? 0 : at
      const day = new Date(start.getTime() + days(3 + ((n * 61 + like * 7) % (months * 30 - 20))))
      const dine = {
        transactionId: crypto.randomUUID(),
        cents: 2_000 + ((n * 37 + like * 113) % 6_000),
        at: `${day.toISOString().slice(0, 10)}T19:${String(n % 60).padStart(2, '0')}:00`,
        member,
        merchant: program.merchants[(like * 31 + n * 13) % restaurants]!,
      }
      return [
        { at: new Date(day.getTime() + days(1)), report: reportOf(dine, 'auth', dine.cents) },
        {
          at: new Date(day.getTime() + days(2)),
          report: reportOf(dine, 'clearing', Math.round(dine.cents * 1.2)),
        },
      ]
    }).flat(),
  )
  const byTime = Map.groupBy(events, ({ at }) => at.getTime())
  for (const [at, received] of [...byTime].sort(([one], [other]) => one - other)) {
    now = new Date(at)
    await insertEvents(
      db,
      received.map(({ report }) => inboxRowOf(report, now)),
    )
    await processInbox({ db: preparedDb, clock, partners, log: console as never })
  }
  now = new Date()
  // Other systems are told for 30 days only; the copies would be of years.
  await sql`delete from api_events`.execute(db)
  const models: MemberRows[] = []
  for (const { memberId } of program.members.slice(0, -1))
    models.push(await rowsOfMember(db, memberId, shared(program)))
  return models
}

function shared({ merchants }: Program): ReadonlySet<string> {
  return new Set(merchants.map(({ id }) => id))
}

/** @throws when a copy is not what the engine writes. */
async function compareCopies(program: Program, models: readonly MemberRows[]): Promise<void> {
  const copied = await rowsOfMember(db, copiedId(models[0]!.memberId, models.length), shared(program))
  const played = await rowsOfMember(db, program.members.at(-1)!.memberId, shared(program))
  const different = differences(copied, played)
  for (const line of different.slice(0, 20)) console.log(line)
  if (different.length > 0)
    throw new Error(`${different.length} rows of a copy are not what the engine wrote`)
  const count = played.tables.reduce((sum, { rows }) => sum + rows.length, 0)
  console.log(`a copy equals what the engine wrote: ${count} rows of ${played.tables.length} tables`)
}

interface Size {
  readonly size: number
  readonly models: readonly MemberRows[]
}

async function measure(opened: Database, program: Program, { size, models }: Size): Promise<void> {
  const memberOf = (n: number) => {
    const copy = 1 + ((n * 7_919) % size)
    const model = models[copy % models.length]!
    const card = model.tables.find(({ name }) => name === 'linked_cards')!.rows[0]!.id!
    return { memberId: copiedId(model.memberId, copy), cardId: copiedId(card, copy) }
  }
  const base = {
    db,
    clock,
    partner,
    partners,
    locale: 'en-US',
    log: console,
    actor: { kind: 'system', name: 'bench' },
  }
  const ctx = {
    ...base,
    gateways: { payouts: sandboxPayoutProvider(join(folder, 'payouts'), clock) },
  } as unknown as Context
  await measureMembers(opened, { ctx, program, memberOf, size })
  await measureProgram(ctx)
  await once('erasing a member', () => eraseMember(ctx, memberOf(1).memberId))
  await once('closing a month', () =>
    closePeriod(ctx, { month: start.toISOString().slice(0, 7), note: null }),
  )
  await once('statement of a month, after a closed one', () =>
    partnerStatement(db, partner, monthAfter(start.toISOString().slice(0, 7))),
  )
  await reopen()
  const backup = join(folder, `backup-${size}`)
  await once('backup', () =>
    writeBackup({
      database: opened,
      folder: backup,
      dataDir: null,
      withSecrets: false,
      keys: null,
      root: new URL('..', import.meta.url).pathname,
      now,
      print: () => {},
    }),
  )
  if (existsSync(backup))
    console.log(
      `the backup has ${((readdirSync(backup, { recursive: true }) as string[]).reduce((sum, name) => sum + statSync(join(backup, name)).size, 0) / 1e9).toFixed(2)} GB`,
    )
  rmSync(backup, { recursive: true, force: true })
}

interface OfMembers {
  readonly ctx: Context
  readonly program: Program
  readonly memberOf: (n: number) => { readonly memberId: string; readonly cardId: string }
  readonly size: number
}

async function measureMembers(opened: Database, { ctx, program, memberOf, size }: OfMembers): Promise<void> {
  await each('overview and activity of a member', 200, async n => {
    const actor = { kind: 'member', id: memberOf(n).memberId }
    const ofMember = { ...ctx, actor } as unknown as MemberContext
    await listDinesAndCredits(ofMember, { pageNo: 1, resultsPerPage: 10 })
    await dineSummary(ofMember)
    await creditBalance(ofMember)
  })
  await each('a card event, one worker', 300, async n => {
    const dine = {
      transactionId: crypto.randomUUID(),
      cents: 4_250,
      at: new Date(Date.now() - days(1)).toISOString().slice(0, 19),
      member: memberOf(n),
      merchant: program.merchants[n % restaurants]!,
    }
    await insertEvents(db, [inboxRowOf(reportOf(dine, 'clearing', dine.cents), clock.now())])
    await processInbox({ db: opened.preparedDb, clock, partners, log: console as never })
  })
  const give = (n: number, units: number) => {
    const key = crypto.randomUUID()
    const posting = {
      partnerId: partner.slug,
      idempotencyKey: key,
      kind: 'manual',
      correlationId: key,
      reasonCode: 'goodwill',
    } as const
    return postEntries(db, {
      ...posting,
      postedAt: clock.now(),
      entries: rewardEntries(memberOf(n).memberId, units),
    })
  }
  await each('a posting', 200, n => give(n, 1))
  await once('the payouts job, none payable', () => runPayouts({ ...ctx, partners } as never))
  const payees = Math.min(size, 200)
  for (let n = 0; n < payees; n++) await give(n, partner.settings.payout.thresholdCents)
  await once(`the payouts job, ${payees} payable`, () => runPayouts({ ...ctx, partners } as never))
}

/** What staff and workers read of the whole program. */
async function measureProgram(ctx: Context): Promise<void> {
  const staff = { db, clock, actor: { grants: [] }, allowed: partners.all() } as unknown as ConsoleContext
  await once('rewards added up for the first time', () => addUpRewards({ db }))
  for (const length of [30, 365])
    for (const turn of ['', ', again'])
      await once(`insight of ${length} days and those before${turn}`, () => {
        const dayBefore = (count: number) => new Date(Date.now() - days(count)).toISOString().slice(0, 10)
        return readInsight(staff, { from: dayBefore(length), to: dayBefore(1), partner: undefined })
      })
  const month = start.toISOString().slice(0, 7)
  const query = { partner: partner.slug, month }
  await once('statement of a month', () => partnerStatement(db, partner, month))
  await once('statements of restaurants', () => merchantStatements(db, partner, { month, merchantId: null }))
  await once('the bridge of a month', () => readBridge(staff, query))
  await once('the first page of its postings', () => listPostings(staff, query))
  await once('ledger check', async () => {
    const problems = await findLedgerProblems(ctx.db, [partner.slug])
    for (const problem of problems.slice(0, 5)) console.log(problem)
  })
}

/** More members dine in that month, when the next size is written. */
async function reopen(): Promise<void> {
  await db.transaction().execute(async trx => {
    await sql`set local session_replication_role = replica`.execute(trx)
    await sql`delete from closed_merchant_statements`.execute(trx)
    await sql`delete from closed_periods`.execute(trx)
    await sql`delete from reward_totals`.execute(trx)
    await sql`update reward_totals_until set until_id = 0`.execute(trx)
  })
}

/** It notes the median. */
async function each(what: string, times: number, work: (n: number) => Promise<unknown>): Promise<void> {
  const taken: number[] = []
  for (let n = 0; n < times && isInTime(); n++) {
    const startedAt = performance.now()
    await work(n)
    taken.push(performance.now() - startedAt)
  }
  if (taken.length > 0)
    note(what, median(taken), `the slowest of ${taken.length} ${Math.max(...taken).toFixed(0)} ms`)
}

async function once(what: string, work: () => Promise<unknown>): Promise<void> {
  if (!isInTime()) return console.log(`${what}: left out, the time is over`)
  const startedAt = performance.now()
  try {
    await work()
    note(what, performance.now() - startedAt)
  } catch (error) {
    console.log(`${what}: ${(error as Error).message}`)
  }
}

function isInTime(): boolean {
  return performance.now() - beganAt < limitMs
}

function note(what: string, ms: number, more = ''): void {
  figures.set(what, [...(figures.get(what) ?? []), ms])
  console.log(`${what.padEnd(46)} ${ms.toFixed(1).padStart(10)} ms  ${more}`)
}

/** Of ten times as many members: it takes as long, up to twice as long, or more. */
function printGrowth(): void {
  console.log(`\n${'growth'.padEnd(46)} ${sizes.map(size => `${size}`.padStart(12)).join('')}`)
  for (const [what, ms] of figures) {
    const times = (ms.at(-1)! / ms[0]!) ** (1 / (ms.length - 1))
    const growth = ms.length < 2 ? '' : times < 1.3 ? 'constant' : times < 3 ? 'logarithmic' : 'linear'
    console.log(
      `${what.padEnd(46)} ${ms.map(one => `${one.toFixed(1)} ms`.padStart(12)).join('')}  ${growth}`,
    )
  }
}

async function gigabytes(): Promise<string> {
  const { rows } = await sql<{ bytes: number }>`select pg_database_size(current_database()) as bytes`.execute(
    db,
  )
  return (Number(rows[0]!.bytes) / 1e9).toFixed(2)
}

/** Months are counted with their table. */
async function printTables(): Promise<void> {
  const { rows } = await sql<{ name: string; rows: number; bytes: number }>`
    select coalesce(inhparent, relid)::regclass::text as name, sum(n_live_tup)::bigint as rows,
      (sum(pg_total_relation_size(relid)) / greatest(sum(n_live_tup), 1))::bigint as bytes
    from pg_stat_user_tables left join pg_inherits on inhrelid = relid
    where schemaname in ('public', 'months') group by 1 having sum(n_live_tup) > 1000
    order by sum(pg_total_relation_size(relid)) desc`.execute(db)
  for (const { name, rows: count, bytes } of rows)
    console.log(
      `${name.padEnd(20)} ${String(count).padStart(10)} rows ${String(bytes).padStart(6)} bytes a row with its indexes`,
    )
}
