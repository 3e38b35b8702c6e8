import { sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'

interface ManyBalances {
  readonly partnerId: string
  readonly members: number
  readonly entriesEach: number
  /** Each entry has these units. */
  readonly units: number
}

/** A statement with more would take longer than one may. */
const membersOfPosting = 10_000

/** Members `m1`, `m2`… with a session each (`s1`…), and the statistics that a database in service has. */
export async function insertManyBalances(db: Db, many: ManyBalances): Promise<void> {
  for (let first = 1; first <= many.members; first += membersOfPosting) {
    const last = Math.min(many.members, first + membersOfPosting - 1)
    await insertMembers(db, many.partnerId, { first, last })
    await insertPosting(db, many, { first, last })
  }
  await sql`vacuum analyze`.execute(db)
}

interface Range {
  readonly first: number
  readonly last: number
}

async function insertMembers(db: Db, partnerId: string, { first, last }: Range): Promise<void> {
  await sql`
    insert into members (id, partner_id, email, email_confirmed_at, first_name, last_name, zip_code, tier_level, member_type,
      joined_at)
    select 'm' || n, ${partnerId}, 'm' || n || '@example.com', now(), 'A', 'B', '60601', 0, 'Member', now()
    from generate_series(${first}::int, ${last}::int) n`.execute(db)
  await sql`
    insert into sessions (id, token_hash, partner_id, member_id, remembered, token_issued_at, created_at, last_seen_at,
      expires_at)
    select 's' || n, 's' || n, ${partnerId}, 'm' || n, false, now(), now(), now(), '2100-01-01'
    from generate_series(${first}::int, ${last}::int) n`.execute(db)
}

async function insertPosting(db: Db, many: ManyBalances, { first, last }: Range): Promise<void> {
  const { partnerId, entriesEach, units } = many
  const given = units * entriesEach * (last - first + 1)
  await sql`
    with posting as (
      insert into ledger_postings (partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
      values (${partnerId}, ${`gift:${first}`}, 'h', 'manual', ${`gift:${first}`}, 'goodwill', now()) returning id, counts_at
    )
    insert into ledger_entries (posting_id, partner_id, account, member_id, units, counts_at)
    select id, ${partnerId}, 'member_rewards', 'm' || n, ${units}, counts_at
    from posting cross join generate_series(${first}::int, ${last}::int) n cross join generate_series(1, ${entriesEach}::int)
    union all
    select id, ${partnerId}, 'program_rewards', null, -${given}::bigint, counts_at from posting`.execute(db)
}

/** Rows of tables and of indexes, of the product's tables. */
export interface RowsRead {
  readonly all: number
  readonly ofLedger: number
}

/** What `work` reads, as PostgreSQL counts it, on the one connection that it is given. */
export function countRowsRead(db: Db, work: (db: Db) => Promise<unknown>): Promise<RowsRead> {
  return db.connection().execute(async connection => {
    const before = await readCounters(connection)
    await work(connection)
    const after = await readCounters(connection)
    return { all: after.all - before.all, ofLedger: after.ofLedger - before.ofLedger }
  })
}

async function readCounters(db: Db): Promise<RowsRead> {
  // Else they are a second old.
  await sql`select pg_stat_force_next_flush()`.execute(db)
  const { rows } = await sql<RowsRead>`
    select sum(rows)::bigint as all, coalesce(sum(rows) filter (where name like 'ledger\\_%'), 0)::bigint as of_ledger
    from (
      select relname as name, coalesce(seq_tup_read, 0) as rows from pg_stat_user_tables
      union all
      select relname, coalesce(idx_tup_read, 0) from pg_stat_user_indexes
    ) counted`.execute(db)
  return rows[0]!
}
