import { type Selectable, sql } from 'kysely'
import type { Db } from '../../db/open-database.ts'
import type { LedgerEntriesTable, LedgerPostingsTable } from '../../db/tables.ts'

export interface LedgerEntry {
  readonly account: LedgerEntriesTable['account']
  readonly memberId: string | null
  readonly units: number
}

export interface HashedPosting extends Omit<Selectable<LedgerPostingsTable>, 'id' | 'postedAt'> {
  readonly postedAt: Date
  readonly entries: readonly LedgerEntry[]
}

export interface PostedKeys {
  /** Keys that were new: their entries are in the ledger now. */
  readonly posted: readonly string[]
  /** Keys that were there before with the same input. */
  readonly repeated: readonly string[]
  /** Keys that were there before with another input: then nothing at all was posted. */
  readonly conflicting: readonly string[]
}

/**
 * Posts any number of postings of one partner with their entries, in one statement. The unique key decides who is
 * first; the whole batch stands back when one of its keys was used for something else.
 */
export async function insertPostings(
  db: Db,
  partnerId: string,
  postings: readonly HashedPosting[],
): Promise<PostedKeys> {
  const { rows } = await sql<{ idempotencyKey: string; outcome: keyof PostedKeys }>`
    with input as materialized (
      select * from jsonb_to_recordset(${JSON.stringify(postings)}::jsonb) as r(
        "idempotencyKey" text, "inputHash" text, kind text, "correlationId" text, "reasonCode" text,
        "postedAt" timestamptz, entries jsonb)
    ), known as materialized (
      select p.idempotency_key, p.input_hash = i."inputHash" as same
      from input i
      join ledger_postings p on p.partner_id = ${partnerId} and p.idempotency_key = i."idempotencyKey"
    ), posted as (
      insert into ledger_postings
        (partner_id, idempotency_key, input_hash, kind, correlation_id, reason_code, posted_at)
      select ${partnerId}, "idempotencyKey", "inputHash", kind, "correlationId", "reasonCode", "postedAt"
      from input
      where not exists (select from known where not same)
      on conflict (partner_id, idempotency_key) do nothing
      returning id, idempotency_key
    ), entries as (
      insert into ledger_entries (posting_id, partner_id, account, member_id, units)
      select posted.id, ${partnerId}, e.account, e."memberId", e.units
      from posted
      join input on input."idempotencyKey" = posted.idempotency_key
      cross join lateral jsonb_to_recordset(input.entries) as e(account text, "memberId" text, units bigint)
    )
    select idempotency_key, 'posted' as outcome from posted
    union all
    select idempotency_key, case when same then 'repeated' else 'conflicting' end from known`.execute(db)
  const keys = (outcome: keyof PostedKeys) =>
    rows.filter(row => row.outcome === outcome).map(row => row.idempotencyKey)
  return { posted: keys('posted'), repeated: keys('repeated'), conflicting: keys('conflicting') }
}

/** The input hashes under these keys, as committed by now. */
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

/** What the ledger says a member has, in the partner's unit. Below zero after a refund of what was paid out. */
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

export interface Standing {
  readonly units: number
  readonly postings: number
}

/** What stands in a member's favour for each of these dines, and how many postings made it so. */
export async function selectStandings(
  db: Db,
  partnerId: string,
  correlationIds: readonly string[],
): Promise<Map<string, Standing>> {
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
    .where('posting.correlationId', 'in', correlationIds)
    .where('entry.account', '=', 'member_rewards')
    .groupBy('posting.correlationId')
    .execute()
  return new Map(rows.map(({ correlationId, units, postings }) => [correlationId, { units, postings }]))
}
