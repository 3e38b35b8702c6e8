import { randomBytes } from 'node:crypto'
import { days } from '@dineward/core/shared/clock.ts'
import { ledgerProblems, openDatabase, redecideDines } from '@dineward/server/seeding.ts'
import { copyDatabase } from '@dineward/server/testing/databases/native-postgres.ts'
import { longTest } from '@dineward/server/testing/long-test.ts'
import { createTestApp } from '@dineward/server/testing/test-app.ts'
import { type RawBuilder, sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest'
import { demoMemberId, demoPeople } from '../demo-accounts.ts'
import { loadDemoWorld } from '../load-demo-world.ts'
import { servicesOf } from '../play-history.ts'
import { type Crowd, readCrowd } from './crowd-file.ts'
import { closeMonths, loadCrowd } from './load-crowd.ts'

const app = await createTestApp()
const partners = app.partners.all()

/** Only the owner of a database loads the large demo. */
async function openWorld(databaseUrl: string) {
  const database = await openDatabase({ databaseUrl, mayTakeLong: true, dataDir: '', socketDir: '' })
  const { clock, partners } = app
  return { database, clock, partners, gateways: app.context(partners.all()[0]!).gateways }
}

const silent = { report: () => {} }

async function rows<T>(statement: RawBuilder<T>, { database } = large): Promise<T[]> {
  return (await statement.execute(database.db)).rows
}

/** The demo without the crowd, and with it. */
let small: Awaited<ReturnType<typeof openWorld>>
let large: typeof small

beforeAll(async () => {
  const [url, name] = [inject('postgresUrl')!, `crowd${randomBytes(8).toString('hex')}`]
  const accounts = await openWorld(await copyDatabase(url, name))
  await loadDemoWorld(accounts, partners, silent)
  await accounts.database.close()
  large = await openWorld(await copyDatabase(url, `${name}large`, name))
  small = await openWorld(`${url}/${name}`)
  await loadCrowd(large, silent)
  await closeMonths(large, { pauseMs: 0 })
}, longTest.timeout)

afterAll(() => Promise.all([small, large].map(({ database }) => database.close())))

test('second start: loads nothing', async () => {
  const lines: string[] = []
  await loadCrowd(large, { report: line => lines.push(line) })
  expect(lines).toEqual([])
})

test(
  'file: the same at each reading, and moved by whole weeks',
  async () => {
    const now = large.clock.now()
    const dinedAt = ({ tables }: Crowd) =>
      tables.find(({ name }) => name === 'dines')!.columns.dined_at!.map(text => Date.parse(`${text}Z`))
    const later = await readCrowd(new Date(now.getTime() + 33 * 86_400_000))
    const first = await readCrowd(now)
    const idsOf = ({ tables }: Crowd) => tables.find(({ name }) => name === 'dines')!.columns.id!
    expect(idsOf(later)).toEqual(idsOf(first))
    const before = dinedAt(first)
    const moved = dinedAt(later).map((time, i) => (time - before[i]!) / 86_400_000)
    expect([28, 35]).toContain(moved[0])
    expect(new Set(moved).size).toBe(1)
  },
  longTest.timeout,
)

test(
  'file: nothing in it is after it was made; what comes then is played',
  async () => {
    const { madeAt, tables, coming } = await readCrowd(large.clock.now())
    const made = Date.parse(madeAt)
    for (const [table, column] of [
      ['ledger_postings', 'posted_at'],
      ['card_events', 'received_at'],
      ['card_events', 'processed_at'],
    ] as const) {
      const times = tables.find(({ name }) => name === table)!.columns[column]!
      const latest = times.reduce(
        (last, text) => (text && Date.parse(text) > last ? Date.parse(text) : last),
        0,
      )
      expect(latest, `${table}.${column}`).toBeLessThanOrEqual(made)
      expect(made - latest, `${table}.${column}`).toBeLessThan(days(1))
    }
    expect(coming.every(({ at }) => Date.parse(at) > made)).toBe(true)
  },
  longTest.timeout,
)

test('ledger: no problems', async () => {
  expect(await ledgerProblems(large.database.db)).toEqual([])
})

test(
  'sampled members: the rules give them the same again',
  async () => {
    const sample = await rows(sql<{ partnerId: string; memberId: string; merchantIds: string[] }>`
      select partner_id, member_id, array_agg(distinct merchant_id) as merchant_ids from dines
      where merchant_id is not null
      group by partner_id, member_id having count(*) > 5
      order by md5(min(source_transaction_id)) limit 12`)
    expect(new Set(sample.map(({ partnerId }) => partnerId)).size).toBeGreaterThan(2)
    const ids = sample.map(({ memberId }) => memberId)
    const before = await booksOf(ids)
    expect(before).toHaveLength(ids.length)
    const services = servicesOf(large, large.database.db)
    for (const { partnerId, memberId, merchantIds } of sample)
      for (const merchantId of merchantIds)
        await redecideDines(services, { partnerId, memberId, merchantId }, dine => dine)
    expect(await booksOf(ids)).toEqual(before)
  },
  longTest.timeout,
)

test(
  'references: every one leads to a row',
  async () => {
    const keys = await rows(sql<{ table: string; name: string; definition: string }>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype in ('f', 'c') and connamespace = 'public'::regnamespace`)
    expect(keys.length).toBeGreaterThan(100)
    for (const { table, name, definition } of keys) {
      // Adding it again checks all rows.
      await sql`alter table ${sql.raw(table)} drop constraint ${sql.ref(name)}, add constraint ${sql.ref(name)} ${sql.raw(definition)}`.execute(
        large.database.db,
      )
    }
  },
  longTest.timeout,
)

test('demo accounts: have what they have in the small demo', async () => {
  const ids = partners.flatMap(partner => demoPeople.map(person => demoMemberId(partner, person)))
  const accounts = sql`
    select
      (select json_agg(json_build_array(source_transaction_id, status, reward_units, paid_at) order by source_transaction_id) from dines where member_id = any(${ids}::text[])) as dines,
      (select json_agg(json_build_array(member_id, units, in_flight_units) order by partner_id, member_id) from member_balances where member_id = any(${ids}::text[])) as balances,
      (select json_agg(json_build_array(code, member_id, progress) order by code, partner_id, member_id) from member_bonuses where member_id = any(${ids}::text[])) as bonuses,
      (select json_agg(json_build_array(amount_cents, status, created_at) order by member_id, created_at) from statement_credits where member_id = any(${ids}::text[])) as payouts,
      (select json_agg(json_build_array(member_id, file_id, units, state) order by member_id, file_id, posting_id) from accruals where member_id = any(${ids}::text[])) as accruals`
  expect(await rows(accounts)).toEqual(await rows(accounts, small))
})

describe('what the console shows', () => {
  test('size: thousands of members, and their dines over 14 months', async () => {
    const [size] = await rows(sql<{ members: number; dines: number; months: number; waiting: number }>`
      select (select count(*)::int from members) as members, count(*)::int as dines,
        count(distinct date_trunc('month', dined_at))::int as months,
        (select count(*)::int from card_events where status = 'received') as waiting
      from dines`)
    expect(size!.members).toBeGreaterThan(2_000)
    expect(size!.dines).toBeGreaterThan(25_000)
    expect(size!.months).toBeGreaterThanOrEqual(14)
    expect(size!.waiting).toBe(0)
  })

  test.each([
    ['dines', 'status', ['Awarded', 'Deferred', 'Forfeit', 'Paid', 'Pending']],
    ['claims', 'state', ['approved', 'checking', 'declined']],
    ['statement_credits', 'status', ['completed', 'error', 'pending_received', 'rejected']],
    ['dine_holds', 'state', ['open', 'refused', 'released']],
  ] as const)('%s: in every state', async (table, column, states) => {
    const found = await rows(
      sql<{ state: string }>`select distinct ${sql.ref(column)} as state from ${sql.table(table)}`,
    )
    expect(found.map(({ state }) => state)).toEqual(expect.arrayContaining([...states]))
  })

  test('dates: none is after now, and dines come until today', async () => {
    const [last] = await rows(sql<{ posted: Date; dined: string }>`
      select (select max(posted_at) from ledger_postings) as posted, (select max(dined_at) from dines) as dined`)
    const now = large.clock.now()
    expect(last!.posted <= now).toBe(true)
    expect(now.getTime() - Date.parse(`${last!.dined}Z`)).toBeLessThan(2 * 86_400_000)
  })

  test('partitions: each row is in that of its month', async () => {
    for (const table of ['card_events', 'ledger_entries', 'audit_log', 'tracking_events'])
      expect(await rows(sql`select month, rows from waiting_months(${table})`), table).toEqual([])
  })

  test('weekdays: more on Saturdays than on Mondays', async () => {
    const [of] = await rows(sql<{ saturday: number; monday: number }>`
      select count(*) filter (where extract(isodow from dined_at) = 6)::int as saturday,
        count(*) filter (where extract(isodow from dined_at) = 1)::int as monday from dines`)
    expect(of!.saturday).toBeGreaterThan(1.5 * of!.monday)
  })

  test('months: closed in a row but the last, which waits', async () => {
    const months = await rows(
      sql<{ closed: number; last: string }>`
        select count(*)::int as closed, max(month) as last from closed_periods group by partner_id`,
    )
    expect(months).toHaveLength(4)
    for (const { closed, last } of months) {
      expect(closed).toBeGreaterThanOrEqual(11)
      expect(last).toBe('2026-01')
    }
  })

  test('statements: each month ends with what the ledger owes members, and goes on from the one before', async () => {
    const months = await rows(
      sql<{ partner: string; opening: number; closing: number; ledger: number }>`
        select partner_id as partner, (statement->>'opening')::int as opening, (statement->>'closing')::int as closing,
          (select coalesce(sum(units), 0)::int from ledger_entries entry
            join ledger_postings posting on posting.id = entry.posting_id
            where entry.partner_id = period.partner_id and account in ('member_rewards', 'payouts_in_flight')
              and posted_at < until_at) as ledger
        from closed_periods period order by partner_id, month`,
    )
    expect(months.length).toBeGreaterThan(40)
    for (const [index, { partner, opening, closing, ledger }] of months.entries()) {
      expect(closing).toBe(ledger)
      const before = months[index - 1]
      if (before?.partner === partner) expect(opening).toBe(before.closing)
    }
  })

  test('rewards: of bonuses and offers, within their budgets', async () => {
    const kinds = await rows(
      sql<{ kind: string; rewards: number }>`
        select kind, count(*)::int as rewards from dine_components where units > 0 group by kind order by kind`,
    )
    expect(kinds.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['bonus', 'offer']))
    for (const { rewards } of kinds) expect(rewards).toBeGreaterThan(200)
  })

  test('reviews: of what members ate, and they fit the restaurants’ ratings', async () => {
    const [reviews] = await rows(
      sql<{ count: number; apart: number; wrong: number }>`
        select count(*)::int as count, abs(avg(review.rating) - avg(small.rating))::float as apart,
          (select count(*)::int from merchants where number_of_ratings <> (
            select count(*) from merchant_reviews where merchant_id = merchants.id and hidden_at is null)) as wrong
        from member_reviews review
        join merchants small on small.id = review.merchant_id`,
    )
    expect(reviews!.count).toBeGreaterThan(600)
    expect(reviews!.apart).toBeLessThan(0.2)
    expect(reviews!.wrong).toBe(0)
  })
})

/** What the ledger says of members, beside the sum of what their dines earned and of all else. */
function booksOf(memberIds: readonly string[]) {
  return rows(sql<{ memberId: string; units: number; earned: number; posted: number }>`
    select member.id as member_id, balance.units,
      (select sum(reward_units)::int from dines where partner_id = member.partner_id and member_id = member.id) as earned,
      (select json_agg(json_build_array(status, reward_units, reason_code) order by source_transaction_id)
        from dines where partner_id = member.partner_id and member_id = member.id) as dines,
      (select count(*)::int from ledger_entries where partner_id = member.partner_id and member_id = member.id) as posted
    from members member
    join member_balances balance on balance.partner_id = member.partner_id and balance.member_id = member.id
    where member.id = any(${[...memberIds]}::text[]) order by member.id`)
}
