import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { createClock } from '../../apps/server/src/clock.ts'
import type { ConsoleContext } from '../../apps/server/src/context.ts'
import { migrate } from '../../apps/server/src/db/migrate.ts'
import { type Db, openDatabase } from '../../apps/server/src/db/open-database.ts'
import { searchMembers } from '../../apps/server/src/features/console-support/console-members.service.ts'
import { readTimeline } from '../../apps/server/src/features/console-support/member-timeline.read.ts'
import { explainTransaction } from '../../apps/server/src/features/console-support/transaction-why.service.ts'
import { loadPartners } from '../../apps/server/src/features/partner/load-partners.service.ts'
import { createPartnerRegistry } from '../../apps/server/src/features/partner/partner-registry.service.ts'
import { copyDatabase, startPostgres } from '../../apps/server/src/testing/databases/native-postgres.ts'
import {
  type TimelineKind,
  timelineKinds,
} from '../../packages/core/src/console-support/timeline.contract.ts'
import type { Figure } from '../figure.ts'
import { newProgram, type Program } from '../program.ts'
import { median } from '../start.ts'

/* What support waits for among a million members: the search, by all that it takes, and why a transaction earned. */

const members = 1_000_000
const budgetMs = 100
const calls = 60

export async function consoleBudgets(): Promise<Figure[]> {
  const folder = mkdtempSync(join(tmpdir(), 'dw-console-'))
  const postgres = await startPostgres()
  const databaseUrl = await copyDatabase(postgres.url, 'console')
  const database = await openDatabase({ databaseUrl, dataDir: folder, socketDir: folder, mayTakeLong: true })
  try {
    await migrate(database.db)
    const program = await newProgram(database, { slug: 'harbor' }, { members: 1, merchants: 20 })
    await addMembers(database.db, program)
    return await measure(database.db)
  } finally {
    await database.close()
    await postgres.stop()
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Copies of the one member and card, with names that repeat as names do, and a cleared dine each with its event. */
async function addMembers(db: Db, { members: [model], merchants }: Program): Promise<void> {
  const { memberId, cardId } = model!
  const merchantId = merchants[0]!.id
  for (let first = 1; first <= members; first += 20_000) {
    const last = first + 19_999
    await db.transaction().execute(async trx => {
      // The rows are copies of sound ones: checking their references would take most of the time.
      await sql`set local session_replication_role = replica`.execute(trx)
      await sql`
        with model as materialized (select * from members where partner_id = 'harbor' and id = ${memberId})
        insert into members select copy.* from model cross join generate_series(${first}::int, ${last}::int) n
        cross join lateral jsonb_populate_record(null::members, to_jsonb(model) || jsonb_build_object(
          'id', 'm' || n, 'email', 'm' || n || '@example.com', 'sign_in_name', 'm' || n || '@example.com',
          'member_number', 'SK' || n, 'first_name', 'First' || chr(97 + n % 26) || translate((n % 3000)::text, '0123456789', 'abcdefghij'),
          'last_name', 'Last' || chr(97 + n % 24) || translate((n % 20000)::text, '0123456789', 'abcdefghij'))) copy`.execute(
        trx,
      )
      await sql`
        with model as materialized (select * from linked_cards where partner_id = 'harbor' and id = ${cardId})
        insert into linked_cards select copy.* from model cross join generate_series(${first}::int, ${last}::int) n
        cross join lateral jsonb_populate_record(null::linked_cards, to_jsonb(model) || jsonb_build_object(
          'id', 'c' || n, 'member_id', 'm' || n, 'card_token', 'c' || n, 'last_four', lpad((n % 10000)::text, 4, '0'))) copy`.execute(
        trx,
      )
      await addDines(trx, { first, last, merchantId })
      await addMailsAndChanges(trx, { first, last })
    })
  }
  await sql`vacuum analyze`.execute(db)
}

async function addDines(trx: Db, of: { first: number; last: number; merchantId: string }): Promise<void> {
  const numbers = sql`generate_series(${of.first}::int, ${of.last}::int) n`
  await sql`
    insert into dines (id, partner_id, member_id, linked_card_id, card_last_four, merchant_id, merchant_name,
      source_transaction_id, dined_at, authorized_cents, cleared_cents, reward_units, status, decision, created_at,
      updated_at)
    select 'd' || n, 'harbor', 'm' || n, 'c' || n, '4242', ${of.merchantId}, 'Casa Lumen', 't' || n,
      now() - (n % 700) * interval '1 day', 4250, 5000, 150, 'Awarded',
      '{"ruleVersion":1,"earningCents":5000,
        "facts":{"currency":"USD","tier":2,"rate":{"numerator":3,"denominator":100},"rounding":"down","terms":null,
          "timezone":"America/New_York","cardLinkedAt":"2020-01-01T00:00:00Z","cardRemovedAt":null,"accountClosedAt":null},
        "amounts":{"authorizedCents":4250,"clearedCents":5000,"refundedCents":0}}', now(), now()
    from ${numbers}`.execute(trx)
  await sql`
    insert into dine_amounts (partner_id, dine_id, source_key, kind, amount_cents, transaction_id, occurred_at,
      linked_card_id, created_at)
    select 'harbor', 'd' || n, 'd' || n || kind, kind, 5000, 't' || n, now(), 'c' || n, now()
    from ${numbers} cross join unnest(array['authorization', 'clearing']) kind`.execute(trx)
  await sql`
    insert into card_events (provider, event, dedupe_key, body, received_at, status, transaction_id, amount_cents,
      partner_id, linked_card_id, source_key, dine_id, processed_at)
    select 'fidel', 'transaction.' || kind, 'd' || n || kind, '{}', now(), 'processed', 't' || n, 5000, 'harbor',
      'c' || n, 'd' || n || kind, 'd' || n, now()
    from ${numbers} cross join unnest(array['auth', 'clearing']) kind`.execute(trx)
  await sql`
    insert into ledger_postings (id, partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
    overriding system value
    select n, 'harbor', 'd' || n || ':1', 'bench', 'dine_reward', 'd' || n, 'dine_cleared', now()
    from ${numbers}`.execute(trx)
  await sql`
    insert into ledger_entries (posting_id, partner_id, account, member_id, units, counts_at)
    select n, 'harbor', account, case when account = 'member_rewards' then 'm' || n end, units, now()
    from ${numbers}
    cross join (values ('member_rewards', 150), ('program_rewards', -150)) entry (account, units)`.execute(
    trx,
  )
}

async function addMailsAndChanges(trx: Db, of: { first: number; last: number }): Promise<void> {
  const numbers = sql`generate_series(${of.first}::int, ${of.last}::int) n`
  await sql`
    insert into outgoing_mails (id, partner_id, cause, recipient, member_id, subject, text_body, html_body, created_at,
      next_attempt_at, sent_at)
    select 'e' || n, 'harbor', 'bench:' || n, 'm' || n || '@example.com', 'm' || n, 'Your reward', '', '', now(), now(), now()
    from ${numbers}`.execute(trx)
  await sql`
    insert into audit_log (at, partner_id, actor_kind, actor, action, subject)
    select now(), 'harbor', 'staff', 'support@example.com', 'credentials.sessions_ended', 'm' || n
    from ${numbers}`.execute(trx)
}

async function measure(db: Db): Promise<Figure[]> {
  const shipped = await loadPartners(new URL('../../partners/', import.meta.url).pathname)
  const partners = createPartnerRegistry(shipped, { defaultSlug: 'harbor', byHostNames: false })
  const actor = { kind: 'staff', grants: [], permissions: [] }
  const clock = createClock(null)
  const ctx = {
    db,
    clock,
    locale: 'en-US',
    partners,
    actor,
    isNetworkWide: true,
    allowed: partners.all(),
  } as unknown as ConsoleContext
  const some = (n: number) => 1 + ((n * 7_919) % members)
  const queries: Readonly<Record<string, (n: number) => string>> = {
    'a name': n => `last${String.fromCharCode(97 + (some(n) % 24))}${inLetters(some(n) % 20_000)}`,
    'the beginning of a name': n => `last${String.fromCharCode(97 + (n % 24))}`,
    'first and last name': n =>
      `first${String.fromCharCode(97 + (some(n) % 26))}${inLetters(some(n) % 3_000)} last${String.fromCharCode(97 + (some(n) % 24))}`,
    'an email address': n => `m${some(n)}@example.com`,
    'a member number': n => `SK${some(n)}`,
    'last four digits': n => String(some(n) % 10_000).padStart(4, '0'),
    'a transaction id': n => `t${some(n)}`,
  }
  const figures: Figure[] = []
  for (const [what, queryOf] of Object.entries(queries))
    figures.push(
      await timed(`member search by ${what}`, async n => {
        const { items, transactions } = await searchMembers(ctx, { query: queryOf(n) })
        if (items.length + transactions.length === 0) throw new Error(`nothing found for ${queryOf(n)}`)
      }),
    )
  figures.push(await timed('why a transaction earned', n => explainTransaction(ctx, `t${some(n)}`)))
  const kinds = Object.keys(timelineKinds) as TimelineKind[]
  figures.push(
    await timed('timeline of a member', async n => {
      const page = { partnerId: 'harbor', memberId: `m${some(n)}`, kinds, after: null, limit: 51 }
      if ((await readTimeline(db, page)).length < 3) throw new Error('the timeline has too little')
    }),
  )
  return figures
}

/** Names have no digits. */
const inLetters = (n: number): string => String(n).replace(/\d/g, digit => 'abcdefghij'[Number(digit)]!)

async function timed(what: string, call: (n: number) => Promise<unknown>): Promise<Figure> {
  await call(0)
  const times: number[] = []
  for (let n = 1; n <= calls; n++) {
    const startedAt = performance.now()
    await call(n)
    times.push(performance.now() - startedAt)
  }
  const ms = median(times)
  const measured = `${ms.toFixed(1)} ms, at most ${budgetMs}; slowest ${Math.max(...times).toFixed(0)} ms`
  return {
    budget: 'console',
    what: `${what}, among ${members.toLocaleString('en-US')} members: the median of ${calls}`,
    measured,
    isMet: ms <= budgetMs,
  }
}
