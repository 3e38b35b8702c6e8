import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { balanceOf, postEntries } from '../features/ledger/ledger.service.ts'
import { ledgerProblems } from '../features/ledger/ledger-checks.read.ts'
import { newServerDatabase } from '../testing/server-database.ts'
import { createTestApp } from '../testing/test-app.ts'
import { migrate } from './migrate.ts'
import { readMigrationFiles } from './migration-files.ts'
import { insertOldBooks } from './old-books-for-test.ts'
import type { Db } from './open-database.ts'

const app = await createTestApp()
const server = await newServerDatabase()

/** Of the member, for each dine and payout. */
async function postedUnits(db: Db): Promise<Record<string, number>> {
  const { rows } = await sql<{ id: string; units: number }>`
    select posting.correlation_id as id, sum(entry.units)::int as units
    from ledger_postings posting join ledger_entries entry on entry.posting_id = posting.id
    where entry.account = 'member_rewards' group by 1 order by 1`.execute(db)
  return Object.fromEntries(rows.map(({ id, units }) => [id, units]))
}

test('books of the first builds -> the same balances under today’s checks, and what was posted is known', async () => {
  const { db } = await server.openEmpty()
  const files = [...(await readMigrationFiles())]
  await migrate(db, new Map(files.filter(([name]) => name < '008')))
  await insertOldBooks(db)
  const before = await postedUnits(db)
  expect(before).toEqual({ awarded: 127, parts: 90, partly: 60, refunded: 0, paid: 150 })

  await migrate(db)
  expect(await ledgerProblems(db)).toEqual([])
  // What waits for the partner was owed, and was not posted.
  expect(await postedUnits(db)).toEqual({ ...before, deferred: 180 })
  expect(await balanceOf(db, 'skyward', 'ada')).toBe(127 + 90 + 60 + 150 + 180)
  const posted = await postEntries(db, {
    partnerId: 'skyward',
    idempotencyKey: 'dine:awarded:1',
    kind: 'dine_reward',
    correlationId: 'awarded',
    reasonCode: 'dine_cleared',
    postedAt: app.clock.now(),
    entries: [
      { account: 'member_rewards', memberId: 'ada', units: 127 },
      { account: 'program_rewards', memberId: null, units: -127 },
    ],
  })
  expect(posted).toEqual({ posted: false })
})

test('postings of the build before, a payout in flight -> balances are there, and follow what that build posts after it', async () => {
  const { db } = await server.openEmpty()
  const files = [...(await readMigrationFiles())]
  await migrate(db, new Map(files.filter(([name]) => name < '100')))
  await sql`
    insert into members (id, partner_id, email, first_name, last_name, zip_code, tier_level, member_type, joined_at)
    select id, 'harbor', id || '@example.com', 'A', 'B', '60601', 0, 'Member', now()
    from unnest(array['ada', 'bob']) id`.execute(db)
  await sql`
    insert into statement_credits (id, partner_id, member_id, amount_cents, target_type, target_label, benefit_processor,
      status, next_attempt_at, created_at)
    values ('p1', 'harbor', 'ada', 2000, 'Card', 'Visa', 'Visa', 'error', now(), now())`.execute(db)
  const post = (kind: string, subject: string, entries: string) =>
    sql`
    with posting as (
      insert into ledger_postings (partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
      values ('harbor', gen_random_uuid(), 'h', ${kind}, ${subject}, 'r', '2026-02-10') returning id
    )
    insert into ledger_entries (partner_id, posting_id, account, member_id, units)
    select 'harbor', id, entry.* from posting
    cross join jsonb_to_recordset(${entries}::jsonb) as entry (account text, member_id text, units bigint)`.execute(
      db,
    )
  const earned = (id: string, units: number) => [
    { account: 'member_rewards', member_id: id, units },
    { account: 'program_rewards', units: -units },
  ]
  await post('referral', 'r1', JSON.stringify(earned('ada', 2_500)))
  await post('referral', 'r2', JSON.stringify(earned('bob', 300)))
  const reserved = [
    { account: 'member_rewards', member_id: 'ada', units: -2_000 },
    { account: 'payouts_in_flight', units: 2_000 },
  ]
  await post('payout', 'p1', JSON.stringify(reserved))
  const balances = async () => {
    const { rows } = await sql`
      select member_id as id, units, in_flight_units as "inFlight" from member_balances order by 1`.execute(
      db,
    )
    return rows
  }

  await migrate(db)
  expect(await balances()).toEqual([
    { id: 'ada', units: 500, inFlight: 2_000 },
    { id: 'bob', units: 300, inFlight: 0 },
  ])
  await post('referral', 'r3', JSON.stringify(earned('bob', 7)))
  const paid = [
    { account: 'payouts_in_flight', units: -2_000 },
    { account: 'statement_credits', units: 2_000 },
  ]
  await post('payout', 'p1', JSON.stringify(paid))
  expect(await balances()).toEqual([
    { id: 'ada', units: 500, inFlight: 0 },
    { id: 'bob', units: 307, inFlight: 0 },
  ])
})
