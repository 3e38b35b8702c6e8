import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import { byKey, unnested } from '../../db/unnested.ts'
import type { LedgerEntriesTable, LedgerPostingsTable } from './ledger.tables.ts'

export interface LedgerEntry {
  readonly account: LedgerEntriesTable['account']
  readonly memberId: string | null
  readonly units: number
}

export interface HashedPosting
  extends Omit<Selectable<LedgerPostingsTable>, 'id' | 'postedAt' | 'accountedAt' | 'countsAt'> {
  readonly postedAt: Date
  readonly entries: readonly LedgerEntry[]
}

/** @returns the new keys. Arrays, since unpacking JSON takes twice as long; a planner without statistics would join. */
export async function insertPostings(
  db: Db,
  partnerId: string,
  postings: readonly HashedPosting[],
): Promise<string[]> {
  const of = <T>(field: (posting: HashedPosting) => T) => postings.map(field)
  const entries = postings.flatMap(({ idempotencyKey, entries }) =>
    entries.map(entry => ({ ...entry, idempotencyKey })),
  )
  const { rows } = await sql<{ idempotencyKey: string }>`
    with input as materialized (
      select * from unnest(
        ${of(one => one.idempotencyKey)}::text[], ${of(one => one.inputHash)}::text[], ${of(one => one.kind)}::text[],
        ${of(one => one.correlationId)}::text[], ${of(one => one.reasonCode)}::text[],
        ${of(one => one.postedAt.toISOString())}::timestamptz[],
        ${of(one => one.cause && JSON.stringify(one.cause))}::text[], ${of(one => one.dineId)}::text[]
      ) as i(idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at, cause, dine_id)
    ), posted as (
      insert into ledger_postings
        (partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at, cause, dine_id,
          accounted_at)
      select ${partnerId}, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at, cause::jsonb,
        dine_id, (
        select max(period.until_at) from closed_periods period
        where period.partner_id = ${partnerId} and period.until_at > i.posted_at
      ) from input i
      where not exists (
        select from input
        where input_hash <> (
          select p.input_hash from ledger_postings p
          where p.partner_id = ${partnerId} and p.idempotency_key = input.idempotency_key))
      on conflict (partner_id, idempotency_key) do nothing
      returning id, idempotency_key, counts_at
    ), entries as (
      insert into ledger_entries (posting_id, partner_id, account, member_id, units, counts_at)
      select posted.id, ${partnerId}, e.account, e.member_id, e.units, posted.counts_at
      from posted
      join unnest(
        ${entries.map(entry => entry.idempotencyKey)}::text[], ${entries.map(entry => entry.account)}::text[],
        ${entries.map(entry => entry.memberId)}::text[], ${entries.map(entry => entry.units)}::bigint[]
      ) as e(idempotency_key, account, member_id, units) using (idempotency_key)
    )
    select idempotency_key from posted`.execute(db)
  return rows.map(row => row.idempotencyKey)
}

export async function selectInputHashes(
  db: Db,
  partnerId: string,
  idempotencyKeys: readonly string[],
): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('ledgerPostings')
    .select(['idempotencyKey', 'inputHash'])
    .where('partnerId', '=', partnerId)
    .where('idempotencyKey', 'in', idempotencyKeys)
    .execute()
  return new Map(rows.map(row => [row.idempotencyKey, row.inputHash]))
}

/** Negative after a refund of what was paid out. */
export async function selectBalance(db: Db, partnerId: string, memberId: string): Promise<number> {
  const balance = await db
    .selectFrom('memberBalances')
    .select('units')
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .executeTakeFirst()
  return balance?.units ?? 0
}

/** The kinds of postings of each part of a dine's reward. */
export const componentKinds = {
  base: ['dine_reward', 'dine_adjustment'],
  component: ['bonus', 'bonus_correction', 'corporate', 'corporate_correction'],
} as const satisfies Record<string, readonly LedgerPostingsTable['kind'][]>

export interface PostedBalance {
  readonly units: number
  readonly postings: number
}

export interface PostedSubject {
  readonly partnerId: string
  /** The posting is about a dine, or about a component. */
  readonly correlationId: string
  readonly part: keyof typeof componentKinds
}

/** It reads units and number of postings for a part of each dine. Manual postings are not part of it. */
export async function selectPostedBalances(
  db: Db,
  subjects: readonly PostedSubject[],
): Promise<(PostedBalance | null)[]> {
  if (subjects.length === 0) return []
  const rowsOf = subjects.map(({ part, ...subject }) => ({
    ...subject,
    kinds: componentKinds[part].join(' '),
  }))
  const { source } = unnested(rowsOf, { partnerId: 'text', correlationId: 'text', kinds: 'text' })
  const { rows } = await sql<PostedBalance & { n: number }>`
    select subject.n::int, sum(entry.units) as units, count(distinct posting.id) as postings
    from ${source} with ordinality as subject (partner_id, id, kinds, n)
    join ledger_postings posting on posting.partner_id = subject.partner_id and posting.correlation_id = subject.id
      and posting.kind = any(string_to_array(subject.kinds, ' '))
    join ledger_entries entry on entry.partner_id = posting.partner_id and entry.posting_id = posting.id
      and entry.counts_at = posting.counts_at
      and entry.account = 'member_rewards'
    group by subject.n`.execute(db)
  return byKey(subjects, rows).map(([balance]) => balance ?? null)
}

/**
 * Wait for transactions that have posted, and hold off others until this one ends. They see what this one has written.
 */
export async function lockPostings(db: Db): Promise<void> {
  await sql`select lock_postings()`.execute(db)
}

/** Every posting of a transaction that is open now has this id or a lower one, every later posting a higher one. */
export function lastPostingId(db: Db): Promise<number> {
  return db.transaction().execute(async trx => {
    await lockPostings(trx)
    const { rows } = await sql<{ id: number }>`
      select coalesce(pg_sequence_last_value(pg_get_serial_sequence('ledger_postings', 'id')), 0) as id`.execute(
      trx,
    )
    return rows[0]!.id
  })
}
