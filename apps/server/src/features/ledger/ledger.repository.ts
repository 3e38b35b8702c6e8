import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { LedgerEntriesTable, LedgerPostingsTable } from './ledger.tables.ts'

export interface LedgerEntry {
  readonly account: LedgerEntriesTable['account']
  readonly memberId: string | null
  readonly units: number
}

export interface HashedPosting extends Omit<Selectable<LedgerPostingsTable>, 'id' | 'postedAt'> {
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
        ${of(one => one.postedAt.toISOString())}::timestamptz[]
      ) as i(idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
    ), posted as (
      insert into ledger_postings
        (partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
      select ${partnerId}, i.* from input i
      where not exists (
        select from input
        where input_hash <> (
          select p.input_hash from ledger_postings p
          where p.partner_id = ${partnerId} and p.idempotency_key = input.idempotency_key))
      on conflict (partner_id, idempotency_key) do nothing
      returning id, idempotency_key
    ), entries as (
      insert into ledger_entries (posting_id, partner_id, account, member_id, units)
      select posted.id, ${partnerId}, e.account, e.member_id, e.units
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
  const { units } = await db
    .selectFrom('ledgerEntries')
    .select(({ fn }) => fn.coalesce(fn.sum<number>('units'), sql<number>`0`).as('units'))
    .where('partnerId', '=', partnerId)
    .where('memberId', '=', memberId)
    .where('account', '=', 'member_rewards')
    .executeTakeFirstOrThrow()
  return units
}

/** The kinds of postings of each part of a dine's reward. */
export const componentKinds = {
  base: ['dine_reward', 'dine_adjustment'],
  component: ['bonus', 'bonus_correction'],
} as const satisfies Record<string, readonly LedgerPostingsTable['kind'][]>

export interface PostedBalance {
  readonly units: number
  readonly postings: number
}

/** Units and number of postings for a component of each dine. Manual postings and bonuses are not part of it. */
export async function selectPostedBalances(
  db: Db,
  partnerId: string,
  component: keyof typeof componentKinds,
  correlationIds: readonly string[],
): Promise<Map<string, PostedBalance>> {
  if (correlationIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('ledgerPostings as posting')
    .innerJoin('ledgerEntries as entry', 'entry.postingId', 'posting.id')
    .select(({ fn }) => [
      'posting.correlationId',
      fn.sum<number>('entry.units').as('units'),
      fn.count<number>('posting.id').distinct().as('postings'),
    ])
    .where('posting.partnerId', '=', partnerId)
    .where('posting.kind', 'in', componentKinds[component])
    .where('posting.correlationId', 'in', correlationIds)
    .where('entry.account', '=', 'member_rewards')
    .groupBy('posting.correlationId')
    .execute()
  return new Map(rows.map(({ correlationId, units, postings }) => [correlationId, { units, postings }]))
}
