import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createClock } from '../apps/server/src/clock.ts'
import type { MemberContext } from '../apps/server/src/context.ts'
import { migrate } from '../apps/server/src/db/migrate.ts'
import { type Database, type Db, openDatabase } from '../apps/server/src/db/open-database.ts'
import { creditBalance, listDinesAndCredits } from '../apps/server/src/features/activity/activity.service.ts'
import { dineSummary } from '../apps/server/src/features/activity/rewards-year.service.ts'
import { insertEvents } from '../apps/server/src/features/card-events/inbox.repository.ts'
import { processInbox } from '../apps/server/src/features/card-events/inbox.service.ts'
import { loadPartners } from '../apps/server/src/features/partner/load-partners.service.ts'
import {
  createPartnerRegistry,
  type PartnerRegistry,
} from '../apps/server/src/features/partner/partner-registry.service.ts'
import { copyDatabase, startPostgres } from '../apps/server/src/testing/databases/native-postgres.ts'
import { copyMembers, inboxRowOf, newProgram, type Program, reportOf } from './program.ts'
import { median } from './start.ts'

/*
 * `node bench/scale.ts [MEMBERS]` has a tenth, a hundredth and all of the members, ten dines each, on one PostgreSQL.
 * It shows what the pages of a member read, what a card event takes, and how large the tables are (docs/scale.md).
 */

const [members = 100_000] = process.argv.slice(2).map(Number)
const dinesEach = 10
const restaurants = 200
const clock = createClock(null)

const folder = mkdtempSync(join(tmpdir(), 'dw-scale-'))
const postgres = await startPostgres()
const databaseUrl = await copyDatabase(postgres.url, 'scale')
const database = await openDatabase({ databaseUrl, dataDir: folder, socketDir: folder })
try {
  await migrate(database.db)
  const partners = createPartnerRegistry(
    await loadPartners(new URL('../partners/', import.meta.url).pathname),
    {
      defaultSlug: 'harbor',
      byHostNames: false,
    },
  )
  const program = await newProgram(database, { slug: 'harbor' }, { members: 1, merchants: restaurants })
  let before = 0
  for (const size of [members / 100, members / 10, members].map(Math.round)) {
    await addMembers(database.db, program, before, size)
    before = size
    await measure(database, { partners, program, size })
  }
  await printTables(database.db)
} finally {
  await database.close()
  await postgres.stop()
  rmSync(folder, { recursive: true, force: true })
}

/** They are copies of the one member and card, with cleared dines of the last two years, evenly. */
async function addMembers(db: Db, { members: [model], merchants }: Program, from: number, to: number) {
  const ids = merchants.map(({ id }) => id)
  for (let start = from; start < to; start += 10_000) {
    const [first, last] = [start + 1, Math.min(to, start + 10_000)]
    await db.transaction().execute(async trx => {
      await copyMembers(trx, model!, { first, last })
      await sql`
        with dine as (
          insert into dines (id, partner_id, member_id, linked_card_id, card_last_four, merchant_id, merchant_name,
            source_transaction_id, dined_at, authorized_cents, cleared_cents, reward_units, status, decision, created_at,
            updated_at)
          select 'd' || m || '-' || n, 'harbor', 'm' || m, 'c' || m, '4242', (${ids}::text[])[1 + (m + n) % ${ids.length}],
            'Casa Lumen', 't' || m || '-' || n, now() - (m % 70 + n * 70) * interval '1 day', 4250, 5000, 150, 'Awarded',
            '{"ruleVersion":1,"facts":{"currency":"USD"},"amounts":{},"earningCents":5000}', now(), now()
          from generate_series(${first}::int, ${last}::int) m cross join generate_series(1, ${dinesEach}::int) n
          returning id, member_id, linked_card_id
        ), amount as (
          insert into dine_amounts (partner_id, dine_id, source_key, kind, amount_cents, transaction_id, occurred_at,
            linked_card_id, created_at)
          select 'harbor', id, id || kind, kind, 5000, id, now(), linked_card_id, now()
          from dine cross join unnest(array['authorization', 'clearing']) kind
        ), posting as (
          insert into ledger_postings (partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
          select 'harbor', id || ':1', 'bench', 'dine_reward', id, 'dine_cleared', now() from dine
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
  await sql`vacuum analyze`.execute(db)
}

async function measure(
  { db, preparedDb }: Database,
  { partners, program, size }: { partners: PartnerRegistry; program: Program; size: number },
): Promise<void> {
  const partner = partners.bySlug('harbor')!
  const reads: number[] = []
  for (let n = 0; n < 200; n++) {
    const actor = { kind: 'member', id: `m${1 + ((n * 7_919) % size)}` }
    const ctx = { db, partner, clock, locale: 'en-US', actor } as unknown as MemberContext
    const startedAt = performance.now()
    await listDinesAndCredits(ctx, { pageNo: 1, resultsPerPage: 10 })
    await dineSummary(ctx)
    await creditBalance(ctx)
    reads.push(performance.now() - startedAt)
  }
  const events = 300
  const services = { db: preparedDb, clock, partners, log: console as never }
  await insertEvents(
    db,
    Array.from({ length: events }, (_, n) => eventOf(program, 1 + ((n * 6_007) % size), n)),
  )
  const startedAt = performance.now()
  await processInbox(services)
  const eventMs = (performance.now() - startedAt) / events
  const { rows } = await sql<{ gigabytes: number }>`
    select pg_database_size(current_database()) / 1e9 as gigabytes`.execute(db)
  console.log(
    `${String(size).padStart(9)} members  ${String(size * dinesEach).padStart(10)} dines  ${Number(rows[0]!.gigabytes).toFixed(2)} GB  overview and activity read in ${median(reads).toFixed(1)} ms, the slowest of 200 ${Math.max(...reads).toFixed(0)} ms  card event ${eventMs.toFixed(1)} ms, one worker`,
  )
}

function eventOf({ merchants }: Program, n: number, turn: number) {
  const dine = {
    transactionId: `${n}-${turn}-${Date.now()}`,
    cents: 4_250,
    at: new Date(Date.now() - 86_400_000).toISOString().slice(0, 19),
    member: { memberId: `m${n}`, cardId: `c${n}` },
    merchant: merchants[turn % merchants.length]!,
  }
  return inboxRowOf(reportOf(dine, 'clearing', dine.cents), clock.now())
}

async function printTables(db: Db): Promise<void> {
  const { rows } = await sql<{ name: string; rows: number; bytes: number }>`
    select relname as name, n_live_tup as rows, pg_total_relation_size(relid) / greatest(n_live_tup, 1) as bytes
    from pg_stat_user_tables where schemaname = 'public' and n_live_tup > 1000 order by pg_total_relation_size(relid) desc`.execute(
    db,
  )
  for (const { name, rows: count, bytes } of rows)
    console.log(
      `${name.padEnd(18)} ${String(count).padStart(10)} rows  ${String(bytes).padStart(6)} bytes a row with its indexes`,
    )
}
