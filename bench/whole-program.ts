import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { days } from '@dineward/core/shared/clock.ts'
import { sql } from 'kysely'
import { createClock } from '../apps/server/src/clock.ts'
import type { ConsoleContext, Context } from '../apps/server/src/context.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { type Db, openDatabase } from '../apps/server/src/db/open-database.ts'
import { listPostings, readBridge } from '../apps/server/src/features/console-finance/drill-down.service.ts'
import { readCohorts, readEffects } from '../apps/server/src/features/console-insight/cohorts.service.ts'
import { readInsight } from '../apps/server/src/features/console-insight/console-insight.service.ts'
import { makeReport } from '../apps/server/src/features/console-insight/report.service.ts'
import { findLedgerProblems } from '../apps/server/src/features/ledger/ledger-checks.read.ts'
import { addUpRewards } from '../apps/server/src/features/ledger/reward-totals.service.ts'
import { loadPartners } from '../apps/server/src/features/partner/load-partners.service.ts'
import { createPartnerRegistry } from '../apps/server/src/features/partner/partner-registry.service.ts'
import { closePeriod } from '../apps/server/src/features/reports/close-period.service.ts'
import { copyDatabase, startPostgres } from '../apps/server/src/testing/databases/native-postgres.ts'
import { copyMembers, newProgram, type Program } from './program.ts'

/*
 * `node bench/whole-program.ts [DINES [MEMBERS]]` measures what staff read of a whole program, and how long postings wait while a
 * month of it is closed (docs/scale.md).
 */

const [dines = 100_000, members = dines / 10] = process.argv.slice(2).map(Number)
/** What staff ask for as a rule, and then some. */
const reports = [
  { measures: 'dines,spend,activeMembers', by: 'month', period: 'last_12_months' },
  { measures: 'spend', by: 'month,cuisine', period: 'last_12_months' },
  { measures: 'spend,activeMembers', by: 'restaurant,tier', period: 'last_30_days' },
  { measures: 'rewards,earned,takenBack', by: 'month', period: 'last_12_months' },
  { measures: 'rewards', by: 'restaurant', period: 'last_12_months' },
  { measures: 'rewards', by: 'tier,month', period: 'last_12_months' },
  { measures: 'joined,joinedWithCard', by: 'month,source', period: 'last_12_months' },
  { measures: 'members', by: 'month', period: 'last_12_months' },
  { measures: 'cardMembers', by: 'month', period: 'last_12_months' },
  { measures: 'cards', by: 'network,day', period: 'last_year' },
  { measures: 'liability', by: 'week', period: 'last_12_months' },
]

const folder = mkdtempSync(join(tmpdir(), 'dw-whole-'))
const postgres = await startPostgres()
const databaseUrl = await copyDatabase(postgres.url, 'whole')
const database = await openDatabase({ databaseUrl, dataDir: folder, socketDir: folder, mayTakeLong: true })
try {
  await migrate(database.db)
  const program = await newProgram(database, { slug: 'harbor' }, { members: 1, merchants: 200 })
  await addDines(database.db, program, dines)
  await measure(database.db)
} finally {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** They are copies of the one member and card, ten dines each over the last two years, posted two days after. */
async function addDines(db: Db, { members: [model], merchants }: Program, dines: number): Promise<void> {
  const ids = merchants.map(({ id }) => id)
  for (let first = 1; first <= dines / 10; first += 5_000) {
    const last = Math.min(dines / 10, first + 4_999)
    await db.transaction().execute(async trx => {
      await copyMembers(trx, model!, { first, last })
      await sql`
        with dine as (
          insert into dines (id, partner_id, member_id, linked_card_id, card_last_four, merchant_id, merchant_name,
            source_transaction_id, dined_at, cleared_at, authorized_cents, cleared_cents, reward_units, status, decision,
            created_at, updated_at)
          select 'd' || m || '-' || n, 'harbor', 'm' || m, 'c' || m, '4242', (${ids}::text[])[1 + (m + n) % ${ids.length}],
            'Casa Lumen', 't' || m || '-' || n, at, at, 5000, 5000, 150, 'Awarded',
            '{"ruleVersion":1,"facts":{"currency":"USD"},"amounts":{},"earningCents":5000}', now(), now()
          from generate_series(${first}::int, ${last}::int) m cross join generate_series(1, 10) n
          cross join lateral (select now() - ((m * 7 + n * 73) % 730 + 3) * interval '1 day' as at) dined
          returning id, member_id, linked_card_id, dined_at
        ), amount as (
          insert into dine_amounts (partner_id, dine_id, source_key, kind, amount_cents, transaction_id, occurred_at,
            linked_card_id, created_at)
          select 'harbor', id, id || kind, kind, 5000, id, dined_at, linked_card_id, now()
          from dine cross join unnest(array['authorization', 'clearing']) kind
        ), posting as (
          insert into ledger_postings (partner_id, idempotency_key, input_hash, kind, correlation_id, dine_id, reason_code,
            posted_at)
          select 'harbor', id || ':1', 'bench', 'dine_reward', id, id, 'dine_cleared', dined_at + interval '2 days' from dine
          returning id, counts_at, correlation_id
        )
        insert into ledger_entries (posting_id, partner_id, account, member_id, units, counts_at)
        select posting.id, 'harbor', account, case when account = 'member_rewards' then dine.member_id end, units, counts_at
        from posting join dine on dine.id = posting.correlation_id
        cross join (values ('member_rewards', 150), ('program_rewards', -150)) entry (account, units)`.execute(
        trx,
      )
    })
  }
  for (let first = dines / 10 + 1; first <= members; first += 20_000)
    await db
      .transaction()
      .execute(trx => copyMembers(trx, model!, { first, last: Math.min(members, first + 19_999) }))
  await sql`vacuum analyze`.execute(db)
}

async function measure(db: Db): Promise<void> {
  const shipped = await loadPartners(new URL('../partners/', import.meta.url).pathname)
  const partners = createPartnerRegistry(shipped, { defaultSlug: 'harbor', byHostNames: false })
  const clock = createClock(null)
  const actor = { kind: 'system', name: 'bench' } as const
  const dayBefore = (count: number) => new Date(Date.now() - days(count)).toISOString().slice(0, 10)
  const insight = (length: number) => {
    const ctx = { db, clock, allowed: partners.all() } as unknown as ConsoleContext
    return readInsight(ctx, { from: dayBefore(length), to: dayBefore(1), partner: undefined })
  }
  await timed('rewards added up for the first time', () => addUpRewards({ db }))
  for (const length of [30, 365])
    for (const turn of ['first', 'again'])
      await timed(`insight of ${length} days and those before, ${turn}`, () => insight(length))
  const all = { db, clock, actor: { grants: [] }, allowed: partners.all() } as unknown as ConsoleContext
  for (const turn of ['first', 'again']) {
    await timed(`cohorts of 12 months, ${turn}`, () => readCohorts(all, {}))
    await timed(`effects and silent restaurants, ${turn}`, () => readEffects(all, {}))
  }
  for (const query of reports)
    for (const turn of ['first', 'again'])
      await timed(`report of ${query.measures} by ${query.by}, ${turn}`, () =>
        makeReport({ db, clock }, [partners.bySlug('harbor')!], query),
      )
  await timed('ledger check', () => findLedgerProblems(db, ['harbor']))
  const month = new Date(Date.now() - days(31)).toISOString().slice(0, 7)
  const ctx = { db, clock, actor, partner: partners.bySlug('harbor') } as unknown as Context
  const wait = slowestWait(db)
  for (const query of [
    { partner: 'harbor', month, figure: 'earned' as const },
    { partner: 'harbor', month },
  ])
    await timed(`the first page of postings of ${month}, ${query.figure ?? 'all'}`, () =>
      listPostings(all, query),
    )
  await timed(`the bridge of ${month}`, () => readBridge(all, { partner: 'harbor', month }))
  await timed(`${month} closed`, () => closePeriod(ctx, { month, note: null }))
  console.log(`slowest posting meanwhile  ${(await wait.stop()).toFixed(0)} ms`)
}

/** It is the wait for the lock that each posting takes, twenty times a second. */
function slowestWait(db: Db) {
  let isStopped = false
  const run = async () => {
    let slowest = 0
    while (!isStopped) {
      const startedAt = performance.now()
      await db
        .transaction()
        .execute(trx => sql`lock table ledger_postings in row exclusive mode`.execute(trx))
      slowest = Math.max(slowest, performance.now() - startedAt)
      await sleep(50)
    }
    return slowest
  }
  const running = run()
  return {
    stop: () => {
      isStopped = true
      return running
    },
  }
}

async function timed(what: string, work: () => Promise<unknown>): Promise<void> {
  const startedAt = performance.now()
  await work()
  console.log(`${what}  ${(performance.now() - startedAt).toFixed(0)} ms, ${dines} dines`)
}
